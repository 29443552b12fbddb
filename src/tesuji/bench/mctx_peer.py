"""Runs the peer of self-play: mctx's search over pgx's Go, with the same network, in JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GAMES = 64
SIMULATIONS = 32


def load_peer(blocks: int, channels: int) -> Callable[[int], int] | None:
    """Returns a function that makes moves in many games of Go 9x9 and counts simulations.

    None if mctx, pgx or JAX is not installed. The first call compiles, which takes a while.
    """
    try:
        import jax
        import mctx
        import pgx
    except ImportError:
        return None
    environment = pgx.make("go_9x9")
    network = _Network(jax, blocks, channels, environment)

    def recurrent(weights: Any, key: Any, move: Any, state: Any) -> Any:
        mover = state.current_player
        state = jax.vmap(environment.step)(state, move)
        logits, value = network.judge(weights, state.observation)
        logits = jax.numpy.where(state.legal_action_mask, logits, -1e9)
        reward = state.rewards[jax.numpy.arange(GAMES), mover]
        over = state.terminated
        return mctx.RecurrentFnOutput(
            reward=reward,
            discount=jax.numpy.where(over, 0.0, -1.0),
            prior_logits=logits,
            value=jax.numpy.where(over, 0.0, value),
        ), state

    @jax.jit  # type: ignore[untyped-decorator]
    def move(weights: Any, key: Any, state: Any) -> Any:
        logits, value = network.judge(weights, state.observation)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = mctx.gumbel_muzero_policy(
            params=weights,
            rng_key=key,
            root=root,
            recurrent_fn=recurrent,
            num_simulations=SIMULATIONS,
            invalid_actions=~state.legal_action_mask,
        )
        return jax.vmap(environment.step)(state, found.action)

    keys = jax.random.split(jax.random.PRNGKey(0), GAMES)
    start = jax.jit(jax.vmap(environment.init))(keys)

    def play(moves: int) -> int:
        state, key = start, jax.random.PRNGKey(1)
        for _ in range(moves):
            key, now = jax.random.split(key)
            state = move(network.weights, now, state)
        jax.block_until_ready(state)
        return moves * GAMES * SIMULATIONS

    return play


class _Network:
    """The network of `tesuji.bench.networks.random_residual`, as JAX runs it best."""

    def __init__(self, jax: Any, blocks: int, channels: int, environment: Any) -> None:
        self._jax = jax
        height, width, planes = environment.observation_shape
        cells = height * width
        layers: dict[str, tuple[int, ...]] = {"stem": (3, 3, planes, channels)}
        for block in range(blocks):
            layers[f"first{block}"] = layers[f"second{block}"] = (3, 3, channels, channels)
        layers |= {
            "policy": (1, 1, channels, 2),
            "moves": (2 * cells, environment.num_actions),
            "value": (1, 1, channels, 1),
            "hidden": (cells, 64),
            "result": (64, 1),
        }
        self._blocks = blocks
        keys = jax.random.split(jax.random.PRNGKey(2), len(layers))
        self.weights = {
            name: 0.05 * jax.random.normal(key, shape)
            for key, (name, shape) in zip(keys, layers.items(), strict=True)
        }

    def judge(self, weights: Any, observation: Any) -> tuple[Any, Any]:
        """Returns logits [n, moves] and values [n] of the players to move."""
        jax = self._jax

        def conv(x: Any, name: str) -> Any:
            return jax.lax.conv_general_dilated(
                x, weights[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )

        relu = jax.nn.relu
        x = relu(conv(observation.astype("float32"), "stem"))
        for block in range(self._blocks):
            x = relu(x + conv(relu(conv(x, f"first{block}")), f"second{block}"))
        policy = relu(conv(x, "policy")).reshape(len(x), -1) @ weights["moves"]
        hidden = relu(conv(x, "value")).reshape(len(x), -1) @ weights["hidden"]
        return policy, jax.numpy.tanh(relu(hidden) @ weights["result"]).reshape(-1)
