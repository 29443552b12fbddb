"""``tesuji doctor`` tells the truth about an installation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kit.cli import invoke


def findings(*arguments: str) -> tuple[int, dict[str, dict[str, str]]]:
    result = invoke("doctor", "--json", *arguments)
    return result.exit_code, {found["what"]: found for found in json.loads(result.stdout)}


def test_all_is_well_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TESUJI_CACHE_DIR", str(tmp_path / "cache"))
    status, found = findings()
    assert status == 0
    assert found["onnxruntime"]["state"] == "ok"
    assert "dots-and-boxes-3" in found["networks"]["detail"]
    assert "go-5-generalist" in found["evolved players"]["detail"]
    assert found["move raters"]["state"] == found["endgame network"]["state"] == "ok"
    assert str(tmp_path / "data") in found["games and settings"]["detail"]
    assert not (tmp_path / "data").exists()  # looking changes nothing


def test_a_folder_that_cannot_be_one_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TESUJI_DATA_DIR", str(tmp_path / "file" / "data"))
    status, found = findings()
    assert status == 1
    assert found["games and settings"]["state"] == "broken"
    assert "TESUJI_DATA_DIR" in found["games and settings"]["remedy"]


def test_what_is_missing_comes_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesuji.cli.doctor.OPTIONAL", {"no_such_module": ("a test", "pip it")})
    _, found = findings()
    assert found["no_such_module"]["state"] == "missing"
    assert found["no_such_module"]["remedy"] == "pip it"


def test_a_damaged_network_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (damaged := tmp_path / "go-5.onnx").write_bytes(b"no network")
    monkeypatch.setattr("tesuji.networks.shipped.shipped_networks", lambda: [damaged])
    status, found = findings()
    assert status == 1
    assert str(damaged) in found["networks"]["detail"]
    assert "again" in found["networks"]["remedy"]


def test_the_table_for_people() -> None:
    result = invoke("doctor")
    assert "core" in result.stdout
    assert "Python" in result.stdout
