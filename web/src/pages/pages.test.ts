import { describe, expect, it } from "vitest";
import type { AnalysisView, CatalogGame, GameChange, GameInfo, GameView, Level, MoveAnalysis, MoveView } from "../api/types";
import { candidatesOf, heatOf } from "./analyse/overlays";
import { judgeTry } from "./analyse/judgeTry";
import { clockOf, defaultChoices, measuredBoard, repaired, request, withHandicap, withOption } from "./newgame/choices";
import { ratingWords } from "../parts/LevelPicker";
import { rematchRequest } from "./play/rematchRequest";
import { changed } from "../state/change";
import { draftOf, emptyDraft, setupOf, viewOf, withLine, withStone } from "./setup/editor";

const level = (id: string) => ({ id, title: id, description: "", ratings: [rating(id)] });
const rating = (id: string) => ({
  spec: "go:size=9,komi=7.5",
  size: "9",
  words: `about ${id}`,
  elo: 0,
  error: 50,
  anchor: "GNU Go level 1",
  games: 40,
});
const go: CatalogGame = {
  name: "go",
  title: "Go",
  tagline: "",
  sizes: ["9", "13"],
  default_size: "9",
  size_title: "Size",
  handicaps: true,
  can_set_up: true,
  has_lesson: true,
  players: ["Black", "White"],
  levels: [level("beginner"), level("novice"), level("strongest")],
  expectations: {},
  options: [
    { name: "rules", title: "Rules", kind: "choice", default: "tromp-taylor", choices: [] },
    { name: "komi", title: "Komi", kind: "number", default: "7.5", choices: [] },
  ],
};

describe("a new game", () => {
  it("starts as the catalogue says", () => {
    const made = request(go, defaultChoices(go));
    expect(made.options).toEqual({ rules: "tromp-taylor", komi: "7.5", size: "9" });
    expect(made.seats.map((seat) => seat.kind)).toEqual(["human", "engine"]);
    expect(made.seats[1]?.level).toBe("novice");
    expect(made.clock).toBeNull();
  });

  it("seats by side, coin and mode", () => {
    const usual = defaultChoices(go);
    const kinds = (part: object, coin = 0.9) => request(go, { ...usual, ...part }, coin).seats.map((seat) => seat.kind);
    expect(kinds({ side: "second" })).toEqual(["engine", "human"]);
    expect(kinds({ side: "random" }, 0.1)).toEqual(["human", "engine"]);
    expect(kinds({ side: "random" }, 0.9)).toEqual(["engine", "human"]);
    expect(kinds({ mode: "people" })).toEqual(["human", "human"]);
    expect(kinds({ mode: "watch" })).toEqual(["engine", "engine"]);
  });

  it("lets komi follow rules and handicap until it is set by hand", () => {
    const japanese = withOption(defaultChoices(go), "rules", "japanese");
    expect(japanese.options["komi"]).toBe("6.5");
    const given = withHandicap(japanese, "4");
    expect(given.options["komi"]).toBe("0.5");
    expect(request(go, given).handicap).toBe(4);
    const byHand = withOption(defaultChoices(go), "komi", "3.5");
    expect(withHandicap(byHand, "2").options["komi"]).toBe("3.5");
    expect(withOption(byHand, "rules", "japanese").options["komi"]).toBe("3.5");
  });

  it("shows ratings only for the board that they were measured on", () => {
    const usual = defaultChoices(go);
    const board = measuredBoard(go, usual);
    expect(board).toBe("go:size=9,komi=7.5");
    expect(measuredBoard(go, { ...usual, size: "13" })).toBeNull();
    expect(measuredBoard(go, withOption(usual, "komi", "3.5"))).toBeNull();
    expect(ratingWords(go.levels[1] as Level, board)).toBe("On this board it is about novice.");
    expect(ratingWords(go.levels[1] as Level, null)).toBe("");
  });

  it("forgets kept choices that no longer exist", () => {
    expect(repaired(go, { size: "99", level: "gone" })).toMatchObject({ size: "9", level: "novice" });
  });

  it("reads clocks", () => {
    expect(request(go, { ...defaultChoices(go), clock: "600+5" }).clock).toEqual({
      main: 600,
      increment: 5,
      period: 0,
      period_moves: 0,
      periods: 1,
    });
    expect(clockOf("600+3x30")).toMatchObject({ main: 600, increment: 0, period: 30, period_moves: 1, periods: 3 });
    expect(clockOf("1200+300/25")).toMatchObject({ main: 1200, period: 300, period_moves: 25, periods: 1 });
  });

  it("changes colours in a rematch, but not with a handicap", () => {
    const seats: GameView["seats"] = [
      { kind: "human", name: "A", level: null },
      { kind: "engine", name: "B", level: "x" },
    ];
    const view = { game: { spec: "go:size=9,komi=7" } as GameInfo, seats, setup: null, clock: null };
    expect(rematchRequest(view).seats.map((seat) => seat.name)).toEqual(["B", "A"]);
    expect(rematchRequest(view).options).toEqual({ size: "9", komi: "7" });
    const handicap = { ...view, setup: { stones: [0], to_move: 1 } };
    expect(rematchRequest(handicap).seats.map((seat) => seat.name)).toEqual(["A", "B"]);
  });
});

const move = (number: number, rating: number, visits: number): MoveAnalysis => ({
  move: number,
  rating,
  visits,
  value: rating / 50 - 1,
  proof: "unknown",
  score: null,
  lead: null,
  line: [number],
});

describe("what the board shows of a search", () => {
  const report: AnalysisView = {
    for_player: 0,
    value: 0,
    proof: "unknown",
    chance: 0.5,
    score: null,
    lead: null,
    engine: "mcts:sims=100",
    simulations: 100,
    nodes: 100,
    seconds: 1,
    done: false,
    moves: [move(3, 60, 1000), move(4, 45, 500), move(5, 30, 500), move(6, 10, 1)],
  };
  it("takes moves that were searched", () => {
    const shown = candidatesOf(report);
    expect(shown.map((each) => each.move)).toEqual([3, 4, 5]);
    expect(shown[0]).toMatchObject({ text: "60", sub: "1k", loss: 0, best: true });
    expect(shown[1]?.loss).toBeCloseTo(0.5);
  });

  it("heats between the worst and the best", () => {
    expect([...heatOf(report).values()]).toEqual([1, 0.7, 0.4, 0]);
  });

  it("shows no rating for a move that was not searched", () => {
    const unsearched = { ...move(7, 0, 0), rating: null };
    const half = { ...report, moves: [...report.moves.slice(0, 1), unsearched] };
    expect(candidatesOf(half).map((each) => each.move)).toEqual([3]);
    expect([...heatOf(half).keys()]).toEqual([3]);
    expect(judgeTry(half.moves, 7)).toMatchObject({ kind: "wrong", lost: null });
  });

  it("judges tries", () => {
    expect(judgeTry(report.moves, 3)).toMatchObject({ kind: "right", best: true });
    expect(judgeTry([move(3, 60, 1), move(4, 57, 1)], 4)).toMatchObject({ kind: "right", best: false });
    expect(judgeTry(report.moves, 4)).toMatchObject({ kind: "wrong", lost: 15 });
    expect(judgeTry([], 4)).toMatchObject({ kind: "wrong", lost: null });
  });
});

describe("the editor", () => {
  const stones = { board: "stones", rows: 2, columns: 2, move_names: ["a", "b", "c", "d"] } as GameInfo;
  const lines = { board: "lines", rows: 1, columns: 1, move_names: ["a", "b", "c", "d"] } as GameInfo;

  it("places stones in turn and takes them away", () => {
    let draft = withStone(emptyDraft(stones), 0, "alternate");
    draft = withStone(draft, 1, "alternate");
    expect(draft.stones).toEqual([0, 1, -1, -1]);
    expect(withStone(draft, 0, "alternate").stones[0]).toBe(-1);
    expect(withStone(draft, 1, "black").stones[1]).toBe(0);
    expect(withStone(draft, 1, "erase").stones[1]).toBe(-1);
  });

  it("gives a closed box to the player to move, and opens it again", () => {
    let draft = emptyDraft(lines);
    for (const line of [0, 1, 2, 3]) draft = withLine(lines, draft, line, 1);
    expect(draft.owners).toEqual([1]);
    expect(viewOf(lines, draft, 0).score).toEqual([0, 1]);
    expect(withLine(lines, draft, 2, 0).owners).toEqual([-1]);
  });

  it("makes a set-up and reads it back", () => {
    const draft = withStone(emptyDraft(stones), 3, "white");
    expect(draftOf(stones, setupOf(stones, draft))).toEqual(draft);
    expect(draftOf(stones, { stones: [0], to_move: 0 }).stones).toHaveLength(4); // of another size
  });
});

describe("what changed in a game", () => {
  const played = (move: number): MoveView => ({ move, player: 0, name: `m${move}`, seconds: 0, value: null });
  const state = { id: "g", updated: 2, status: "playing", clock: null, thinking: false, counting: false } as const;
  const view = { ...state, updated: 1, game: { spec: "go" }, moves: [played(1), played(2)] } as unknown as GameView;
  const change = (kept: number, ...moves: number[]): GameChange =>
    ({ ...state, position: { ply: kept + moves.length }, kept, moves: moves.map(played) }) as unknown as GameChange;

  it("is added to what is known", () => {
    const next = changed(view, change(2, 3));
    expect(next?.moves.map((each) => each.move)).toEqual([1, 2, 3]);
    expect(next).toMatchObject({ updated: 2, game: { spec: "go" }, position: { ply: 3 } });
    expect(next).not.toHaveProperty("kept");
  });

  it("can take moves back", () => {
    expect(changed(view, change(1))?.moves.map((each) => each.move)).toEqual([1]);
  });

  it("is refused where it follows on unknown moves", () => {
    expect(changed(view, change(3, 4))).toBeNull();
    expect(changed({ ...view, id: "other" }, change(2, 3))).toBeNull();
  });
});
