"""Checks certificates from files: ``python -m tests.reference.go_certificates proof.json``."""

import json
import sys
from pathlib import Path

from tests.reference.go_certificates import NotProven, check

for name in sys.argv[1:]:
    certificate = json.loads(Path(name).read_text())
    try:
        check(certificate, effort=2_000_000)
    except NotProven as failure:
        sys.exit(f"{name}: not proven: {failure}")
    print(
        f"{name}: mean {certificate['mean']}, temperature {certificate['temperature']}, "
        f"{certificate['certainty']}: shown"
    )
