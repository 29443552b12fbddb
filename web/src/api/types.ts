/** Short names for the generated types. */
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Catalog = Schemas["Catalog"];
export type CatalogGame = Schemas["CatalogGame"];
export type Level = Schemas["Level"];
export type GameInfo = Schemas["GameInfo"];
export type PositionView = Schemas["PositionView"];
export type Setup = Schemas["Setup"];
export type PositionRequest = Schemas["PositionRequest"];
export type PositionAnswer = Schemas["PositionAnswer"];
export type Seat = Schemas["Seat"];
export type NewGame = Schemas["NewGame"];
export type GameView = Schemas["GameView"];
export type GameSummary = Schemas["GameSummary"];
export type GameList = Schemas["GameList"];
export type MoveView = Schemas["MoveView"];
export type ClockView = Schemas["ClockView"];
export type Ending = Schemas["Ending"];
export type RecordView = Schemas["RecordView"];
export type RecordDownload = Schemas["RecordDownload"];
export type TreeNode = Schemas["TreeNode"];
export type RulesText = Schemas["RulesText"];
export type Problem = Schemas["Problem"];
export type Remark = Schemas["Remark"];
export type CountView = Schemas["CountView"];
export type CountRequest = Schemas["CountRequest"];
export type EstimateView = Schemas["EstimateView"];
export type Explanation = Schemas["ExplanationView"];
export type ExerciseView = Schemas["ExerciseView"];
export type LessonView = Schemas["LessonView"];
export type LessonAnswer = Schemas["LessonAnswer"];
export type PuzzleList = Schemas["PuzzleList"];
export type PuzzleView = Schemas["PuzzleView"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type EndgameNode = Schemas["EndgameNode"];
export type TemperatureRegion = Schemas["TemperatureRegion"];
export type CountingList = Schemas["CountingList"];
export type CountingView = Schemas["CountingView"];
export type CountingTry = Schemas["CountingTry"];
export type CountingAnswer = Schemas["CountingAnswer"];
export type CouponRequest = Schemas["CouponRequest"];
export type CouponView = Schemas["CouponView"];
export type RunSummary = Schemas["RunSummary"];
export type RunList = Schemas["RunList"];
export type RunView = Schemas["RunView"];
export type RunCurves = Schemas["RunCurves"];

/** The two players: 0 moves first. */
export type Player = 0 | 1;

// What the WebSocket sends is not part of OpenAPI; these mirror server/models.py.

export type Proof = "unknown" | "win" | "draw" | "loss";

export interface MoveAnalysis {
  move: number;
  visits: number;
  /** -1 to 1, for the player to move. */
  value: number;
  /** 0 to 100: the chance to win with it; null for a move that the search has no opinion of. */
  rating: number | null;
  proof: Proof;
  score: number | null;
  /** Points by which the player to move leads with it, as a network judges it. */
  lead: number | null;
  line: number[];
}

export interface AnalysisView {
  for_player: Player;
  value: number;
  proof: Proof;
  /** Of the player to move to win, 0 to 1. */
  chance: number;
  /** Points by which the player to move leads, as a network judges it. */
  lead: number | null;
  /** Who searched and with what budget, as a player spec. */
  engine: string;
  simulations: number;
  nodes: number;
  seconds: number;
  moves: MoveAnalysis[];
  done: boolean;
}

export type Verdict = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";

export interface ReviewedMove {
  ply: number;
  move: number;
  player: Player;
  /** 0 to 1, of the player who moved, after the move. */
  chance: number;
  best_chance: number;
  best: number;
  line: number[];
  loss: number;
  verdict: Verdict;
  /** Points of the game that it gave away, where that is known. */
  points_lost: number | null;
  /** Whether they are certain, and not the estimate of a network. */
  points_proven: boolean;
  /** Points by which the player who moved leads after it. */
  lead: number | null;
  best_lead: number | null;
  /** Who judged and with what budget, as a player spec. */
  engine: string;
}
