/** A game being played. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Player, PositionView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import { CountCard } from "../../parts/CountCard";
import { Icon } from "../../parts/Icon";
import { MoveList } from "../../parts/MoveList";
import { PlayerPanel } from "../../parts/PlayerPanel";
import { SoundSwitch } from "../../parts/SoundSwitch";
import { countOverlay, useCount } from "../../parts/useCount";
import { useTitle } from "../../parts/useTitle";
import { endingWords } from "../../state/format";
import { complain, toast } from "../../state/messages";
import { href } from "../../state/route";
import { heldSeat } from "../../state/seats";
import { specDetails, specTitle } from "../../state/spec";
import { useKeys } from "../../state/useKeys";
import { refusal } from "../refusal";
import { CoachCard, type CoachLook } from "./CoachCard";
import { ExtraMoves } from "./ExtraMoves";
import { FriendBar } from "./FriendBar";
import { InviteCard } from "./InviteCard";
import { PlayControls } from "./PlayControls";
import { ResultCard } from "./ResultCard";
import { requestOf, seatNames, useGame } from "./useGame";
import { useCoach } from "./useCoach";
import { useEstimate } from "./useEstimate";
import { useHint } from "./useHint";
import { useNextGame } from "./useNextGame";

export function Play({ rest }: { rest: string[] }) {
  const id = rest[0] ?? "";
  const game = useGame(id);
  const { view } = game;
  const [solid, setSolid] = useState(false);
  const [past, setPast] = useState<{ ply: number; position: PositionView } | null>(null);
  const [look, setLook] = useState<CoachLook | null>(null);
  const coach = useCoach(view);
  const hint = useHint(view);
  const estimate = useEstimate(view);
  const marks = useCount(view?.counting ? requestOf(view) : null);
  useNextGame(view);
  useTitle(view ? specTitle(view.game.spec) : "Game");
  useEffect(() => {
    setPast(null);
    setLook(null);
  }, [id, view?.moves.length]);

  /** The seat of a shared game that is played here; null for those who watch. */
  const seat = view?.sharing ? (heldSeat(view.id)?.seat ?? null) : null;
  const humans = view ? view.seats.map((each, at) => (view.sharing ? at === seat : each.kind === "human")) : [false, false];
  const waiting = view?.sharing ? !view.sharing.joined.every(Boolean) : false;
  const counting = view?.counting ?? false;
  const playing = view?.status === "playing" && !counting && !waiting;
  const toMove = (view?.position.to_move ?? 0) as Player;
  const yourTurn = playing && (humans[toMove] ?? false);

  const show = (ply: number, coached: CoachLook | null = null): void => {
    setLook(coached);
    if (!view || ply < 0) return;
    if (ply >= view.moves.length) {
      setPast(null);
      return;
    }
    api
      .position(requestOf(view, ply))
      .then((answer) => setPast({ ply, position: answer.position }))
      .catch(complain);
  };
  const shown = past?.ply ?? view?.moves.length ?? 0;
  const canUndo = view !== null && view.moves.length > 0 && humans.includes(true);
  const pass = view?.game.move_names.indexOf("pass") ?? -1;
  useKeys({
    previous: () => show(shown - 1),
    next: () => show(shown + 1),
    first: () => show(0),
    last: () => setPast(null),
    view: () => setSolid((old) => !old),
    ...(canUndo ? { undo: game.undo } : {}),
    ...(yourTurn && !view?.sharing ? { hint: hint.ask } : {}),
    ...(yourTurn && view?.position.legal.includes(pass) ? { pass: () => game.play(pass) } : {}),
  });

  if (game.missing) {
    return (
      <div class="page narrow">
        <h1>There is no such game</h1>
        <p>It may have been deleted.</p>
        <a class="button primary" href={href("home")}>
          Start a new one
        </a>
      </div>
    );
  }
  if (view === null || game.position === null) return <p class="loading">Loading…</p>;

  const names = seatNames(view);
  const position = past?.position ?? game.position;
  const active = past === null && yourTurn && !game.busy;
  const marking = past === null && counting && !game.busy && (!view.sharing || seat !== null);
  // The person sits below; with two people or none the first player does.
  const below: Player = !humans[0] && humans[1] ? 1 : 0;
  const above: Player = below === 0 ? 1 : 0;

  const refuse = (move: number): void => {
    if (past) toast("This is an earlier position. Go back to the game to play.");
    else if (!playing) toast("The game is over.");
    else if (!yourTurn) toast(`It is the turn of ${names[toMove]}.`);
    else if (game.busy) game.playNext(move);
    else refusal(requestOf(view), view.game, move);
  };
  const panel = (player: Player) => (
    <PlayerPanel
      game={view.game}
      player={player}
      seat={{ ...view.seats[player], name: view.sharing?.names[player] ?? view.seats[player].name ?? "" }}
      turn={playing && toMove === player}
      thinking={view.thinking}
      score={position.score?.[player] ?? null}
      clock={view.clock}
      won={view.position.ending?.winner === player}
      over={view.status === "finished"}
    />
  );

  return (
    <div class="page table-page play-page">
      <h1 class="visually-hidden">
        {specTitle(view.game.spec)}: {names[0]} against {names[1]}
      </h1>
      <BoardColumn game={view.game}>
        {panel(above)}
        <Board
          game={view.game}
          position={position}
          names={names}
          active={active}
          solid={solid}
          onSolid={setSolid}
          marking={marking}
          overlay={
            past
              ? look
                ? { line: look.line, verdict: look.verdict }
                : {}
              : {
                  hint: hint.found?.move ?? null,
                  ...(estimate.found ? { ownership: estimate.found.ownership } : {}),
                  ...countOverlay(counting ? marks.count : (view.count ?? null)),
                }
          }
          label={`Board, ${specTitle(view.game.spec)}. ${position.notes[0] ?? ""}`}
          onPlay={(move) => {
            hint.clear();
            if (!marking) game.play(move);
            else if ((position.stones?.[move] ?? -1) >= 0) marks.click(move);
          }}
          onRefused={refuse}
        />
        {panel(below)}
      </BoardColumn>
      <aside class="table-side">
        <section class="card status" aria-label="Game">
          <p class="status-game">
            <strong>{specTitle(view.game.spec)}</strong> <small>{specDetails(view.game.spec)}</small>
            <SoundSwitch />
          </p>
          <p class="status-line">{statusLine()}</p>
          {position.notes.slice(1).map((note) => (
            <p key={note} class="quiet-text">
              {note}
            </p>
          ))}
          {view.problem ? (
            <div class="problem" role="alert">
              <p>
                {names[toMove]} cannot go on: {view.problem}. You can let it try again, take back, or analyse the
                game.
              </p>
              <button type="button" class="button small" disabled={game.busy} onClick={game.retry}>
                Try again
              </button>
            </div>
          ) : null}
          {hint.words ? (
            <p class="hint-words" role="status">
              <Icon name="hint" /> {hint.words}
            </p>
          ) : null}
          {estimate.found ? (
            <p class="hint-words" role="status">
              <Icon name="eye" /> {estimate.found.sentence}
            </p>
          ) : null}
          {past ? (
            <button type="button" class="button primary small" onClick={() => setPast(null)}>
              Back to the game
            </button>
          ) : null}
          {active ? <ExtraMoves game={view.game} position={view.position} onPlay={game.play} /> : null}
        </section>
        {past ? null : <ResultCard view={view} names={names} plays={!view.sharing || seat !== null} />}
        {coach ? (
          <CoachCard
            key={view.id}
            view={view}
            coach={coach}
            names={names}
            onLook={(shown) => (shown ? show(shown.ply, shown) : show(view.moves.length))}
          />
        ) : null}
        {view.sharing && waiting && seat !== null ? <InviteCard game={view.id} /> : null}
        {view.sharing && !(waiting && seat !== null) ? <FriendBar view={view} names={names} seat={seat} /> : null}
        {counting && (!view.sharing || seat !== null) ? (
          <CountCard title="Count the board" counting={marks}>
            <div class="row">
              <button
                type="button"
                class="button primary"
                disabled={marks.count === null || game.busy}
                onClick={() => marks.count && game.agree(marks.count.dead, marks.count.seki)}
              >
                Agree
              </button>
              <button type="button" class="button" disabled={game.busy} onClick={game.playOn}>
                Play on
              </button>
            </div>
          </CountCard>
        ) : null}
        <PlayControls
          view={view}
          game={game}
          hint={hint}
          estimate={estimate}
          canUndo={canUndo}
          yourTurn={yourTurn}
          seat={seat}
        />
        <section class="card moves-card" aria-labelledby="moves-title">
          <header class="card-head">
            <h2 id="moves-title">Moves</h2>
            <div class="row tight">
              {(
                [
                  ["first", 0],
                  ["left", shown - 1],
                  ["right", shown + 1],
                  ["last", view.moves.length],
                ] as const
              ).map(([icon, ply]) => (
                <button
                  key={icon}
                  type="button"
                  class="icon-button"
                  aria-label={STEPS[icon]}
                  title={STEPS[icon]}
                  onClick={() => show(ply)}
                >
                  <Icon name={icon} />
                </button>
              ))}
            </div>
          </header>
          <MoveList moves={view.moves} shown={shown} onShow={show} />
        </section>
      </aside>
    </div>
  );

  function statusLine(): string {
    if (!view) return "";
    if (past) return past.ply === 0 ? "The start" : `After move ${past.ply}`;
    if (view.position.ending) return endingWords(view.position.ending, names);
    if (counting) return "Both sides have passed.";
    if (waiting) return "Waiting for your friend";
    if (view.thinking) return `${names[toMove]} is thinking…`;
    return yourTurn && humans[0] !== humans[1] ? "Your move" : `${names[toMove]} to move`;
  }
}

const STEPS = { first: "To the start", left: "One move back", right: "One move on", last: "To the end" } as const;
