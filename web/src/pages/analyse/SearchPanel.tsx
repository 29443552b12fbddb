/** The live search: on or off, how sure it is, and its best lines. */
import type { AnalysisView, MoveAnalysis, PositionView } from "../../api/types";
import { Switch } from "../../parts/Choices";
import { countText, engineText, moveText, percent } from "../../state/format";
import { playerNames } from "../../state/spec";
import type { Workspace } from "../../state/workspace";
import { ratingRange, ratingText } from "./overlays";
import { leadOfMove } from "./points";
import { signed } from "./remarks";
import type { LiveSearch } from "./useSearch";

const SHOWN = 5;
const TIMES = [5, 20, 60, 120];

interface Props {
  space: Workspace;
  position: PositionView;
  search: LiveSearch;
  on: boolean;
  /** Whether a review has the machine now. */
  paused: boolean;
  heat: boolean;
  seconds: number;
  onToggle: () => void;
  onHeat: () => void;
  onSeconds: (seconds: number) => void;
  onLine: (line: readonly number[] | null) => void;
  onPlay: (moves: number[]) => void;
}

export function SearchPanel(props: Props) {
  const { space, position, search, on } = props;
  const { report } = search;
  return (
    <section class="card search-panel" aria-labelledby="search-title">
      <header class="card-head">
        <h2 id="search-title">Live search</h2>
        <div class="row">
          <Switch label="Heat map" checked={props.heat} onChange={props.onHeat} />
          <Switch label="Search" checked={on} onChange={props.onToggle} />
        </div>
      </header>
      <p class="quiet-text search-state">{stateWords()}</p>
      {report && props.heat ? <HeatScale report={report} /> : null}
      {report ? (
        <ol class="lines" aria-label="Best moves">
          {report.moves.slice(0, SHOWN).map((move, index) => (
            <BestLine
              key={move.move}
              move={move}
              index={index}
              names={space.game.move_names}
              onLine={props.onLine}
              onPlay={props.onPlay}
            />
          ))}
        </ol>
      ) : null}
      <label class="inline-field">
        <span>Time per position</span>
        <select value={String(props.seconds)} onChange={(event) => props.onSeconds(Number(event.currentTarget.value))}>
          {TIMES.map((time) => (
            <option key={time} value={String(time)} selected={time === props.seconds}>
              {time < 60 ? `${time} s` : `${time / 60} min`}
            </option>
          ))}
        </select>
      </label>
    </section>
  );

  function stateWords(): string {
    if (position.ending) return position.ending.text;
    if (!on) return "Switched off: no hints on the board.";
    if (props.paused) return "Waits until the review is done.";
    if (search.problem) return search.problem;
    if (!report) return "Looking…";
    const who = playerNames(space.game)[report.for_player];
    const sure =
      report.proof === "unknown" ? percent(report.chance) + " to win" : `${PROOFS[report.proof]} for certain`;
    const ahead = report.lead === null ? "" : `, ${leadWords(report.lead)}`;
    if (report.score !== null && report.proof === "unknown")
      return `${who} to move: ${leadWords(report.score)} with best play, proven by the endgame search. ${workText(report)}.`;
    return `${who} to move: ${sure}${ahead}. ${workText(report)}${search.running ? "…" : "."}`;
  }
}

/** Who searched, and how much. */
function workText(report: AnalysisView): string {
  const work =
    report.simulations > 0 ? `${countText(report.simulations)} simulations` : `${countText(report.nodes)} positions`;
  const seconds = `${report.seconds.toFixed(1)} s`;
  return report.nodes === 0
    ? `By the ${engineText(report.engine)}`
    : `By ${engineText(report.engine)}, ${work} in ${seconds}`;
}

/** A lead of the player to move in words. */
function leadWords(lead: number): string {
  return lead >= 0 ? `${lead.toFixed(1)} points ahead` : `${(-lead).toFixed(1)} points behind`;
}

/** By how many points the player ends ahead, where that is proven. */
function exactScore(move: MoveAnalysis): string | null {
  return move.score === null || move.proof === "unknown" ? null : signed(move.score);
}

const PROOFS = { win: "a win", draw: "a draw", loss: "a loss" } as const;

interface LineProps {
  move: MoveAnalysis;
  index: number;
  names: readonly string[];
  onLine: (line: readonly number[] | null) => void;
  onPlay: (moves: number[]) => void;
}

function BestLine({ move, index, names, onLine, onPlay }: LineProps) {
  const words = move.line.map((each) => moveText(names[each]));
  const show = (): void => onLine(move.line);
  const hide = (): void => onLine(null);
  return (
    <li class={index === 0 ? "line-row is-best" : "line-row"} onPointerEnter={show} onPointerLeave={hide}>
      <button type="button" class="line-play" onFocus={show} onBlur={hide} onClick={() => onPlay([move.move])}>
        <b>
          <span class="visually-hidden">Play </span>
          {words[0]}
        </b>
        <span class="visually-hidden">, rating </span>
        <span class="rating-number">{exactScore(move) ?? ratingText(move)}</span>
      </button>
      <span class="line-words" title={words.join(" ")}>
        {words.slice(1).join(" ") || "–"}
      </span>
      {move.lead === null && (move.score === null || exactScore(move) !== null) ? null : (
        <small title={move.score === null ? "Lead in points" : "Lead in points, proven"}>{leadOfMove(move)}</small>
      )}
      <small>{move.proof === "unknown" ? countText(move.visits) : move.proof}</small>
    </li>
  );
}

/** What the colours of the heat map mean: the ratings that they stand for. */
function HeatScale({ report }: { report: AnalysisView }) {
  const [low, high] = ratingRange(report);
  return (
    <p class="heat-scale">
      <span>{Math.round(low)}</span>
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <rect key={step} x={20 * (step - 1)} width="19" height="12" class={`heat heat-${step}`} />
        ))}
      </svg>
      <span>{Math.round(high)}</span>
      <small>rating of the moves that were searched, 0 to 100</small>
    </p>
  );
}
