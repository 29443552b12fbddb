/** What a network is doing while it learns: its newest game against itself, and where it stands. */
import type { RunView } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Thumb } from "../../board/Thumb";
import { plural } from "../../state/format";
import { isLearning } from "./LessonBar";
import { useReplay } from "./useReplay";

const PHASES: Record<string, string> = {
  "self-play": "It plays against itself",
  training: "It learns from its games",
  measurement: "It is measured in matches",
  competition: "The new network meets the best one",
  refreshing: "It looks at older positions again",
  starting: "It starts",
};

interface Props {
  view: RunView;
  busy: boolean;
  onPlay: (version: string | null) => void;
}

export function Watching({ view, busy, onPlay }: Props) {
  const learning = isLearning(view.summary.lesson);
  const { live, game, position, ply, length } = useReplay(view.summary.name, learning);
  const newest = view.versions[0];
  const count = view.versions.filter((version) => version.number !== null).length;
  if (live === null) return null;
  return (
    <section class="card watching" aria-labelledby="watching-title">
      <div class="watching-board">
        {game !== null && position !== null ? (
          <Thumb game={game} position={position} label="The newest game against itself" />
        ) : (
          <p class="quiet-text">{learning ? "The first game is being played…" : "No game is kept."}</p>
        )}
      </div>
      <div class="watching-words">
        <h2 id="watching-title">{learning ? (PHASES[live.phase] ?? "It starts") : "Its last game"}</h2>
        {learning && live.total > 0 ? (
          <p>
            <progress value={live.done} max={live.total} aria-label="This step" />
          </p>
        ) : null}
        <dl class="watching-figures">
          <div>
            <dt>Generation</dt>
            <dd>{live.generation}</dd>
          </div>
          {learning && live.games_per_second > 0 ? (
            <div>
              <dt>Games a second</dt>
              <dd>{live.games_per_second.toPrecision(2)}</dd>
            </div>
          ) : null}
          <div>
            <dt>Versions</dt>
            <dd>{count}</dd>
          </div>
          {length > 0 ? (
            <div>
              <dt>Newest game</dt>
              <dd>
                move {ply} of {length}
              </dd>
            </div>
          ) : null}
        </dl>
        {live.note ? <p class="quiet-text">Last: {live.note}</p> : null}
        <button
          type="button"
          class="button primary large"
          disabled={busy || newest === undefined || view.summary.spec === null}
          onClick={() => onPlay(null)}
        >
          <Icon name="play" /> Play against it now
        </button>
        <p class="quiet-text">
          {newest === undefined
            ? "It has no version yet."
            : `It has ${plural(count, "version")}; each can be played below.`}
        </p>
      </div>
    </section>
  );
}

