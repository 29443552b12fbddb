/** What versions would play, prepared for boards and words: pure, tested without a page. */
import type { GameInfo, Look, RunView } from "../../api/types";
import { moveText } from "../../state/format";

/** The versions with a number, the oldest first. */
export function numbered(view: Pick<RunView, "versions">): { name: string; number: number }[] {
  return view.versions
    .flatMap(({ name, number }) => (number === null ? [] : [{ name, number }]))
    .sort((a, b) => a.number - b.number);
}

/** At most `count` of them, from the first to the last, with growing steps: most is learnt early. */
export function milestones<T>(versions: readonly T[], count: number): T[] {
  const last = versions.length - 1;
  if (versions.length <= count) return [...versions];
  const places = Array.from({ length: count }, (_, index) => Math.round(last * (index / (count - 1)) ** 1.7));
  const spread = places.map((place, index) => Math.max(place, index));
  return [...new Set(spread)].map((place) => versions[Math.min(place, last)] as T);
}

/** Strength by move for the board, on one scale for all `looks`. */
export function heatOf(look: Look, looks: readonly Look[]): Map<number, number> {
  const most = Math.max(...looks.flatMap(({ policy }) => policy), 1e-9);
  return new Map(look.policy.map((share, move) => [move, share / most] as [number, number]));
}

/** "C4 31 %, D4 22 %". */
export function favourites(game: GameInfo, look: Look, count: number): string {
  return look.policy
    .map((share, move) => ({ share, move }))
    .filter(({ share }) => share >= 0.005)
    .sort((a, b) => b.share - a.share)
    .slice(0, count)
    .map(({ share, move }) => `${moveText(game.move_names[move])} ${Math.round(100 * share)} %`)
    .join(", ");
}
