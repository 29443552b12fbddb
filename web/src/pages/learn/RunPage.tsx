/** One run: what it is doing, what it would play, its ladder, its games, and every version as an opponent. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunView, Seat } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { agoText } from "../../state/format";
import { openSgfText } from "../../state/openSgf";
import { go, href } from "../../state/route";
import { parseSpec } from "../../state/spec";
import { CurveChart } from "./CurveChart";
import { chartsOf, type Chart, type Curves } from "./curves";
import { isLearning, LessonBar, STATES } from "./LessonBar";
import { BeforeAndAfter, EmptyBoards } from "./Policies";
import { RunSettings } from "./RunSettings";
import { useRun } from "./useRun";
import { Versions } from "./Versions";
import { Watching } from "./Watching";

const FIRST = 12;

export function RunPage({ name }: { name: string }) {
  const { view, curves, missing, take } = useRun(name);
  useTitle(`Run ${name}`);
  if (missing) {
    return (
      <div class="page narrow">
        <h1>There is no such run</h1>
        <a class="button primary" href={href("learn")}>
          All runs
        </a>
      </div>
    );
  }
  if (view === null) return <p class="loading">Loading…</p>;
  return <Shown view={view} curves={curves} take={take} />;
}

function Shown({ view, curves, take }: { view: RunView; curves: Curves; take: (view: RunView) => void }) {
  const { summary } = view;
  const { busy, play } = usePlay(view);
  const known = summary.spec !== null && view.shows_policy;
  return (
    <div class="page learn run-page">
      <p>
        <a href={href("learn")}>← Learn and watch</a>
      </p>
      <header class="hero">
        <h1>{summary.name}</h1>
        <p>
          {summary.title}, {summary.kind === "alphazero" ? "self-play" : summary.kind}. Begun {agoText(summary.began)};
          generation {summary.step}.{" "}
          <span class={`run-state${isLearning(summary.lesson) ? " is-on" : ""}`} role="status">
            {STATES[summary.lesson.state]}
          </span>
        </p>
      </header>
      <LessonBar view={view} take={take} />
      {known ? <Watching view={view} busy={busy} onPlay={play} /> : null}
      {known && summary.num_versions > 0 ? <EmptyBoards view={view} /> : null}
      <Measured charts={chartsOf(curves)} curves={curves} aside={known}>
        {view.ladder.length > 0 ? <Ladder view={view} busy={busy} onPlay={play} /> : null}
      </Measured>
      <div class="learn-columns">
        <Versions view={view} busy={busy} onPlay={play} />
        <SampleGames view={view} />
      </div>
      {known && summary.num_versions > 1 ? <BeforeAndAfter view={view} /> : null}
      <RunSettings view={view} />
    </div>
  );
}

function usePlay(view: RunView): { busy: boolean; play: (version: string | null) => void } {
  const [busy, run] = useTask();
  const { summary } = view;
  const play = (version: string | null): void =>
    run(async () => {
      const { options } = parseSpec(summary.spec ?? summary.game);
      const number = view.versions.find((each) => each.name === version)?.number;
      const engine: Seat = {
        kind: "engine",
        name: `${summary.name}${number === null || number === undefined ? "" : ` · ${number}`}`.slice(0, 80),
        level: null,
        run: summary.name,
        version,
      };
      const you: Seat = { kind: "human", name: "You", level: null, run: null, version: null };
      const first = Math.random() < 0.5;
      const made = await api.newGame({
        game: summary.game,
        options,
        handicap: null,
        seats: first ? [you, engine] : [engine, you],
        clock: null,
        setup: null,
        moves: [],
      });
      go("play", made.id);
    });
  return { busy, play };
}

interface MeasuredProps {
  charts: readonly Chart[];
  curves: Curves;
  /** Whether all but Elo are put aside. */
  aside: boolean;
  children: ComponentChildren;
}

/** Elo is always there; the other curves of self-play, such as losses, on demand. */
function Measured({ charts, curves, aside, children }: MeasuredProps) {
  const first = aside ? charts.filter(({ title }) => title === "Elo") : charts;
  const rest = charts.filter((chart) => !first.includes(chart));
  const grid = (shown: readonly Chart[], beside: ComponentChildren = null) => (
    <div class="curve-grid">
      {shown.map((chart) => (
        <CurveChart key={chart.title} chart={chart} curves={curves} />
      ))}
      {beside}
    </div>
  );
  return (
    <section class="card" aria-labelledby="curves-title">
      <h2 id="curves-title">{aside ? "Strength" : "Curves"}</h2>
      {first.length > 0 ? (
        grid(first, children)
      ) : (
        <p class="quiet-text">
          {aside ? "Its strength has not been measured yet: that happens every few generations." : "Nothing has been measured yet."}
        </p>
      )}
      {rest.length > 0 ? <OnDemand charts={rest} grid={grid} /> : null}
    </section>
  );
}

function OnDemand({ charts, grid }: { charts: readonly Chart[]; grid: (charts: readonly Chart[]) => preact.JSX.Element }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="setting-group" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Losses and other curves</summary>
      {open ? grid(charts) : null}
    </details>
  );
}

interface PlayProps {
  view: RunView;
  busy: boolean;
  onPlay: (version: string | null) => void;
}

function Ladder({ view, busy, onPlay }: PlayProps) {
  const counted = view.ladder.some(({ games }) => games !== null);
  return (
    <section aria-labelledby="run-ladder-title">
      <h3 id="run-ladder-title" class="ladder-title">
        Ladder of its versions
      </h3>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Elo</th>
            {counted ? <th scope="col">Games</th> : null}
            <td />
          </tr>
        </thead>
        <tbody>
          {view.ladder.map((rung) => {
            const { version } = rung;
            return (
              <tr key={rung.player}>
                <th scope="row">{versionTitle(rung.player)}</th>
                <td>
                  {Math.round(rung.elo)}
                  {rung.error === null ? null : <small> ± {Math.round(rung.error)}</small>}
                </td>
                {counted ? <td>{rung.games ?? "–"}</td> : null}
                <td>
                  {version === null ? null : (
                    <button type="button" class="button small" disabled={busy} onClick={() => onPlay(version)}>
                      Play<span class="visually-hidden"> against {versionTitle(rung.player)}</span>
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** "Version 8" for "generation 8", as runs of self-play call it. */
const versionTitle = (player: string): string => player.replace(/^generation /, "Version ");

function SampleGames({ view }: { view: RunView }) {
  const [busy, run] = useTask();
  const [all, setAll] = useState(false);
  const shown = all ? view.games : view.games.slice(0, FIRST);
  const open = (game: string): void =>
    run(async () => {
      await openSgfText(await api.runGame(view.summary.name, game), game);
    });
  return (
    <section class="card" aria-labelledby="samples-title">
      <h2 id="samples-title">Sample games</h2>
      {view.games.length === 0 ? (
        <p class="quiet-text">The run has kept no games so far.</p>
      ) : (
        <ul class="version-list">
          {shown.map((game) => (
            <li key={game}>
              <span>{game.replace(/\.sgf$/, "")}</span>
              <button
                type="button"
                class="button small"
                disabled={busy}
                aria-label={`Look at ${game}`}
                onClick={() => open(game)}
              >
                <Icon name="eye" /> Look
              </button>
            </li>
          ))}
        </ul>
      )}
      {view.games.length > FIRST ? (
        <button type="button" class="button small quiet" onClick={() => setAll(!all)}>
          {all ? "Only the newest" : `All ${view.games.length}`}
        </button>
      ) : null}
    </section>
  );
}
