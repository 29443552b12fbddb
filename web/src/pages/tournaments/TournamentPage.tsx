/** A tournament: the game that is being played, the table, and the games that are over. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { TournamentView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import { Segments } from "../../parts/Choices";
import { Confirm } from "../../parts/Confirm";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { packShared } from "../../state/links";
import { plural } from "../../state/format";
import { go, href } from "../../state/route";
import { specTitle } from "../../state/spec";
import { PACES } from "./NewTournament";
import { CrossTable, Standings } from "./Tables";
import { useMoves, useTournament } from "./useTournament";

export function TournamentPage({ id }: { id: string }) {
  const { view, missing, take } = useTournament(id);
  useTitle(view ? `Tournament, ${specTitle(view.spec)}` : "Tournament");
  if (missing) {
    return (
      <div class="page narrow">
        <h1>There is no such tournament</h1>
        <a class="button primary" href={href("tournaments")}>
          All tournaments
        </a>
      </div>
    );
  }
  if (view === null) return <p class="loading">Loading…</p>;
  return <Shown view={view} take={take} />;
}

const STATES: Record<TournamentView["state"], string> = {
  playing: "being played",
  paused: "paused",
  stopped: "stopped",
  finished: "finished",
};

function Shown({ view, take }: { view: TournamentView; take: (view: TournamentView) => void }) {
  const [busy, run] = useTask();
  const [leaving, setLeaving] = useState(false);
  const act = (work: Promise<TournamentView>): void => run(async () => take(await work));
  return (
    <div class="page table-page tournament">
      <LiveBoard view={view} />
      <aside class="table-side">
        <section class="card" aria-labelledby="tournament-title">
          <h1 class="train-title" id="tournament-title">
            Tournament, {specTitle(view.spec)}
          </h1>
          <p role="status">
            {view.done} of {plural(view.total, "game")} · {STATES[view.state]}
          </p>
          <progress class="tournament-progress" value={view.done} max={view.total} aria-label="Games that are over" />
          {view.problem ? (
            <p class="problem" role="alert">
              It stopped: {view.problem}
            </p>
          ) : null}
          <div class="row">
            {view.state === "playing" ? (
              <button type="button" class="button" disabled={busy} onClick={() => act(api.pauseTournament(view.id))}>
                <Icon name="stop" /> Pause
              </button>
            ) : null}
            {view.state === "paused" || view.state === "stopped" ? (
              <button
                type="button"
                class="button primary"
                disabled={busy}
                onClick={() => act(api.resumeTournament(view.id))}
              >
                <Icon name="play" /> Go on
              </button>
            ) : null}
            {view.state === "playing" || view.state === "paused" ? (
              <button type="button" class="button" disabled={busy} onClick={() => act(api.stopTournament(view.id))}>
                Stop
              </button>
            ) : null}
            <button type="button" class="button quiet" onClick={() => setLeaving(true)}>
              <Icon name="trash" /> Delete
            </button>
          </div>
          {view.state === "finished" ? null : (
            <Segments
              legend="Speed"
              value={PACES.find((pace) => Number(pace.value) === view.pace)?.value ?? "0"}
              options={PACES}
              onChange={(pace) => {
                take({ ...view, pace: Number(pace) });
                act(api.setPace(view.id, Number(pace)));
              }}
            />
          )}
        </section>
        <section class="card" aria-labelledby="standings-title">
          <h2 id="standings-title">Table</h2>
          <Standings view={view} />
          <p class="quiet-text">Elo is relative to the mean of all, with its 95 % interval.</p>
        </section>
        {view.players.length > 2 ? (
          <section class="card" aria-labelledby="cross-title">
            <h2 id="cross-title">Who against whom</h2>
            <CrossTable view={view} />
          </section>
        ) : null}
        <Played view={view} />
      </aside>
      <Confirm
        title="Delete this tournament?"
        text="Its games are deleted as well."
        yes="Delete"
        open={leaving}
        onClose={() => setLeaving(false)}
        onYes={() =>
          run(async () => {
            await api.deleteTournament(view.id);
            go("tournaments");
          })
        }
      />
    </div>
  );
}

function LiveBoard({ view }: { view: TournamentView }) {
  const live = view.live[0];
  const position = useMoves(view.spec, live?.moves ?? []);
  const [solid, setSolid] = useState(false);
  if (position === null) return <div class="table-board" />;
  const names: [string, string] = [view.names[live?.first ?? 0] ?? "", view.names[live?.second ?? 1] ?? ""];
  return (
    <BoardColumn game={view.game}>
      <p class="live-names" aria-live="off">
        {live ? (
          <>
            <b>{names[0]}</b> against <b>{names[1]}</b> · move {live.moves.length}
          </>
        ) : view.state === "finished" ? (
          "All games are over."
        ) : (
          "No game is being played."
        )}
      </p>
      <Board
        game={view.game}
        position={position}
        names={names}
        active={false}
        solid={solid}
        onSolid={setSolid}
        label={`Board, ${specTitle(view.spec)}`}
      />
    </BoardColumn>
  );
}

function Played({ view }: { view: TournamentView }) {
  const [busy, run] = useTask();
  const open = (number: number): void =>
    run(async () => {
      const game = await api.tournamentGame(view.id, number);
      const at = { spec: game.spec, setup: null, moves: game.moves };
      go("analyse", "p", ...packShared({ at, names: game.names }));
    });
  if (view.played.length === 0) return null;
  return (
    <section class="card" aria-labelledby="played-title">
      <h2 id="played-title">Games</h2>
      <ul class="played-games">
        {view.played.map((game) => (
          <li key={game.number}>
            <button type="button" class="button quiet small" disabled={busy} onClick={() => open(game.number)}>
              <Icon name="graph" />
              <span>
                {game.winner === game.first ? <b>{view.names[game.first]}</b> : view.names[game.first]} –{" "}
                {game.winner === game.second ? <b>{view.names[game.second]}</b> : view.names[game.second]}
              </span>
              <small>
                {game.winner === null ? "draw" : `${view.names[game.winner]} won`}, {game.reason}, {plural(game.num_moves, "move")}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
