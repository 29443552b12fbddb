/** What changed on a board since it was last drawn, so that stones can be seen to come and go. */
import { useRef } from "preact/hooks";

export interface Changes {
  /** Points that got a stone. */
  placed: ReadonlySet<number>;
  /** Stones that were taken off: their points and colours. */
  taken: readonly { point: number; colour: number }[];
  /** Points whose stone has changed its colour. */
  turned: ReadonlySet<number>;
}

const NOTHING: Changes = { placed: new Set(), taken: [], turned: new Set() };

/** More stones than a move places: another position was opened, and nothing moves. */
const MOST_PLACED = 2;

export function changesBetween(before: readonly number[], after: readonly number[]): Changes {
  if (before.length !== after.length) return NOTHING;
  const placed = new Set<number>();
  const turned = new Set<number>();
  const taken: { point: number; colour: number }[] = [];
  after.forEach((stone, point) => {
    const old = before[point] as number;
    if (old < 0 && stone >= 0) placed.add(point);
    if (old >= 0 && stone < 0) taken.push({ point, colour: old });
    if (old >= 0 && stone >= 0 && old !== stone) turned.add(point);
  });
  return placed.size > MOST_PLACED || placed.size === 0 ? NOTHING : { placed, taken, turned };
}

/** The last change of `stones`. The same stones again, as the server confirms them, change nothing. */
export function useChanges(stones: readonly number[]): Changes {
  const before = useRef(stones);
  const found = useRef(NOTHING);
  const isSame = before.current.length === stones.length && stones.every((stone, i) => stone === before.current[i]);
  if (!isSame) {
    found.current = changesBetween(before.current, stones);
    before.current = stones;
  }
  return found.current;
}
