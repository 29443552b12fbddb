/** The runs of learning on this machine. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunSummary } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { agoText, plural } from "../../state/format";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { figureText, figureTitle } from "./curves";
import { isLearning } from "./LessonBar";

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
      <header class="card-head">
        <h2 id="runs-title">Networks that learn</h2>
        <a class="button primary" href={href("teach", game)}>
          <Icon name="learn" /> Teach it now
        </a>
      </header>
      {runs === null ? <p class="quiet-text">Looking…</p> : runs.length === 0 ? <NoRuns game={game} /> : null}
      {runs !== null && runs.length > 0 ? (
        <ul class="run-list">
          {runs.map((run) => (
            <li key={run.name}>
              <a class="run-row" href={href("learn", "run", run.name)}>
                <span class="run-words">
                  <strong>{run.name}</strong>
                  <small>
                    {run.title} · {run.kind === "alphazero" ? "self-play" : run.kind} · {agoText(run.updated)}
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
                <span class={`run-state${isLearning(run.lesson) ? " is-on" : ""}`}>{stateText(run)}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function stateText(run: RunSummary): string {
  if (isLearning(run.lesson)) return "learning now";
  if (run.lesson.state === "paused" || run.lesson.state === "interrupted") return run.lesson.state;
  return plural(run.num_versions, "version");
}

function NoRuns({ game }: { game: string }) {
  return (
    <div class="empty">
      <svg class="empty-curve" viewBox="0 0 240 80" aria-hidden="true">
        <path d="M10 6V70H232" class="curve-axis" />
        <path d="M12 66C40 62 52 48 74 44S108 36 128 26 180 14 228 12" class="curve" />
      </svg>
      <p>
        <strong>No runs yet.</strong> Choose a game, a board and a time: a network learns it from the rules alone, by
        playing against itself. You watch it, and play any of its versions.
      </p>
      <p class="quiet-text">
        Runs of a terminal appear here as well: <code>tesuji train {game}</code>
      </p>
    </div>
  );
}
