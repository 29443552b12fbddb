"""Options of games that are given as unusual values."""

from __future__ import annotations

import numpy as np
import pytest

from tesuji.games import make
from tesuji.games.go import Go


def test_a_komi_of_minus_zero_is_zero() -> None:
    plain, negative = make("go", size=5, komi=0), make("go", size=5, komi=-0.0)
    assert plain == negative
    assert hash(plain) == hash(negative)
    assert plain.spec == negative.spec
    assert len({plain, negative, Go(5, 5, komi=-0.0)}) == 1


@pytest.mark.parametrize("name", ["go", "gomoku", "torus", "dots-and-boxes"])
def test_a_size_may_be_a_number_of_numpy(name: str) -> None:
    assert make(name, size=np.int64(5)) == make(name, size=5)
    with pytest.raises(ValueError, match="is not a size"):
        make(name, size=True)
    with pytest.raises(ValueError, match="is not a size"):
        make(name, size=5.0)
