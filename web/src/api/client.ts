/** The JSON API: one function a route. Errors carry the server's sentence. */
import type {
  Catalog,
  CountRequest,
  CountView,
  CountingAnswer,
  CountingList,
  CountingTry,
  CountingView,
  CouponRequest,
  CouponView,
  EngineList,
  EngineView,
  EstimateView,
  ExerciseView,
  Explanation,
  GamesFound,
  GameChange,
  GameView,
  Imported,
  Invitation,
  Joined,
  Looks,
  NewEngine,
  NewGame,
  NewLesson,
  NewSharedGame,
  NewTournament,
  OpponentList,
  OwnGame,
  OwnGameList,
  PlayedMoves,
  ReactionSign,
  PositionAnswer,
  PositionLine,
  PositionRequest,
  LessonAnswer,
  LessonView,
  PuzzleAnswer,
  PuzzleList,
  PuzzleView,
  RecordDownload,
  RecordView,
  RulesText,
  RunCurves,
  RunList,
  RunLive,
  RunView,
  Statistics,
  TeachingView,
  TemperatureRegion,
  TournamentList,
  TournamentView,
} from "./types";
import { heldSeat } from "../state/seats";

const BASE = "/api/v1";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "x-seat-key": key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "The server does not answer. Is “tesuji serve” still running?");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { detail?: string } | null;
  throw new ApiError(answer.status, sentence(problem?.detail ?? `The server answered ${answer.status}.`));
}

const json = async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> =>
  (await (await ask(method, path, body, key)).json()) as T;

/** Does something in a game, with the key of the seat that is played here if it is a shared one. */
const act = (what: "games" | "shared", id: string, action: string, body?: unknown): Promise<GameChange> =>
  json("POST", `/${what}/${encodeURIComponent(id)}/${action}`, body, heldSeat(id)?.key);

/** A phrase of the server as a sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

export const api = {
  catalog: () => json<Catalog>("GET", "/catalog"),
  rules: (game: string) => json<RulesText>("GET", `/rules/${encodeURIComponent(game)}`),
  position: (at: PositionRequest) => json<PositionAnswer>("POST", "/positions", at),
  positionLine: (game: PositionRequest) => json<PositionLine>("POST", "/positions/line", game),
  whyIllegal: async (at: PositionRequest, move: number): Promise<string | null> =>
    (await json<{ reason: string | null }>("POST", `/positions/why-illegal/${move}`, at)).reason,
  picture: async (at: PositionRequest, theme: "light" | "dark" | "paper"): Promise<string> =>
    (await ask("POST", `/positions/svg?theme=${theme}`, at)).text(),
  explain: (at: PositionRequest) => json<Explanation>("POST", "/positions/explain", at),
  count: (at: PositionRequest & Partial<CountRequest>) => json<CountView>("POST", "/positions/count", at),
  estimate: (at: PositionRequest) => json<EstimateView>("POST", "/positions/estimate", at),
  lesson: (game: string) => json<LessonView>("GET", `/lessons/${encodeURIComponent(game)}`),
  tryLesson: (game: string, number: number, move: number) =>
    json<LessonAnswer>("POST", `/lessons/${encodeURIComponent(game)}/${number}/try`, { move }),
  exercise: (number: number, kind: string) =>
    json<ExerciseView>("GET", `/exercises/dots-and-boxes/${number}${kind === "" ? "" : `?kind=${kind}`}`),
  puzzles: () => json<PuzzleList>("GET", "/puzzles/gomoku"),
  puzzle: (number: number) => json<PuzzleView>("GET", `/puzzles/gomoku/${number}`),
  tryPuzzle: (number: number, moves: readonly number[]) =>
    json<PuzzleAnswer>("POST", `/puzzles/gomoku/${number}/try`, { moves }),
  solvePuzzle: async (number: number, moves: readonly number[]): Promise<number[]> =>
    (await json<{ line: number[] }>("POST", `/puzzles/gomoku/${number}/solution`, { moves })).line,
  temperatures: async (at: PositionRequest, region: readonly number[], point: number | null, seconds: number) =>
    (
      await json<{ regions: TemperatureRegion[] }>("POST", "/positions/temperature", { ...at, region, point, seconds })
    ).regions,
  countingProblems: () => json<CountingList>("GET", "/endgames/problems"),
  countingProblem: (number: number) => json<CountingView>("GET", `/endgames/problems/${number}`),
  tryCounting: (number: number, attempt: CountingTry) =>
    json<CountingAnswer>("POST", `/endgames/problems/${number}/try`, attempt),
  coupons: (game: CouponRequest) => json<CouponView>("POST", "/endgames/coupons", game),
  tournaments: () => json<TournamentList>("GET", "/tournaments"),
  newTournament: (tournament: NewTournament) => json<TournamentView>("POST", "/tournaments", tournament),
  tournament: (id: string) => json<TournamentView>("GET", `/tournaments/${encodeURIComponent(id)}`),
  pauseTournament: (id: string) => json<TournamentView>("POST", `/tournaments/${encodeURIComponent(id)}/pause`),
  resumeTournament: (id: string) => json<TournamentView>("POST", `/tournaments/${encodeURIComponent(id)}/resume`),
  stopTournament: (id: string) => json<TournamentView>("POST", `/tournaments/${encodeURIComponent(id)}/stop`),
  setPace: (id: string, pace: number) =>
    json<TournamentView>("PUT", `/tournaments/${encodeURIComponent(id)}/pace`, { pace }),
  tournamentGame: (id: string, number: number) =>
    json<PlayedMoves>("GET", `/tournaments/${encodeURIComponent(id)}/games/${number}`),
  deleteTournament: async (id: string): Promise<void> => {
    await ask("DELETE", `/tournaments/${encodeURIComponent(id)}`);
  },
  engines: () => json<EngineList>("GET", "/engines"),
  addEngine: (engine: NewEngine) => json<EngineView>("POST", "/engines", engine),
  removeEngine: async (id: string): Promise<void> => {
    await ask("DELETE", `/engines/${encodeURIComponent(id)}`);
  },
  runs: () => json<RunList>("GET", "/runs"),
  run: (name: string) => json<RunView>("GET", `/runs/${encodeURIComponent(name)}`),
  curves: (name: string, after: number) =>
    json<RunCurves>("GET", `/runs/${encodeURIComponent(name)}/curves?after=${after}`),
  live: (name: string) => json<RunLive>("GET", `/runs/${encodeURIComponent(name)}/live`),
  looks: (name: string, versions: readonly string[], moves: readonly number[]) =>
    json<Looks>("POST", `/runs/${encodeURIComponent(name)}/looks`, { versions, moves }),
  teaching: () => json<TeachingView>("GET", "/teaching"),
  teach: (lesson: NewLesson) => json<RunView>("POST", "/runs", lesson),
  pauseRun: (name: string) => json<RunView>("POST", `/runs/${encodeURIComponent(name)}/pause`),
  resumeRun: (name: string, minutes: number | null) =>
    json<RunView>("POST", `/runs/${encodeURIComponent(name)}/resume`, { minutes }),
  stopRun: (name: string) => json<RunView>("POST", `/runs/${encodeURIComponent(name)}/stop`),
  deleteRun: async (name: string): Promise<void> => {
    await ask("DELETE", `/runs/${encodeURIComponent(name)}`);
  },
  opponents: () => json<OpponentList>("GET", "/opponents"),
  ship: (run: string, version: string, name: string) =>
    json<OpponentList>("POST", `/runs/${encodeURIComponent(run)}/opponents`, { version, name }),
  removeOpponent: async (id: string): Promise<void> => {
    await ask("DELETE", `/opponents/${encodeURIComponent(id)}`);
  },
  ownGames: () => json<OwnGameList>("GET", "/own-games"),
  addOwnGame: (file: string, source: string) => json<OwnGame>("POST", "/own-games", { file, source }),
  removeOwnGame: async (file: string): Promise<void> => {
    await ask("DELETE", `/own-games/${encodeURIComponent(file)}`);
  },
  runGame: async (name: string, game: string): Promise<string> =>
    (await json<{ sgf: string }>("GET", `/runs/${encodeURIComponent(name)}/games/${encodeURIComponent(game)}`)).sgf,
  /** `query` is made by `queryOf`. */
  library: (query: string) => json<GamesFound>("GET", `/library${query}`),
  statistics: (query: string) => json<Statistics>("GET", `/library/statistics${query}`),
  exportGames: async (query: string): Promise<string> =>
    (await json<{ sgf: string }>("GET", `/library/sgf${query}`)).sgf,
  importGames: (sgf: string) => json<Imported>("POST", "/library/sgf", { sgf }),
  setTags: async (id: string, tags: readonly string[]): Promise<void> => {
    await ask("PUT", `/library/${encodeURIComponent(id)}/tags`, { tags });
  },
  newGame: (game: NewGame) => json<GameView>("POST", "/games", game),
  game: (id: string) => json<GameView>("GET", `/games/${encodeURIComponent(id)}`),
  deleteGame: async (id: string): Promise<void> => {
    await ask("DELETE", `/games/${encodeURIComponent(id)}`);
  },
  play: (id: string, move: number, ply: number) => act("games", id, "moves", { move, ply }),
  retry: (id: string) => act("games", id, "retry"),
  undo: (id: string) => act("games", id, "undo"),
  resign: (id: string, player: number | null) => act("games", id, "resign", { player }),
  agree: (id: string, dead: readonly number[], seki: readonly number[]) => act("games", id, "agree", { dead, seki }),
  playOn: (id: string) => act("games", id, "play-on"),
  share: (game: NewSharedGame) => json<Joined>("POST", "/shared", game),
  join: (id: string, invitation: string, name: string) =>
    json<Joined>("POST", `/shared/${encodeURIComponent(id)}/join`, { invitation, name }),
  invitation: (id: string) =>
    json<Invitation>("GET", `/shared/${encodeURIComponent(id)}`, undefined, heldSeat(id)?.key),
  askRematch: (id: string) => act("shared", id, "rematch"),
  answerOffer: (id: string, accept: boolean) => act("shared", id, "answer", { accept }),
  react: (id: string, sign: ReactionSign) => act("shared", id, "react", { sign }),
  gameSgf: async (id: string) => (await json<{ sgf: string }>("GET", `/games/${id}/sgf`)).sgf,
  readSgf: (sgf: string) => json<RecordView>("POST", "/records", { sgf }),
  writeSgf: async (record: RecordDownload): Promise<string> =>
    (await json<{ sgf: string }>("POST", "/records/sgf", record)).sgf,
};
