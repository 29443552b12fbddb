"""Judges answers to the problems of the course: who is right where the search says something else.

An exact or solved answer that equals the course's confirms it. Where they differ, the reason was
looked for by hand; `JUDGED` has what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path

from tesuji.studies.frejlak.benchmark import Answer
from tesuji.theory.cgt.mixed import mixed
from tesuji.theory.go_endgames.report import Certainty


class CourseVerdict(Enum):
    """What is known about the course's answer to a problem."""

    CONFIRMED = "confirmed"
    """Equal to an exact or a solved answer, or right by hand."""
    AGREES = "agrees"
    """Equal to an estimate."""
    LABEL_ERROR = "label error"
    """Different from an exact answer, or from what the course's own variations give."""
    CONVENTION = "convention"
    """Right if positions are counted in another way."""
    OPEN = "open"
    """Different from an answer that is not proven, or that depends on the edge of the region."""


@dataclass(frozen=True, slots=True)
class CourseJudgement:
    """A verdict with its reason."""

    verdict: CourseVerdict
    reason: str = ""


GRADES = {
    Certainty.EXACT: "exact",
    Certainty.INSIDE: "solved",
    Certainty.ESTIMATE: "estimate",
}


def judgement(answer: Answer) -> CourseJudgement:
    """Returns the verdict about the course's answer to a problem."""
    if answer.right and answer.certainty is not Certainty.ESTIMATE:
        return CourseJudgement(CourseVerdict.CONFIRMED)
    by_hand = JUDGED.get("/".join(Path(answer.name).parts[-2:]))
    if by_hand is not None and by_hand[0] == answer.expected:
        return by_hand[1]
    if answer.right:
        return CourseJudgement(CourseVerdict.AGREES)
    return CourseJudgement(CourseVerdict.OPEN, answer.problem)


def verdict_page(answers: Sequence[Answer], how: str) -> str:
    """Returns a page with the verdict about each problem, as Markdown; `how` says what was run."""
    judged = [(answer, judgement(answer)) for answer in answers]
    by_grade = [
        (name, [a for a in answers if a.certainty is grade]) for grade, name in GRADES.items()
    ]
    lines = [
        "# The problems of a course on endgames",
        "",
        f"The {len(answers)} problems of a course on endgames, answered by",
        "",
        "```",
        how,
        "```",
        "",
        "Values are temperatures by area counting: half the value that the course gives, plus one. "
        "[Go endgames](go-endgames.md#how-certain-the-answer-is) explains the grades. A course's "
        "answer is *confirmed* if it equals an exact or a solved one, or is right by hand where "
        "ours takes the edge for solid, and *agrees* if it equals an "
        "estimate. What is said about the others was found by hand.",
        "",
        *_table(
            ["grade", "problems", "equal to the course's answer"],
            [[name, len(found), _count_right(found)] for name, found in by_grade]
            + [["together", len(answers), _count_right(answers)]],
        ),
        "",
        *_table(
            ["verdict about the course's answer", "problems"],
            [[each.value, sum(one.verdict is each for _, one in judged)] for each in CourseVerdict],
        ),
        "",
        *_table(
            ["problem", "course", "found", "grade", "verdict"],
            [
                [
                    title(answer.name),
                    mixed(answer.expected),
                    "–" if answer.temperature is None else mixed(answer.temperature),
                    GRADES[answer.certainty],
                    one.verdict.value,
                ]
                for answer, one in judged
            ],
        ),
        "",
        *(f"- **{title(a.name)}**: {one.reason}" for a, one in judged if one.reason),
    ]
    return "\n".join(lines).rstrip() + "\n"


def title(name: str) -> str:
    """Returns the name of a problem from that of its file: ``07-subtraction-method/03.sgf``."""
    words = name.removesuffix(".sgf").replace("/", "-").split("-")
    return " ".join(word.lstrip("0") or "0" for word in words[1:]) if len(words) > 1 else words[0]


def _count_right(answers: Iterable[Answer]) -> int:
    return sum(answer.right for answer in answers)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    return [
        f"| {' | '.join(columns)} |",
        f"|{'|'.join('---' for _ in columns)}|",
        *(f"| {' | '.join(map(str, row))} |" for row in rows),
    ]


def _by_hand(course: str, verdict: CourseVerdict, reason: str) -> tuple[Fraction, CourseJudgement]:
    return Fraction(course), CourseJudgement(verdict, reason)


JUDGED = {
    "02-expected-local-result/06.sgf": _by_hand(
        "6",
        CourseVerdict.OPEN,
        "The course's own variations do not give its answer either.",
    ),
    "04-value-of-reverse-sente/03.sgf": _by_hand(
        "4",
        CourseVerdict.CONFIRMED,
        "By hand: after White's D19 and F19, Black's block at G19 is in atari at each step beyond "
        "the edge. So White threatens more there than the region shows, D19 is sente, and the "
        "course is right. An answer that is only solved takes the points outside for solid.",
    ),
    "04-value-of-reverse-sente/06.sgf": _by_hand(
        "5",
        CourseVerdict.OPEN,
        "It takes two ends that destroy more of a wide open area of Black's than is counted.",
    ),
    "04-value-of-reverse-sente/09.sgf": _by_hand(
        "4",
        CourseVerdict.OPEN,
        "The course has Black answer at E18. Inside the region no answer is needed; the threat "
        "leads to points beyond its edge.",
    ),
    "04-value-of-reverse-sente/12.sgf": _by_hand(
        "10", CourseVerdict.OPEN, "A region of 31 empty points, which is too large to be solved."
    ),
    "05-what-is-sente/12.sgf": _by_hand(
        "13/2", CourseVerdict.OPEN, "A region of 18 empty points that is not solved."
    ),
    "07-subtraction-method/03.sgf": _by_hand(
        "15/4",
        CourseVerdict.LABEL_ERROR,
        "3 is proven, and the course's own variations give it as well. After Black takes four "
        "stones a move gains 4½, more than at the beginning, so White answers; the label counts it "
        "as gote.",
    ),
    "07-subtraction-method/12.sgf": _by_hand(
        "67/8",
        CourseVerdict.LABEL_ERROR,
        "The course's own variations give 8⅛, as a longer search does. The label takes it that "
        "White's A17 is answered, which gains 2 and is not.",
    ),
    "08-common-positions/07.sgf": _by_hand(
        "8",
        CourseVerdict.CONVENTION,
        "The label counts an end with a ko as -4, which is worth -4⅔.",
    ),
    "08-common-positions/16.sgf": _by_hand(
        "7/2",
        CourseVerdict.LABEL_ERROR,
        "4¼ is proven within the region (in 111 seconds), and the course's own variations give it.",
    ),
}
"""By folder and file: the course's answer, and the verdict about it."""
