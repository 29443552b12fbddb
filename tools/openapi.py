"""Writes the API's description, web/openapi.json, from which the web app's types are made.

With --check it writes nothing and fails when the description is out of date.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tesuji.server.app import ServerSettings, create_app

TARGET = Path(__file__).parents[1] / "web" / "openapi.json"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(database=Path(folder) / "unused.sqlite"))
        wanted = json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n"
    if "--check" not in sys.argv:
        TARGET.write_text(wanted, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == wanted:
        return 0
    print("web/openapi.json is out of date: run 'make types'", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
