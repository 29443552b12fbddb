"""What a search thinks of a position: the best moves, their values, and how it would go on.

python examples/best_moves.py
"""

from tesuji.games import make
from tesuji.search import Budget, search

position = make("torus", size=9).initial().play("E5 E6 F5 D5")
report = search(position, "mcts", Budget(simulations=5000), seed=1)
mover = position.game.player_names[position.to_move]
print(position.text())
for move in report.moves[:3]:
    line = " ".join(move.line_notation[:6])
    print(f"{mover} {move.notation}: {move.value.number:+.2f} after {move.visits} visits, {line}")
