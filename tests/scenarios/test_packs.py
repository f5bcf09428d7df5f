import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from scenarios.errors import PackError, UsageError
from scenarios.packs import Pack, load_pack

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
    ],
)
def test_a_broken_head_of_the_rules_is_explained(folder: Path, head: str, message: str) -> None:
    (folder / "policy.md").write_text(f"---\n{head}\n---\nRules.\n")
    with pytest.raises(PackError, match=message):
        load_pack(str(folder), "airline")


def test_places_without_scenarios_are_explained(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is no such folder"):
        load_pack(str(tmp_path / "missing"), "airline")
    with pytest.raises(PackError, match=r"no airline scenarios found; looked for .*airline_dataset\.json"):
        load_pack(str(tmp_path), "airline")
    with pytest.raises(PackError, match=r"medical_hr_dataset\.json"):
        load_pack(str(tmp_path), "hr")


def test_unknown_domains_are_a_usage_error() -> None:
    with pytest.raises(UsageError, match="unknown domain 'rail': choose airline, hr, itsm"):
        load_pack("builtin", "rail")
