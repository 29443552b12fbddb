"""Move raters of Torus, bred in tournaments: the winners' children fill the next one."""
