/** The properties of every board. */
import type { GameInfo, PositionView, Remark, Verdict } from "../api/types";

/** A move that the search looked at, as the board shows it. */
export interface Candidate {
  move: number;
  /** Large and small text, e.g. rating and visits. */
  text: string;
  sub: string;
  /** 0 the best, 1 as bad as shown: its colour. */
  loss: number;
  best: boolean;
}

export interface Overlay {
  candidates?: readonly Candidate[];
  /** Strength by move, 0 to 1. */
  heat?: ReadonlyMap<number, number>;
  /** A variation, shown as numbered moves. */
  line?: readonly number[];
  /** By point: square, triangle, circle, cross or a label. */
  marks?: Readonly<Record<string, string>>;
  /** Drawn from one point to another. */
  arrows?: readonly (readonly [number, number])[];
  hint?: number | null;
  verdict?: { move: number; kind: Verdict } | null;
  /** What theory says of the position, marked where it is. */
  remarks?: readonly Remark[];
  /** The expected owner of each point: 1 the first player, -1 the second. */
  ownership?: readonly number[];
  /** The counted board: for each point 0 or 1 for its owner, -1 for nobody. */
  territory?: readonly number[];
  /** Stones that are taken off for the count. */
  dead?: ReadonlySet<number>;
  /** Stones that live in seki. */
  seki?: ReadonlySet<number>;
  /** Points coloured by temperature, from 1 (cool) to 5 (hot). */
  tints?: ReadonlyMap<number, number>;
}

export interface BoardProps {
  game: GameInfo;
  position: PositionView;
  /** Names of the two players, for the owners of boxes. */
  names: readonly [string, string];
  /** Whether a move can be made now. */
  active: boolean;
  /** Whether every point may be chosen for something other than a move; `onPlay` is called. */
  marking?: boolean;
  label: string;
  overlay?: Overlay;
  onPlay?: (move: number) => void;
  /** Called for a point that is not legal. */
  onRefused?: (move: number) => void;
  /** Called for a point that is marked: by the right button or a long press. */
  onMark?: (point: number) => void;
  /** Called for an arrow that is drawn with the right button. */
  onArrow?: (from: number, to: number) => void;
  onHover?: (move: number | null) => void;
}

export const NO_OVERLAY: Overlay = {};
