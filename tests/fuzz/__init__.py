"""Whatever comes from outside, damaged on purpose: it is used or refused in a sentence.

A target takes bytes that somebody else could have written (a file, a line, a request) and must
either use them or refuse them as it promises; anything else is a finding. Inputs follow from a seed
and a number alone, so that every finding can be made again:

    python -m tests.fuzz sgf --inputs 1000000 --seed 1      a campaign
    python -m tests.fuzz sgf --seed 1 --only 4711           one input of it, with its traceback

A short version of every campaign is in `tests/project/test_fuzz.py`.
"""
