/** Which puzzle comes next: pure, tested without a page. */
import type { PuzzleList } from "../../api/types";

type Entry = PuzzleList["puzzles"][number];

export interface Wish {
  kind: "" | Entry["kind"];
  /** Moves of both players; 0 for lengths that grow with what was solved. */
  plies: number;
}

/** The lengths that puzzles of a kind have. */
export function lengthsOf(puzzles: readonly Entry[], kind: Wish["kind"]): number[] {
  const fitting = puzzles.filter((puzzle) => kind === "" || puzzle.kind === kind);
  return [...new Set(fitting.map(({ plies }) => plies))].sort((a, b) => a - b);
}

/** Solved puzzles after which those of the next length come up as well. */
const STEP = 5;

/** The longest puzzle that comes up of itself. */
export function longestNow(puzzles: readonly Entry[], kind: Wish["kind"], solved: ReadonlySet<number>): number {
  const lengths = lengthsOf(puzzles, kind);
  const done = puzzles.filter((puzzle) => (kind === "" || puzzle.kind === kind) && solved.has(puzzle.number)).length;
  return lengths[Math.min(lengths.length - 1, Math.floor(done / STEP))] ?? 0;
}

/** One of the puzzles that are wanted, rather one that is not solved yet; `dice` is from 0 to 1. */
export function choose(
  puzzles: readonly Entry[],
  wish: Wish,
  solved: ReadonlySet<number>,
  dice: number,
): number | null {
  const longest = longestNow(puzzles, wish.kind, solved);
  const fitting = puzzles.filter(
    ({ kind, plies }) =>
      (wish.kind === "" || kind === wish.kind) && (wish.plies === 0 ? plies <= longest : plies === wish.plies),
  );
  return pick(fitting, solved, dice);
}

/** One of a pool, rather one that is not solved yet; `dice` is from 0 to 1. */
export function pick(
  fitting: readonly { number: number }[],
  solved: ReadonlySet<number>,
  dice: number,
): number | null {
  const open = fitting.filter(({ number }) => !solved.has(number));
  const pool = open.length > 0 ? open : fitting;
  return pool[Math.min(pool.length - 1, Math.floor(dice * pool.length))]?.number ?? null;
}
