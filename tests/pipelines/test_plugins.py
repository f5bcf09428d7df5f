"""What modules declare is found, ours before other people's, and a broken plug-in does no harm."""

import importlib
import types

import pytest

from pipelines.plugins import declared


class Thing:
    def __init__(self, name):
        self.name = name


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a module that declares, one that is private, and one beside them; both of these cannot load."""
    folder = tmp_path / "things_of_ours"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "public.py").write_text(
        "from tests.pipelines.test_plugins import Thing\nONE = Thing('one')\ndef two(): ...\ntwo.mark = Thing('two')\n"
    )
    for name in ("_private", "base"):
        (folder / f"{name}.py").write_text("raise AssertionError('this module is not to be loaded')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module("things_of_ours")


def point(load, value="theirs:things"):
    return types.SimpleNamespace(value=value, load=load)


def names(package):
    return [thing.name for thing in declared(package, "group", "mark", Thing, "things", beside=("base",))]


def test_what_stands_in_a_module_and_what_a_decorator_left_is_found_and_nothing_private_is_loaded(package):
    assert names(package) == ["one", "two"]


def test_other_distributions_come_after_ours_by_module_or_by_name(package, monkeypatch):
    module = types.ModuleType("theirs")
    module.three, module.other = Thing("three"), object()
    points = [point(lambda: module), point(lambda: Thing("four"))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == "group" else [])
    assert names(package) == ["one", "two", "three", "four"]


def test_a_plug_in_that_cannot_be_loaded_is_named_and_the_next_one_is_there(package, monkeypatch):
    def broken():
        raise ImportError("no such thing")

    points = [point(broken, "broken:things"), point(lambda: Thing("four"))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    with pytest.warns(UserWarning, match="things of broken:things cannot be loaded: no such thing"):
        assert names(package) == ["one", "two", "four"]
