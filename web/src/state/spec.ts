/** Game specs, "go:size=9,komi=7": read for titles and for rematches. */
import type { CatalogGame, GameInfo } from "../api/types";

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

/** A game as people usually choose it: "go:size=9". */
export function usualSpec(game: Pick<CatalogGame, "name" | "default_size">): string {
  return game.default_size ? `${game.name}:size=${game.default_size}` : game.name;
}

/** A name as a title: "Dots and Boxes" for "dots-and-boxes". */
export function gameTitle(name: string): string {
  const words = name.split("-").map((word) => (word === "and" ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.join(" ");
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

/** What people call the two players. */
export function playerNames(game: Pick<GameInfo, "players">): [string, string] {
  return [game.players[0], game.players[1]];
}

/** "9 × 9" for "9", "3 × 4" for "3x4". */
export function sizeTitle(size: string): string {
  const [rows, columns] = size.split("x");
  return `${rows} × ${columns ?? rows}`;
}
