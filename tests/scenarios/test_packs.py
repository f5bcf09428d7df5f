import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from scenarios.errors import PackError, UsageError
from scenarios.packs import Pack, load_pack, load_packs

POLICY = "---\nrole: You are a test agent.\ngreeting: Hello there.\n---\n\n# Rules\n\nBe exact.\n"


@pytest.fixture(scope="module")
def builtin() -> Pack:
    return load_pack("builtin", "airline")


@pytest.fixture
def folder(tmp_path: Path, builtin: Pack) -> Path:
    """A folder in our own format with two scenarios."""
    for number, scenario in zip((10, 9), builtin.scenarios.values(), strict=False):
        copied = scenario.model_copy(update={"id": f"s{number}"})
        (tmp_path / f"s{number}.json").write_text(copied.model_dump_json(indent=1), encoding="utf-8")
    (tmp_path / "policy.md").write_text(POLICY, encoding="utf-8")
    return tmp_path


def change(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), **changes}), encoding="utf-8")


def test_the_builtin_pack_has_scenarios_rules_and_greeting(builtin: Pack) -> None:
    assert builtin.name == "builtin"
    assert len(builtin.scenarios) >= 12
    assert all(name == scenario.id for name, scenario in builtin.scenarios.items())
    assert builtin.role
    assert builtin.greeting
    assert builtin.policy in builtin.instructions
    assert builtin.role in builtin.instructions
    assert re.fullmatch("[0-9a-f]{64}", builtin.sha256)
    assert load_pack("builtin", "airline").sha256 == builtin.sha256


def test_a_folder_with_scenarios_in_it_is_a_pack(folder: Path) -> None:
    pack = load_pack(str(folder), "airline")
    assert list(pack.scenarios) == ["s9", "s10"], "numbers in names count by value"
    assert (pack.role, pack.greeting) == ("You are a test agent.", "Hello there.")
    assert pack.policy == "# Rules\n\nBe exact."
    assert pack.instructions == "You are a test agent.\n\n# Rules\n\nBe exact."
    assert pack.name == folder.name


@pytest.mark.parametrize("inner", ["airline/pack", "pack"])
def test_a_pack_may_lie_in_folders_of_its_domain(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, inner: str
) -> None:
    root = tmp_path_factory.mktemp("root")
    target = root / inner
    target.mkdir(parents=True)
    for file in folder.glob("*.json"):
        shutil.copy(file, target)
    shutil.copy(folder / "policy.md", target.parent)
    pack = load_pack(str(root), "airline")
    assert list(pack.scenarios) == ["s9", "s10"]
    assert pack.role == "You are a test agent."


def test_a_folder_without_rules_uses_the_builtin_ones(folder: Path, builtin: Pack) -> None:
    (folder / "policy.md").unlink()
    assert load_pack(str(folder), "airline").policy == builtin.policy


def test_rules_without_a_head_get_a_role_and_a_greeting(folder: Path) -> None:
    (folder / "policy.md").write_text("Only rules.\n")
    pack = load_pack(str(folder), "airline")
    assert pack.policy == "Only rules."
    assert "airline" in pack.role
    assert pack.greeting


def test_the_digest_follows_the_content_and_not_the_place(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    digest = load_pack(str(folder), "airline").sha256
    moved = tmp_path_factory.mktemp("moved") / "elsewhere"
    shutil.copytree(folder, moved)
    assert load_pack(str(moved), "airline").sha256 == digest
    (moved / "policy.md").write_text(POLICY + "One more.\n")
    changed = load_pack(str(moved), "airline").sha256
    assert changed != digest
    (moved / "s9.json").rename(moved / "s8.json")
    assert load_pack(str(moved), "airline").sha256 not in (digest, changed)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "double"}, r"s9\.json, record s9, field kind: Input should be"),
        ({"colour": "red"}, r"s9\.json, record s9, field colour: Extra inputs are not permitted"),
        ({"facts": [{"slot": "x", "kind": "code"}]}, r"record s9, field facts\.0\.value: Field required"),
        ({"id": 9, "kind": "x"}, r"record 9, field id: Input should be a valid string \(and 1 more\)"),
        ({"id": "s10"}, r"s10\.json, record s10, field id: occurs twice"),
        ({"domain": "itsm"}, r"s9\.json, field domain: is itsm, but the pack was asked for airline"),
        ({"id": "../up"}, r"s9\.json, record \.\./up, field id: cannot name a folder inside of a run"),
        ({"id": "/absent"}, r"record /absent, field id: cannot name a folder"),
        ({"id": ""}, r"record without id, field id: cannot name a folder"),
        ({"plan": [{"tool": "fly"}]}, r"s9\.json, record s9, field plan\.0\.tool: 'fly' is no tool of airline"),
        ({"plan": [{"do": "call"}]}, r"record s9, field plan\.0\.tool: is missing"),
        ({"plan": {"tool": "get_reservation"}}, r"record s9, field plan: Input should be a valid tuple"),
        ({"world": []}, r"record s9, field world: Input should be a valid dict"),
        ({"world": {"session": []}}, r"record s9, field world\.session: must be an object"),
        ({"expected": {"session": "x"}}, r"record s9, field expected\.session: must be an object"),
        ({"caller": None}, r"record s9, field caller: Input should be"),
        ({"id": "two\nlines", "world": 1}, r"record 'two\\nlines', field world"),
        (
            {"id": "two\nlines", "plan": [{"tool": "t" * 999}]},
            r"record 'two\\nlines', field plan\.0\.tool: '(t{60})' is no",
        ),
        ({"x" * 999: 1}, r"record s9, field (x{60}): Extra inputs"),
    ],
)
def test_broken_scenarios_name_file_record_and_field(folder: Path, changes: dict[str, Any], message: str) -> None:
    change(folder / "s9.json", **changes)
    with pytest.raises(PackError, match=message) as caught:
        load_pack(str(folder), "airline")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", r"s9\.json, line 1: this is not JSON"),
        (b"[]", r"s9\.json, record without id, Input should be"),
        (b"\xff\xfe", r"s9\.json: not UTF-8 \(byte 0\)"),
        (b"", r"s9\.json, line 1: this is not JSON"),
        (b"[" * 99999, r"s9\.json: is nested too deeply"),
        (b'{"id": NaN}', r"s9\.json: this is not JSON: NaN is no number"),
        (b"null", r"s9\.json, record without id, Input should be"),
    ],
)
def test_files_that_are_no_scenarios_are_named(folder: Path, content: bytes, message: str) -> None:
    (folder / "s9.json").write_bytes(content)
    with pytest.raises(PackError, match=message):
        load_pack(str(folder), "airline")


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("role: [", "the block at its head is not YAML"),
        ("- role", "must give texts for role and greeting"),
        ("role: 5", "must give texts for role and greeting"),
        ("voice: low", "may name role and greeting, not voice"),
        ("1: low", "may name role and greeting, not 1"),
        ("role: 2020-99-99", "the block at its head is not YAML"),
        ('role: ""', "must give texts for role and greeting"),
    ],
)
def test_a_broken_head_of_the_rules_is_explained(folder: Path, head: str, message: str) -> None:
    (folder / "policy.md").write_text(f"---\n{head}\n---\nRules.\n")
    with pytest.raises(PackError, match=message):
        load_pack(str(folder), "airline")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no rules; write what agents must follow, or leave the file out"),
        ("---\nrole: You are X.\n---", "holds no rules"),
        ("---\nrole: You are X.\n\n# Rules\n", "the block at its head has no end; close it with a line ---"),
    ],
)
def test_rules_that_say_nothing_are_an_error(folder: Path, text: str, message: str) -> None:
    (folder / "policy.md").write_text(text)
    with pytest.raises(PackError, match=rf"policy\.md: {message}"):
        load_pack(str(folder), "airline")


def test_rules_may_begin_with_a_byte_order_mark_or_a_line(folder: Path) -> None:
    (folder / "policy.md").write_text("\ufeff" + POLICY, encoding="utf-8")
    pack = load_pack(str(folder), "airline")
    assert (pack.role, pack.policy) == ("You are a test agent.", "# Rules\n\nBe exact.")
    (folder / "policy.md").write_text("---\nA line above the rules.\n")
    assert load_pack(str(folder), "airline").policy == "---\nA line above the rules."


def test_rules_that_are_a_folder_are_an_error(folder: Path) -> None:
    """Else the built-in rules would silently stand in for them."""
    (folder / "policy.md").unlink()
    (folder / "policy.md").mkdir()
    with pytest.raises(PackError, match=r"policy\.md: cannot be read"):
        load_pack(str(folder), "airline")


def test_rules_that_point_nowhere_are_an_error(folder: Path) -> None:
    (folder / "policy.md").unlink()
    (folder / "policy.md").symlink_to(folder / "absent.md")
    with pytest.raises(PackError, match=r"policy\.md: the file is missing"):
        load_pack(str(folder), "airline")


def test_a_scenario_file_that_is_a_folder_is_named(folder: Path) -> None:
    (folder / "s8.json").mkdir()
    with pytest.raises(PackError, match=r"s8\.json: cannot be read"):
        load_pack(str(folder), "airline")


def test_a_scenario_file_in_capitals_is_not_left_out(folder: Path) -> None:
    (folder / "s9.json").rename(folder / "S9.JSON")
    assert set(load_pack(str(folder), "airline").scenarios) == {"s9", "s10"}


@pytest.mark.parametrize("name", ["s²", "s٣", "٣s", "s 1"])
def test_file_names_in_other_digits_are_sorted(folder: Path, name: str) -> None:
    (folder / "s9.json").rename(folder / f"{name}.json")
    assert set(load_pack(str(folder), "airline").scenarios) == {"s9", "s10"}


def test_our_own_packs_are_in_english(folder: Path) -> None:
    with pytest.raises(PackError, match="is in English, not in 'fr'"):
        load_pack(str(folder), "airline", "fr")
    with pytest.raises(PackError, match="is in English, not in 'fr'"):
        load_pack("builtin", "airline", "fr")


def test_places_without_scenarios_are_explained(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is no such folder"):
        load_pack(str(tmp_path / "missing"), "airline")
    with pytest.raises(PackError, match=r"no airline scenarios found; looked for .*airline_dataset\.json"):
        load_pack(str(tmp_path), "airline")
    with pytest.raises(PackError, match=r"medical_hr_dataset\.json"):
        load_pack(str(tmp_path), "hr")
    with pytest.raises(PackError, match=r"^pack: there is no such folder"):
        load_pack("", "airline")
    with pytest.raises(PackError, match=r"^~nobody-of-this-name/x: there is no such folder"):
        load_pack("~nobody-of-this-name/x", "airline")
    with pytest.raises(PackError, match=r"no scenarios of any domain found.*looked for <domain>/pack/\*\.json"):
        load_packs(str(tmp_path), ["all"])


def test_unknown_domains_are_a_usage_error() -> None:
    with pytest.raises(UsageError, match="unknown domain 'rail': choose airline, hr, itsm"):
        load_pack("builtin", "rail")
