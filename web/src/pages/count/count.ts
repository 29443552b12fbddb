/** The counting trainer without its page: reading numbers, choosing problems. */
import type { CountingList } from "../../api/types";
import { pick } from "../puzzles/choose";

export type CountingEntry = CountingList["problems"][number];
export type Counting = "territory" | "area" | "difference";

export interface CountWish {
  kind: "" | CountingEntry["kind"];
  size: "" | CountingEntry["size"];
}

const SIGNS: Record<string, string> = {
  "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
};

/** The value of "3 1/2", "7/2", "3.5" or "3½"; null for anything else. */
export function parseCount(text: string): number | null {
  const plain = text
    .replace(/[½⅓⅔¼¾⅙⅚⅛⅜⅝⅞]/g, (sign) => ` ${SIGNS[sign]}`)
    .replace(",", ".")
    .trim();
  if (/^\d{1,4}(\.\d{1,6})?$/.test(plain)) return Number(plain);
  const mixed = /^(?:(\d{1,4})\s+)?(\d{1,4})\/([1-9]\d{0,3})$/.exec(plain);
  return mixed === null ? null : Number(mixed[1] ?? 0) + Number(mixed[2]) / Number(mixed[3]);
}

export function fitting(problems: readonly CountingEntry[], wish: CountWish): CountingEntry[] {
  return problems.filter(
    ({ kind, size }) => (wish.kind === "" || kind === wish.kind) && (wish.size === "" || size === wish.size),
  );
}

/** One of the problems that are wanted, rather one that is not solved yet. */
export function chooseProblem(
  problems: readonly CountingEntry[],
  wish: CountWish,
  solved: ReadonlySet<number>,
  dice: number,
): number | null {
  return pick(fitting(problems, wish), solved, dice);
}
