/** Temperatures of endgames in Go: what a move is worth in each region, why, and how it goes on. */
import type { GameInfo, TemperatureRegion } from "../../api/types";
import { RegionDetails } from "../../endgames/RegionDetails";
import { tintOf } from "../../endgames/shown";
import { Segments } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { moveText, plural } from "../../state/format";
import type { ClickMode, Temperature } from "./useTemperature";

const HELP: Record<ClickMode, string> = {
  play: "Measure all regions that are undecided, or choose one by a click on the board.",
  paint: "Click the points of the region, or drag over them; a second click takes a point out again.",
  find: "Click a point: the undecided region around it is found and measured.",
};

export function TemperaturePanel({ game, temperature }: { game: GameInfo; temperature: Temperature }) {
  const { mode, marked, busy, regions } = temperature;
  const hottest = Math.max(0, ...(regions ?? []).map((region) => region.temperature));
  return (
    <section class="card temperature" aria-labelledby="temperature-title">
      <h2 id="temperature-title">Temperature</h2>
      <Segments<ClickMode>
        legend="A click on the board"
        value={mode}
        onChange={temperature.setMode}
        options={[
          { value: "play", title: "Plays" },
          { value: "find", title: "Finds a region" },
          { value: "paint", title: "Marks a region" },
        ]}
      />
      <p class="quiet-text temperature-help">{HELP[mode]}</p>
      <div class="row">
        {mode === "find" ? null : (
          <button
            type="button"
            class="button primary small"
            disabled={busy || (mode === "paint" && marked.length === 0)}
            onClick={temperature.measure}
          >
            <Icon name="graph" />{" "}
            {busy ? "Measuring…" : mode === "paint" ? `Measure ${plural(marked.length, "point")}` : "Measure the board"}
          </button>
        )}
        {mode === "play" && temperature.squares.length > 0 ? (
          <button type="button" class="button small" disabled={busy} onClick={temperature.measureSquares}>
            Measure the {plural(temperature.squares.length, "square")}
          </button>
        ) : null}
        {busy && mode === "find" ? <span role="status">Measuring…</span> : null}
        {regions !== null && regions.length > 0 ? (
          <button type="button" class="button small quiet" onClick={temperature.clear}>
            Clear
          </button>
        ) : null}
      </div>
      {regions === null ? null : regions.length === 0 ? (
        <p role="status">Nothing is undecided in a region small enough to be counted.</p>
      ) : (
        <ol class="region-list">
          {regions.map((region, index) => (
            <li
              key={`${index}:${region.region.join()}`}
              onPointerEnter={() => temperature.point(region)}
              onPointerLeave={() => temperature.point(null)}
              onFocusCapture={() => temperature.point(region)}
              onBlurCapture={() => temperature.point(null)}
            >
              <details open={regions.length === 1}>
                <summary>
                  <span class={`tint-sample tint-${tintOf(region.temperature, hottest)}`} aria-hidden="true" />
                  <b>{region.temperature_text}</b> a move, now {region.mean_text}
                  <small>
                    {" "}
                    {firstMoves(game, region)} · {region.exact ? "proven" : region.solved ? "proven inside" : "estimated"}
                  </small>
                </summary>
                <RegionDetails
                  game={game}
                  region={region}
                  active={temperature.shown?.index === index}
                  onShow={(what) => temperature.show(index, what)}
                />
              </details>
            </li>
          ))}
        </ol>
      )}
      {temperature.shown ? (
        <button type="button" class="button small" onClick={() => temperature.show(0, null)}>
          <Icon name="undo" /> Back to the position
        </button>
      ) : null}
    </section>
  );
}

function firstMoves(game: GameInfo, region: TemperatureRegion): string {
  const names = [...new Set([...region.moves[0], ...region.moves[1]])].map((move) => moveText(game.move_names[move]));
  return names.slice(0, 3).join(", ");
}
