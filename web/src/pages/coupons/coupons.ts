/** The coupon game without its page. */
import type { CouponRequest, CouponView } from "../../api/types";

export type CouponStep = NonNullable<CouponRequest["moves"]>[number];
export type CouponLevel = NonNullable<CouponRequest["level"]>;

export interface CouponChoices {
  regions: 2 | 3;
  level: CouponLevel;
  person: 0 | 1;
}

export const DEFAULT_CHOICES: CouponChoices = { regions: 2, level: "perfect", person: 0 };

export const LEVELS: { value: CouponLevel; title: string; note: string }[] = [
  { value: "hotstrat", title: "Hottest first", note: "plays the hottest place and never answers sente for its own sake" },
  { value: "sentestrat", title: "Orthodox", note: "answers sente, else plays the hottest place" },
  { value: "perfect", title: "Perfect", note: "plays perfectly" },
];

export const stepsOf = (view: Pick<CouponView, "moves">): CouponStep[] =>
  view.moves.map(({ region, point }) => ({ region, point }));

/** The moves before the person's last one; null where there is none. */
export function takenBack(view: Pick<CouponView, "moves">, person: number): CouponStep[] | null {
  for (let ply = view.moves.length - 1; ply >= 0; ply--) {
    if (view.moves[ply]?.player === person) return stepsOf({ moves: view.moves.slice(0, ply) });
  }
  return null;
}

/** What the program did since the person moved, in words. */
export function answerWords(view: Pick<CouponView, "moves">, person: number, names: readonly [string, string]): string {
  const last = view.moves.at(-1);
  if (last === undefined || last.player === person) return "";
  return `${names[last.player as 0 | 1]}: ${last.text}.`;
}
