"""The canonical form of each kind."""

from typing import get_args

import pytest

from scenarios.kinds import fits
from scenarios.model import EntityKind

FIT = {
    "code": ("ZK3FFW", "REQ-HW-3f9a0c112b4d"),
    "digits": ("0482",),
    "name": ("Okafor", "O'Brien", "Anne-Marie"),
    "date": ("2026-07-14",),
    "time": ("16:00",),
    "amount": ("115", "120.50", "2000000"),
    "count": ("2", "40"),
    "flight": ("SK621",),
    "airport": ("AUS",),
    "choice": ("basic_economy",),
    "number": ("7.5", "12"),
    "state": ("AZ", "DC"),
    "country": ("PH", "US"),
    "email": ("j.okafor@example.com",),
    "dates": ("2026-07-14,2026-07-16", "2026-07-14"),
    "codes": ("PRV-ECHO-003,PRV-CARD-005",),
    "choices": ("projector,video_wall", "phone"),
    "text": ("anything",),
}
MISFIT = {
    "date": ("2026-02-30", "July 14", "٢٠٢٦-٠٧-١٤"),
    "digits": ("٠٤٨٢",),
    "time": ("24:00", "4 PM", "1٦:00"),
    "amount": ("$5", "5.123", "１１５"),
    "number": ("7.125", "seven"),
    "state": ("Arizona", "az", "XX"),
    "country": ("Philippines", "UK", "XX"),
    "email": ("j.okafor at example.com", "j@example"),
    "dates": ("2026-07-14, 2026-07-16", "2026-07-14,2026-02-30", ""),
    "codes": ("A1,", "A B"),
    "choices": ("a,,b",),
    "text": ("", " "),
}


def test_every_kind_is_here():
    assert set(FIT) == set(get_args(EntityKind))


@pytest.mark.parametrize(("kind", "value"), [(k, v) for k, values in FIT.items() for v in values])
def test_fits(kind, value):
    assert fits(kind, value)


@pytest.mark.parametrize(("kind", "value"), [(k, v) for k, values in MISFIT.items() for v in values])
def test_does_not_fit(kind, value):
    assert not fits(kind, value)
