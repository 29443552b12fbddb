/** Short names for the generated types. */
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Catalog = Schemas["Catalog"];
export type CatalogGame = Schemas["CatalogGame"];
export type Level = Schemas["LevelView"];
export type GameInfo = Schemas["GameInfo"];
export type PositionView = Schemas["PositionView"];
export type Setup = Schemas["SetupView"];
export type PositionRequest = Schemas["PositionRequest"];
export type PositionLine = Schemas["PositionLine"];
export type PositionAnswer = Schemas["PositionAnswer"];
export type Seat = Schemas["SeatView"];
export type NewGame = Schemas["NewGame"];
export type GameView = Schemas["GameView"];
export type GameChange = Schemas["GameChange"];
export type Joined = Schemas["Joined"];
export type Invitation = Schemas["Invitation"];
export type NewSharedGame = Schemas["NewSharedGame"];
export type ReactionSign = Schemas["Reaction"]["sign"];
export type GameSummary = Schemas["GameSummary"];
export type GamesFound = Schemas["GamesFound"];
export type Imported = Schemas["Imported"];
export type Statistics = Schemas["Statistics"];
export type RatingCurve = Schemas["RatingCurve"];
export type LibraryResult = "won" | "lost" | "drawn" | "playing";
export type MoveView = Schemas["MoveView"];
export type ClockView = Schemas["ClockView"];
export type Ending = Schemas["EndingView"];
export type RecordView = Schemas["RecordView"];
export type RecordDownload = Schemas["RecordDownload"];
export type TreeNode = Schemas["TreeNodeView"];
export type RulesText = Schemas["RulesText"];
export type DiagramView = Schemas["DiagramView"];
export type Problem = Schemas["ProblemDetails"];
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

// -- what the WebSocket carries ------------------------------------------------------------------

export type LiveCommand = Schemas["LiveCommand"];
export type LiveEvent = Schemas["LiveEvent"];
export type AnalysisView = Schemas["AnalysisView"];
export type MoveAnalysis = Schemas["MoveAnalysis"];
export type Proof = MoveAnalysis["proof"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type Verdict = ReviewedMove["verdict"];
