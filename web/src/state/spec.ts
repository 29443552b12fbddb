/** Game specs, "go:size=9,komi=7": read for titles and for rematches. */
import type { GameInfo } from "../api/types";

export interface Spec {
  name: string;
  options: Record<string, string>;
}

export function parseSpec(spec: string): Spec {
  const colon = spec.indexOf(":");
  const name = colon < 0 ? spec : spec.slice(0, colon);
  const options: Record<string, string> = {};
  for (const part of colon < 0 ? [] : spec.slice(colon + 1).split(",")) {
    const equals = part.indexOf("=");
    if (equals > 0) options[part.slice(0, equals)] = part.slice(equals + 1);
  }
  return { name, options };
}

const TITLES: Record<string, string> = {
  torus: "Torus",
  go: "Go",
  gomoku: "Gomoku",
  "dots-and-boxes": "Dots and Boxes",
};

export function gameTitle(name: string): string {
  return TITLES[name] ?? name.replace(/(^|-)(.)/g, (_, dash: string, letter: string) => (dash ? " " : "") + letter.toUpperCase());
}

/** "Go 9×9", "Dots and Boxes 3×4". */
export function specTitle(spec: string): string {
  const { name, options } = parseSpec(spec);
  const size = options["size"];
  if (size === undefined) return gameTitle(name);
  const [rows, columns] = size.split("x");
  return `${gameTitle(name)} ${rows}×${columns ?? rows}`;
}

/** What is special about the rules: "Renju, swap2 opening", "komi 7.5". */
export function specDetails(spec: string): string {
  const { options } = parseSpec(spec);
  const details = [];
  const rules = options["rules"];
  if (rules !== undefined) details.push(rules.charAt(0).toUpperCase() + rules.slice(1));
  if (options["komi"] !== undefined) details.push(`komi ${options["komi"]}`);
  if (options["scoring"] === "territory") details.push("territory");
  else if (options["ko"] === "simple") details.push("simple ko");
  if (options["swap2"] === "yes") details.push("swap2");
  return details.join(", ");
}

/** With swap2 nobody has a colour at first. */
export function hasSwap(spec: string): boolean {
  return parseSpec(spec).options["swap2"] === "yes";
}

/** What people call the two players. */
export function playerNames(game: Pick<GameInfo, "players">): [string, string] {
  return [game.players[0], game.players[1]];
}

/** "9 × 9" for "9", "3 × 4" for "3x4". */
export function sizeTitle(size: string): string {
  const [rows, columns] = size.split("x");
  return `${rows} × ${columns ?? rows}`;
}
