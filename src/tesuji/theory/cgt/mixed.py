"""Writes and reads mixed numbers: 1⅓."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

_SIGNS = {
    Fraction(unicodedata.numeric(sign)).limit_denominator(10): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def mixed(value: Fraction) -> str:
    """Writes a fraction as a mixed number.

    >>> [mixed(Fraction(n, 16)) for n in (0, 8, 24, -49)]
    ['0', '½', '1½', '-3¹⁄₁₆']
    """
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    part = _SIGNS.get(rest) or (
        f"{str(rest.numerator).translate(_RAISED)}⁄{str(rest.denominator).translate(_LOWERED)}"
    )
    return f"{sign}{whole or ''}{part}"


def parse_mixed(text: str) -> Fraction | None:
    """Reads a mixed number, also one of plain digits; returns None for other text.

    >>> [str(parse_mixed(text)) for text in ("6 1/2", "6½", "-3¹⁄₁₆", "17/2", "1/0", "six")]
    ['13/2', '13/2', '-49/16', '17/2', 'None', 'None']
    """
    # A space keeps the whole number apart from the fraction when signs are written out.
    spaced = re.sub(r"(?<=\d)(?=[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|(?<![⁰¹²³⁴⁵⁶⁷⁸⁹])[⁰¹²³⁴⁵⁶⁷⁸⁹])", " ", text)
    words = unicodedata.normalize("NFKC", spaced).replace("⁄", "/").split()
    try:
        parts = [Fraction(word) for word in words]
    except (ValueError, ZeroDivisionError):
        return None
    if not 1 <= len(parts) <= 2:
        return None
    return (
        parts[0] if len(parts) == 1 else parts[0] + (-parts[1] if words[0][0] == "-" else parts[1])
    )
