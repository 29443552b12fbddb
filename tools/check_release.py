"""Checks a wheel or a source distribution as a stranger would use it.

Usage: check_release.py FILE [--pipx]

First the contents: all that the program needs and nothing else. Then a trial: the wheel (that of a
source distribution is built first, with a compiler) goes into an empty virtual environment, and the
installed program has to work with an empty home and a search path on which there is neither a
compiler nor Node: its version, a match, all shipped networks, the web app, the API, the manual.
With --pipx the program is also run by pipx, straight from the file.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

CORES = ("_avx2", "_baseline", "_cpu")
"""The compiled modules of a portable wheel."""
SERVED = ("tesuji/server/static/index.html", "tesuji/server/docs/index.html")
NEEDED_TO_BUILD = (
    "CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "tools/build_web.py",
    "web/index.html", "web/package-lock.json", "web/package.json", "web/vite.config.ts",
)  # fmt: skip
PLACES_IN_SDIST = ("build/docs/site/", "cpp/", "src/tesuji/", "web/")
SINGLE_FILES_OF_SDIST = (*NEEDED_TO_BUILD, "CHANGELOG.md", "PKG-INFO")

# What the installed program is asked: every shipped network must be found by its name and play.
NETWORKS = """
from pathlib import Path
import tesuji
from tesuji.games import make, parse_spec
from tesuji.players import make_player
from tesuji.networks.evolved_network import EvolvedNetwork
from tesuji.networks.network import read_info
from tesuji.theory.torus import load_rater
folder = Path(tesuji.__file__).parent / "networks"
kinds = {
    "networks": ("*.onnx", lambda file: parse_spec(read_info(file).spec),
                 "alphazero:net={},sims=4,seed=1"),
    "evolved": ("evolved/*.npz", lambda file: parse_spec(EvolvedNetwork.load(file).spec.game),
                "evolved:file={}"),
    "raters": ("raters/*.npz", lambda file: make("torus", size=load_rater(file).shape.size),
               "rater"),
}
for kind, (pattern, game_of, spec) in kinds.items():
    files = sorted(file for file in folder.glob(pattern) if ".int8" not in file.name)
    assert files, kind
    for file in files:
        start = game_of(file).initial()
        with make_player(spec.format(file.stem), start.game) as player:
            assert player.choose(start).move in start.legal_moves(), file
    print(kind, "play:", ", ".join(file.stem for file in files))
"""


def main() -> None:
    match sys.argv[1:]:
        case [name]:
            with_pipx = False
        case [name, "--pipx"]:
            with_pipx = True
        case _:
            sys.exit(__doc__)
    file = Path(name).resolve()
    with tempfile.TemporaryDirectory() as folder:
        if file.suffix == ".whl":
            check_contents(wheel_problems(file, cores=CORES))
        else:
            check_contents(sdist_problems(file))
            file = build_wheel(file, Path(folder))
            check_contents(wheel_problems(file, cores=("_native",)))
        try_out(file, Path(folder))
        if with_pipx:
            run_by_pipx(file, Path(folder))
    print(f"{Path(name).name} is as it should be")


def check_contents(problems: list[str]) -> None:
    if problems:
        sys.exit("\n".join(problems))


# -- contents -------------------------------------------------------------------------------------


def wheel_problems(wheel: Path, cores: tuple[str, ...]) -> list[str]:
    """Returns what is missing from a wheel, and what does not belong there."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read(f"tesuji-{VERSION}.dist-info/METADATA").decode()
    problems = [
        f"the wheel has no core {core}"
        for core in cores
        if not any(re.fullmatch(rf"tesuji/core/{core}\..*\.so", name) for name in names)
    ]
    wanted = {name.removeprefix("src/") for name in sources("src/tesuji")} | set(SERVED)
    problems += [f"the wheel lacks {name}" for name in sorted(wanted - names)]
    allowed = ("tesuji/server/static/", "tesuji/server/docs/", f"tesuji-{VERSION}.dist-info/")
    for name in sorted(names - wanted):
        if not name.startswith(allowed) and not re.fullmatch(r"tesuji/core/_\w+\.\S+\.so", name):
            problems.append(f"{name} does not belong in the wheel")
    if f"\nVersion: {VERSION}\n" not in metadata:
        problems.append(f"the wheel does not say that it is version {VERSION}")
    return problems


def sdist_problems(sdist: Path) -> list[str]:
    """Returns what is missing from a source distribution, and what does not belong there."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {*NEEDED_TO_BUILD, *sources("src"), *sources("cpp")}
    problems = [f"the source distribution lacks {name}" for name in sorted(wanted - names)]
    problems += [
        f"{name} does not belong in the source distribution"
        for name in sorted(names)
        if not name.startswith(PLACES_IN_SDIST) and name not in SINGLE_FILES_OF_SDIST
    ]
    strays = [name for name in names if re.search(r"node_modules|__pycache__|\.so$", name)]
    return problems + [f"{name} was built, not written" for name in sorted(strays)]


def sources(folder: str) -> set[str]:
    """Returns the files of a folder that are written by hand, as paths from the root."""
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    built = ("__pycache__", "static", "docs")
    return {
        path.relative_to(ROOT).as_posix()
        for path in found
        if not set(path.relative_to(ROOT).parts) & set(built) and path.suffix not in {".so", ".pyc"}
    }


# -- the trial ------------------------------------------------------------------------------------


def build_wheel(sdist: Path, folder: Path) -> Path:
    output = folder / "built"
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", str(sdist)]
    subprocess.run([*command, "--wheel-dir", str(output)], check=True, cwd=folder)
    (wheel,) = output.glob("*.whl")
    return wheel


def try_out(wheel: Path, folder: Path) -> None:
    """Installs the wheel into an empty environment and uses it there."""
    place = folder / "venv"
    venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel)]
    subprocess.run(install, check=True, cwd=folder, stderr=subprocess.DEVNULL)
    home = folder / "home"
    home.mkdir()
    environment = {"PATH": str(place / "bin"), "HOME": str(home), "LANG": "C.UTF-8"}

    def ask(*command: str) -> str:
        done = subprocess.run(
            command, env=environment, cwd=home, capture_output=True, text=True, timeout=300
        )
        if done.returncode:
            sys.exit(f"{' '.join(command[:3])} failed: {done.stderr or done.stdout}")
        return done.stdout

    program = str(place / "bin" / "tesuji")
    assert VERSION in ask(program, "--version")
    played = json.loads(
        ask(program, "match", "torus", "mcts:sims=20", "random", "--games", "4", "--json")
    )
    assert played["wins"] + played["draws"] + played["losses"] == 4, played
    print(ask(python, "-c", NETWORKS).strip())
    print(ask(program, "doctor").strip())
    serve(program, environment, home)


def serve(program: str, environment: dict[str, str], home: Path) -> None:
    """Checks that the web app, the API and the manual are there."""
    command = [program, "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3].rstrip("/")
            for path, sign in (("/", "<title>"), ("/docs/", "Tesuji"), ("/api/v1/catalog", "go")):
                with urllib.request.urlopen(address + path, timeout=30) as answer:
                    assert sign in answer.read().decode(), path
                print(f"{path} is served")
        finally:
            server.terminate()
            server.wait(30)


def run_by_pipx(wheel: Path, folder: Path) -> None:
    place = folder / "pipx"
    venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pipx"], check=True)
    environment = os.environ | {"PIPX_HOME": str(folder / "pipx-home"), "USE_EMOJI": "0"}
    command = [python, "-m", "pipx", "run", "--spec", str(wheel), "tesuji", "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert VERSION in done.stdout, done
    print(f"pipx run: {done.stdout.strip()}")


if __name__ == "__main__":
    main()
