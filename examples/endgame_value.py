"""What a move in a local endgame of Go is worth, proven: its temperature and its thermograph.

python examples/endgame_value.py [thermograph.svg]
"""

import sys

from tesuji.files import write_atomically
from tesuji.games.go import Go
from tesuji.search import Budget
from tesuji.theory.go_endgames import analyse_region

game = Go(5)
position = game.parse("""
. X O . .
. X O . .
. X O . .
. X . O .
. X O . .
""")
report = analyse_region(position, [game.parse_move("C2")], Budget(seconds=5))
proven = "proven" if report.exact else "so far"
print(f"a move at C2 gains {report.temperature} by area ({proven}); it is {report.kind}")
if __name__ == "__main__" and sys.argv[1:]:
    write_atomically(sys.argv[1], report.svg(title="C2").encode())
