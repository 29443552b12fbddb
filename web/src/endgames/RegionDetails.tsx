/** The analysis of a region: reasons, lines, tree and thermograph. */
import { useState } from "preact/hooks";
import type { GameInfo, TemperatureRegion } from "../api/types";
import { EndgameTree } from "./EndgameTree";
import { LineStepper } from "./LineStepper";
import { shownNode, shownStep, type Shown } from "./shown";

interface Props {
  game: GameInfo;
  region: TemperatureRegion;
  /** What the board shows of this region; null when it shows the position itself. */
  onShow: (shown: Shown | null) => void;
  /** Whether something of this region is still on the board. */
  active: boolean;
}

type Place = { node: number } | { player: 0 | 1; steps: number } | null;

export function RegionDetails({ game, region, onShow, active }: Props) {
  const [chosen, setPlace] = useState<Place>(null);
  const place = active ? chosen : null;
  const show = (next: Place): void => {
    setPlace(next);
    if (next === null) onShow(null);
    else onShow("node" in next ? shownNode(region, next.node) : shownStep(region, next.player, next.steps));
  };
  return (
    <div class="region-details">
      <p>
        <b>{region.temperature_text}</b> by area counting, {region.territory_text} by territory counting; the difference
        between both players' moves is {region.difference_text}. It is{" "}
        {region.certainty_text}.
      </p>
      <h3>Why: {region.words}</h3>
      <ul class="why-list">
        {region.why.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {region.warnings.map((warning) => (
          <li key={warning} class="quiet-text">
            {warning}
          </li>
        ))}
      </ul>
      <h3>Orthodox lines</h3>
      {([0, 1] as const).map((player) => (
        <LineStepper
          key={player}
          game={game}
          region={region}
          player={player}
          steps={place !== null && "player" in place && place.player === player ? place.steps : null}
          onSteps={(steps) => show(steps === null ? null : { player, steps })}
        />
      ))}
      <div class="region-pair">
        <div>
          <h3>Tree</h3>
          <p class="quiet-text">Score, worth of a move, kind. Choose a position to see it on the board.</p>
          <EndgameTree
            game={game}
            region={region}
            chosen={place !== null && "node" in place ? place.node : null}
            onChoose={(node) => show(node === null ? null : { node })}
          />
        </div>
        <div>
          <h3>Thermograph</h3>
          <img
            class="thermograph"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(region.thermograph)}`}
            alt={`Thermograph: temperature ${region.temperature_text}, mean ${region.mean_text}`}
          />
        </div>
      </div>
    </div>
  );
}
