/** The runs of learning on this machine. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunSummary } from "../../api/types";
import { agoText, plural } from "../../state/format";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { figureText, figureTitle } from "./curves";

const PAUSE = 5000;
const FIGURES = 3;

export function Runs({ game }: { game: string }) {
  const [runs, setRuns] = useState<readonly RunSummary[] | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      api
        .runs()
        .then((found) => {
          if (!gone) setRuns(found.runs);
        })
        .catch(complain)
        .finally(() => {
          if (!gone) timer = setTimeout(look, PAUSE);
        });
    };
    look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="card" aria-labelledby="runs-title">
      <h2 id="runs-title">Training and evolution runs</h2>
      {runs === null ? <p class="quiet-text">Looking…</p> : runs.length === 0 ? <NoRuns game={game} /> : null}
      {runs !== null && runs.length > 0 ? (
        <ul class="run-list">
          {runs.map((run) => (
            <li key={run.name}>
              <a class="run-row" href={href("learn", "run", run.name)}>
                <span class="run-words">
                  <strong>{run.name}</strong>
                  <small>
                    {run.title} · {run.kind} · {agoText(run.updated)}
                  </small>
                </span>
                <span class="run-figures">
                  {Object.entries(run.latest)
                    .slice(0, FIGURES)
                    .map(([name, value]) => (
                      <span key={name}>
                        <small>{figureTitle(name)}</small> {figureText(value)}
                      </span>
                    ))}
                </span>
                <span class={`run-state${run.at_work ? " is-on" : ""}`}>
                  {run.at_work ? "learning now" : plural(run.num_versions, "version")}
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function NoRuns({ game }: { game: string }) {
  return (
    <div class="empty">
      <svg class="empty-curve" viewBox="0 0 240 80" aria-hidden="true">
        <path d="M10 6V70H232" class="curve-axis" />
        <path d="M12 66C40 62 52 48 74 44S108 36 128 26 180 14 228 12" class="curve" />
      </svg>
      <p>
        <strong>No runs yet.</strong> When a computer learns a game on this machine, its curves, its ladder of versions
        and sample games appear here, and every version can be played.
      </p>
      <p>A run is started in a terminal:</p>
      <pre tabIndex={0}>
        <code>tesuji train {game}</code>
      </pre>
      <p class="quiet-text">
        It learns from the rules alone, by playing against itself, and can be stopped and resumed at any time.
      </p>
    </div>
  );
}
