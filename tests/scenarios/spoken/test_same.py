"""When two values are one."""

import pytest

from scenarios.spoken import canonical, same


@pytest.mark.parametrize(
    ("kind", "a", "b", "equal"),
    [
        ("code", "zk3-ffw", "ZK3FFW", True),
        ("code", "CASE-PRV-799287", "CASEPRV799287", True),
        ("code", "ZK3FFW", "ZK3FFV", False),
        ("digits", "048 271", "048271", True),
        ("digits", "48271", "048271", False),
        ("name", "okafor", "Okafor", True),
        ("name", "O'Brien", "OBrien", True),
        ("name", "Muñoz", "Munoz", True),
        ("name", "Jensen", "Jansen", False),
        ("name", "김", "金", False),
        ("date", "2026-03-25", "2026-03-25", True),
        ("date", "2026-03-25", "--03-25", True),
        ("date", "2026-03-25", "--03-26", False),
        ("date", "2026-03-25", "2027-03-25", False),
        ("date", "2026-03-25", "March 25, 2026", True),
        ("time", "9:05", "09:05", True),
        ("time", "09:05", "21:05", False),
        ("time", "16:00", "4 PM", True),
        ("amount", "342.5", "342.50", True),
        ("amount", "$1,285.00", "1285", True),
        ("amount", "115", "115.01", False),
        ("count", "2", "02", True),
        ("count", "2", "3", False),
        ("flight", "SK0621", "SK621", True),
        ("flight", "621", "SK621", True),
        ("flight", "sk 621", "SK621", True),
        ("flight", "UA621", "SK621", False),
        ("flight", "SK62", "SK621", False),
        ("airport", "aus", "AUS", True),
        ("airport", "JFK", "LGA", False),
        ("choice", "basic economy", "basic_economy", True),
        ("choice", "window", "aisle", False),
        ("text", "A  b", "a b", True),
        ("text", "a", "b", False),
        ("number", "7.50", "7.5", True),
        ("number", "7", "7.0", True),
        ("number", "7", "7.1", False),
        ("state", "Arizona", "AZ", True),
        ("state", "az", "AZ", True),
        ("state", "AZ", "AR", False),
        ("country", "the Philippines", "PH", True),
        ("country", "United States", "US", True),
        ("country", "NG", "NE", False),
        ("email", "J.Okafor@Example.com", "j.okafor@example.com", True),
        ("email", "j.okafor@example.com", "jokafor@example.com", False),
        ("dates", "2026-07-14,2026-07-16", "2026-07-16,2026-07-14", True),
        ("dates", "2026-07-14,2026-07-16", "--07-14,--07-16", True),
        ("dates", "2026-07-14,2026-07-16", "2026-07-14", False),
        ("codes", "PRV-ECHO-003,PRV-CARD-005", "PRVCARD005,PRVECHO003", True),
        ("codes", "A1B2C3", "A1B2C3,A1B2C3", False),
        ("choices", "video wall,phone", "phone,video_wall", True),
        ("choices", "phone", "video_wall", False),
    ],
)
def test_same(kind, a, b, equal):
    assert same(kind, a, b) is equal
    assert same(kind, b, a) is equal


def test_canonical_is_the_best_reading():
    assert canonical("amount", "It's $120.") == "120"
    assert canonical("choice", "isle seat", choices=("window", "aisle")) == "aisle"
    assert canonical("date", "no idea") is None
