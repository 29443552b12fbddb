/** A position in an address: spec, set-up and moves in one short word each. */
import type { PositionRequest, Setup } from "../api/types";

const STONES = { "-1": "e", "0": "b", "1": "w" } as const;
const LETTERS: Record<string, number> = { e: -1, b: 0, w: 1 };

/** Two characters a move; there are fewer than 1024 moves in every game. */
export function packMoves(moves: readonly number[]): string {
  return moves.map((move) => move.toString(36).padStart(2, "0")).join("");
}

export function unpackMoves(text: string): number[] {
  if (text.length % 2 !== 0 || /[^0-9a-z]/.test(text)) throw new Error("this link is damaged");
  return Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 36));
}

/** Runs of equal entries: "12e2b1w". */
export function packBoard(entries: readonly number[]): string {
  let text = "";
  for (let from = 0; from < entries.length;) {
    let to = from;
    while (to < entries.length && entries[to] === entries[from]) to++;
    const letter = STONES[String(entries[from]) as keyof typeof STONES];
    text += `${to - from === 1 ? "" : to - from}${letter}`;
    from = to;
  }
  return text;
}

export function unpackBoard(text: string): number[] {
  if (!/^(\d{0,4}[ebw])*$/.test(text)) throw new Error("this link is damaged");
  const entries: number[] = [];
  for (const [, count, letter] of text.matchAll(/(\d*)([ebw])/g)) {
    const value = LETTERS[letter as string] as number;
    for (let i = 0; i < Math.min(Number(count || 1), 1024); i++) entries.push(value);
  }
  return entries.slice(0, 1024);
}

function packSetup(setup: Setup | null | undefined): string {
  if (!setup) return "-";
  const turn = setup.to_move ?? 0;
  if (setup.stones) return `s${turn}${packBoard(setup.stones)}`;
  const owners = setup.owners ? `.${packBoard(setup.owners)}` : "";
  return `l${turn}${packMoves(setup.lines ?? [])}${owners}`;
}

function unpackSetup(text: string): Setup | null {
  if (text === "-" || text === "") return null;
  const to_move = text[1] === "1" ? 1 : 0;
  const rest = text.slice(2);
  if (text[0] === "s") return { stones: unpackBoard(rest), to_move };
  if (text[0] !== "l") throw new Error("this link is damaged");
  const [lines, owners] = rest.split(".");
  const setup: Setup = { lines: unpackMoves(lines ?? ""), to_move };
  if (owners !== undefined) setup.owners = unpackBoard(owners);
  return setup;
}

/** The parts of a route that lead to a position. */
export function packPosition(at: PositionRequest): string[] {
  return [at.spec, packSetup(at.setup), packMoves(at.moves ?? []) || "-"];
}

export function unpackPosition(parts: readonly string[]): PositionRequest {
  const [spec, setup = "-", moves = "-"] = parts;
  if (!spec) throw new Error("this link names no game");
  return { spec, setup: unpackSetup(setup), moves: moves === "-" ? [] : unpackMoves(moves) };
}

/** The scheme of links that hold a position and need no address of a server. */
export const SCHEME = "web+tesuji";

export interface Shared {
  at: PositionRequest;
  names: [string, string];
}

/** The parts of a route that lead to a position with the names of the players. */
export function packShared({ at, names }: Shared): string[] {
  const told = names.some((name) => name !== "");
  return [...packPosition(at), ...(told ? [names.map((name) => name.replaceAll("|", "/")).join("|")] : [])];
}

export function unpackShared(parts: readonly string[]): Shared {
  const [first = "", second = ""] = (parts[3] ?? "").split("|");
  return { at: unpackPosition(parts), names: [first.slice(0, 80), second.slice(0, 80)] };
}

/** A link for those who have Tesuji themselves, wherever it runs. */
export function schemeLink(shared: Shared): string {
  return `${SCHEME}:${packShared(shared).map(encodeURIComponent).join("/")}`;
}

/** The parts of the route in a link of either kind; null for other text. */
export function partsOfLink(text: string): string[] | null {
  const found = /^web\+tesuji:(\S+)$|#\/analyse\/p\/(\S+)$/.exec(text.trim());
  const path = found?.[1] ?? found?.[2];
  if (path === undefined) return null;
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
