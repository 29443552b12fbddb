/** Temperatures of endgames in Go: what a move is worth in each region, or in one that is marked. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameInfo, PositionRequest, TemperatureRegion } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { moveText, plural } from "../../state/format";

const SECONDS = 5;

interface Props {
  game: GameInfo;
  request: PositionRequest;
  /** The points marked by hand; null while clicks play. */
  marked: readonly number[] | null;
  onMarked: (points: readonly number[] | null) => void;
  /** The region pointed at, and whose first moves are shown. */
  onRegion: (region: TemperatureRegion | null) => void;
}

export function TemperaturePanel({ game, request, marked, onMarked, onRegion }: Props) {
  const [found, setFound] = useState<{ of: string; regions: TemperatureRegion[] } | null>(null);
  const [busy, run] = useTask();
  const here = JSON.stringify(request);
  const ask = (region: readonly number[]): void =>
    run(async () => {
      const regions = await api.temperatures(request, region, SECONDS);
      setFound({ of: here, regions });
      onMarked(null);
    });
  const regions = found?.of === here ? found.regions : null;
  return (
    <section class="card temperature" aria-labelledby="temperature-title">
      <h2 id="temperature-title">Temperature</h2>
      <p class="quiet-text">
        What a move is worth in a local endgame. Find all regions that are undecided, or mark one yourself.
      </p>
      <Segments<"play" | "mark">
        legend="A click on the board"
        value={marked === null ? "play" : "mark"}
        onChange={(value) => onMarked(value === "mark" ? [] : null)}
        options={[
          { value: "play", title: "Plays" },
          { value: "mark", title: "Marks a region" },
        ]}
      />
      <div class="row">
        {marked === null ? (
          <button type="button" class="button primary small" disabled={busy} onClick={() => ask([])}>
            <Icon name="graph" /> {busy ? "Measuring…" : "Measure the board"}
          </button>
        ) : (
          <button
            type="button"
            class="button primary small"
            disabled={busy || marked.length === 0}
            onClick={() => ask(marked)}
          >
            <Icon name="graph" /> {busy ? "Measuring…" : `Measure ${plural(marked.length, "point")}`}
          </button>
        )}
      </div>
      {regions === null ? null : regions.length === 0 ? (
        <p role="status">Nothing is undecided in a region small enough to be counted.</p>
      ) : (
        <ol class="region-list">
          {regions.map((region, index) => (
            <Region key={index} game={game} region={region} onRegion={onRegion} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Region({
  game,
  region,
  onRegion,
}: {
  game: GameInfo;
  region: TemperatureRegion;
  onRegion: (region: TemperatureRegion | null) => void;
}) {
  const names = (moves: readonly number[]): string =>
    moves
      .slice(0, 4)
      .map((move) => moveText(game.move_names[move]))
      .join(", ") || "–";
  return (
    <li
      onPointerEnter={() => onRegion(region)}
      onPointerLeave={() => onRegion(null)}
      onFocusCapture={() => onRegion(region)}
      onBlurCapture={() => onRegion(null)}
    >
      <details>
        <summary>
          <b>{region.temperature_text}</b> a move, now {region.mean_text}
          <small> {region.exact ? "proven" : "estimated"}</small>
        </summary>
        <p>{region.words}.</p>
        <ul>
          {([0, 1] as const).map((player) => (
            <li key={player}>
              {region.after[player]} ({names(region.moves[player])})
            </li>
          ))}
        </ul>
        <img
          class="thermograph"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(region.thermograph)}`}
          alt={`Thermograph: temperature ${region.temperature_text}, mean ${region.mean_text}`}
        />
        {region.warnings.map((warning) => (
          <p key={warning} class="quiet-text">
            {warning}
          </p>
        ))}
      </details>
    </li>
  );
}
