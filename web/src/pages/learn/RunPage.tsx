/** One run: its curves as they grow, its ladder, its games, and every version as an opponent. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunView, Seat } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { agoText, plural } from "../../state/format";
import { openSgfText } from "../../state/openSgf";
import { go, href } from "../../state/route";
import { parseSpec } from "../../state/spec";
import { CurveChart } from "./CurveChart";
import { chartsOf } from "./curves";
import { useRun } from "./useRun";

const FIRST = 12;

export function RunPage({ name }: { name: string }) {
  const { view, curves, missing } = useRun(name);
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
  const { summary } = view;
  const charts = chartsOf(curves);
  return (
    <div class="page learn run-page">
      <p>
        <a href={href("learn")}>← Learn and watch</a>
      </p>
      <header class="hero">
        <h1>{summary.name}</h1>
        <p>
          {summary.title}, {summary.kind}. Begun {agoText(summary.began)}; step {summary.step}.{" "}
          <span class={`run-state${summary.at_work ? " is-on" : ""}`} role="status">
            {summary.at_work ? "Learning now" : "Not running"}
          </span>
        </p>
      </header>
      <section class="card" aria-labelledby="curves-title">
        <h2 id="curves-title">Curves</h2>
        {charts.length === 0 ? (
          <p class="quiet-text">Nothing has been measured yet.</p>
        ) : (
          <div class="curve-grid">
            {charts.map((chart) => (
              <CurveChart key={chart.title} chart={chart} curves={curves} />
            ))}
          </div>
        )}
      </section>
      <div class="learn-columns">
        <Versions view={view} />
        {view.ladder.length > 0 ? <Ladder view={view} /> : null}
        <SampleGames view={view} />
        <Config view={view} />
      </div>
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

function Versions({ view }: { view: RunView }) {
  const [all, setAll] = useState(false);
  const { busy, play } = usePlay(view);
  const shown = all ? view.versions : view.versions.slice(0, FIRST);
  const newest = Math.max(...view.versions.map(({ number }) => number ?? -1));
  return (
    <section class="card" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      {view.versions.length === 0 ? (
        <p class="quiet-text">The first version appears here when it has learnt something.</p>
      ) : view.summary.spec === null ? (
        <p class="quiet-text">
          {plural(view.versions.length, "version")} of a game that is not known here: {view.summary.game}.
        </p>
      ) : (
        <ol class="version-list">
          {shown.map((version) => (
            <li key={version.name}>
              <span>
                <b>{version.number === null ? version.name.replace(/\.[^.]*$/, "") : `Version ${version.number}`}</b>
                {version.number !== null && version.number === newest ? <small> newest</small> : null}
              </span>
              <button
                type="button"
                class="button small"
                disabled={busy}
                aria-label={`Play against ${version.name}`}
                onClick={() => play(version.name)}
              >
                <Icon name="play" /> Play
              </button>
            </li>
          ))}
        </ol>
      )}
      {view.versions.length > FIRST ? (
        <button type="button" class="button small quiet" onClick={() => setAll(!all)}>
          {all ? "Only the newest" : `All ${view.versions.length}`}
        </button>
      ) : null}
    </section>
  );
}

function Ladder({ view }: { view: RunView }) {
  const { busy, play } = usePlay(view);
  return (
    <section class="card" aria-labelledby="run-ladder-title">
      <h2 id="run-ladder-title">Ladder</h2>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Elo</th>
            <th scope="col">Games</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {view.ladder.map((rung) => {
            const { version } = rung;
            return (
              <tr key={rung.player}>
                <th scope="row">{rung.player}</th>
                <td>
                  {Math.round(rung.elo)}
                  {rung.error === null ? null : <small> ± {Math.round(rung.error)}</small>}
                </td>
                <td>{rung.games ?? "–"}</td>
                <td>
                  {version === null ? null : (
                    <button type="button" class="button small" disabled={busy} onClick={() => play(version)}>
                      Play<span class="visually-hidden"> against {rung.player}</span>
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

function Config({ view }: { view: RunView }) {
  const entries = Object.entries(view.config);
  if (entries.length === 0) return null;
  return (
    <section class="card" aria-labelledby="config-title">
      <h2 id="config-title">How it learns</h2>
      <dl class="config-list">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name.replace(/_/g, " ")}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>seed</dt>
          <dd>{view.seed}</dd>
        </div>
      </dl>
    </section>
  );
}
