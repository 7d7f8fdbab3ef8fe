"""Completion in shells: the scripts, and what they are answered."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from oddchip.cli.main import group
from oddchip.cli.named_ranges import save_range

PROGRAM = "from oddchip.cli import run; run()"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ODDCHIP_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(*arguments):
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def completed(*words, shell="bash"):
    """What is offered for the last of the words."""
    result = CliRunner().invoke(
        group,
        [],
        prog_name="oddchip",
        env={
            "_ODDCHIP_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": "\n".join(["oddchip", *words]),
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        },
    )
    assert result.exit_code == 0
    return [line.partition(",")[2] for line in result.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("shell", "start"),
    [("bash", "_oddchip_completion() {"), ("zsh", "#compdef oddchip"), ("fish", "function ")],
)
def test_script_of_each_shell(shell, start):
    result = invoke("completion", shell)
    assert result.exit_code == 0
    assert result.stdout.startswith(start)
    assert f"_ODDCHIP_COMPLETE={shell}_complete" in result.stdout
    assert result.stdout.count("oddchip") > 2


def test_shells_that_are_not_supported():
    result = invoke("completion", "powershell")
    assert result.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in result.stderr
    assert invoke("completion").exit_code == 2


def test_help_says_how_to_install_it():
    help_text = invoke("completion", "--help").stdout
    assert """echo 'eval "$(oddchip completion bash)"' >> ~/.bashrc""" in help_text
    assert """echo 'eval "$(oddchip completion zsh)"' >> ~/.zshrc""" in help_text
    assert "oddchip completion fish > ~/.config/fish/completions/oddchip.fish" in help_text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_completed_without_heavy_imports(shell):
    program = (
        "import sys; from oddchip.cli import run\n"
        "try: run()\n"
        "finally: assert not {'numba', 'numpy', 'rich'} & set(sys.modules)"
    )
    asked = {"_ODDCHIP_COMPLETE": f"{shell}_complete", "COMP_WORDS": "oddchip eq", "COMP_CWORD": "1"}
    if shell == "fish":
        asked["COMP_CWORD"] = "eq"
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "equity" in re.split(r"[\n,\t]", result.stdout)
    assert "evaluate" not in result.stdout
    assert result.stderr == ""


def test_options_and_choices_are_completed():
    assert completed("equity", "AA", "--bo") == ["--board"]
    assert completed("equity", "AA", "--method", "ex") == ["exact"]
    assert completed("completion", "") == ["bash", "zsh", "fish"]


def test_saved_ranges_are_completed():
    for name in ("open", "open-2", "tight"):
        save_range(name, "QQ+, AKs")
    assert completed("equity", "AA", "+op") == ["+open", "+open-2"]
    assert completed("equity", "AA", '"22, +t') == ["22, +tight"]
    assert completed("equity", "AA", "22+") == []


def test_files_are_completed(folder):
    (folder / "ranges.txt").touch()
    (folder / "raise").mkdir()
    (folder / "raise" / "river").touch()
    (folder / ".hidden").touch()
    assert completed("equity", "AA", "@ra") == [f"@raise{os.sep}", "@ranges.txt"]
    assert completed("equity", "AA", "@raise/r") == ["@raise/river"]
    assert completed("equity", "AA", "@", "ran") == ["@ranges.txt"]  # as bash parts words
    assert completed("equity", "AA", "@nowhere/") == []


def test_nothing_is_said_about_a_damaged_file(folder):
    (folder / "config").mkdir()
    (folder / "config" / "ranges.toml").write_text("open = ", encoding="utf-8")
    assert completed("equity", "AA", "+op") == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(folder):
    program = folder / "oddchip"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = (
        'eval "$(oddchip completion bash)"\n'
        "COMP_WORDS=(oddchip equity AA --bo) COMP_CWORD=3\n"
        "_oddchip_completion oddchip\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    result = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.stdout == "--board\n"
