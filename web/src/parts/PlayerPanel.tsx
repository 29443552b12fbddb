/** The player of a seat, with captures or boxes, clock and turn. */
import { useEffect, useState } from "preact/hooks";
import type { ClockView, GameInfo, Player, Seat } from "../api/types";
import { characterOf } from "../state/characters";
import { clockText, seatName, timeLeft } from "../state/format";
import { playerNames } from "../state/spec";
import { Icon } from "./Icon";
import { Portrait } from "./Portrait";

interface Props {
  game: GameInfo;
  player: Player;
  seat: Seat;
  turn: boolean;
  thinking: boolean;
  score: number | null;
  clock: ClockView | null;
  won: boolean;
  /** Whether the game has ended. */
  over: boolean;
}

export function PlayerPanel({ game, player, seat, turn, thinking, score, clock, won, over }: Props) {
  const colour = playerNames(game)[player];
  const name = seatName(seat, colour);
  const character = seat.kind === "engine" ? characterOf(seat.level) : null;
  return (
    <section class={`player${turn ? " has-turn" : ""}`} aria-label={`${name}, ${colour}`}>
      <Disc game={game} player={player} />
      {character ? <Portrait character={character} /> : null}
      <div class="player-words">
        <strong>{name}</strong>
        <small>
          {name === colour ? null : colour}
          {name === colour || (over && !won) ? null : " · "}
          {won ? (
            "winner"
          ) : over ? null : thinking && turn ? (
            <span class="thinking">
              thinking
              <i />
              <i />
              <i />
            </span>
          ) : turn ? (
            "to move"
          ) : seat.kind === "engine" ? (
            character ? `${seat.level} level` : "engine"
          ) : (
            "waiting"
          )}
        </small>
      </div>
      {won ? (
        <span class="crown" title="Winner">
          <Icon name="star" />
        </span>
      ) : null}
      {score === null ? null : (
        <div class="player-score">
          <b>{score}</b>
          <small>{game.counts}</small>
        </div>
      )}
      {clock ? <ClockFace clock={clock} player={player} /> : null}
    </section>
  );
}

/** The player's stone, or the colour and pattern of the player's boxes. */
export function Disc({ game, player }: { game: GameInfo; player: Player }) {
  const kind =
    game.board === "lines" ? `owner owner-${player}` : game.swaps_colours ? "seat" : player === 0 ? "black" : "white";
  return (
    <span class={`disc ${kind}`} aria-hidden="true">
      {kind === "seat" ? player + 1 : null}
    </span>
  );
}

function ClockFace({ clock, player }: { clock: ClockView; player: Player }) {
  const runs = clock.running === player;
  const [spent, setSpent] = useState(0);
  useEffect(() => {
    setSpent(0);
    if (!runs) return;
    const began = performance.now();
    const timer = setInterval(() => setSpent((performance.now() - began) / 1000), 100);
    return () => clearInterval(timer);
  }, [clock, runs]);
  const { left, note } = timeLeft(clock, player, runs ? spent : 0);
  return (
    <time class={`clock${runs ? " runs" : ""}${left < 20 ? " is-short" : ""}`} role="timer" aria-live="off">
      {clockText(left)}
      {note ? <small> {note}</small> : null}
    </time>
  );
}
