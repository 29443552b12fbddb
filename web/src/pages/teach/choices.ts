/** What the form offers at first: pure, tested without a page. */
import type { CatalogGame } from "../../api/types";

/** A board on which something is learnt in minutes: about 7 × 7, or 3 × 3 boxes. */
const POINTS = 49;
const BOXES = 9;

export function teachingSize(game: Pick<CatalogGame, "name" | "sizes" | "default_size" | "size_title">): string {
  const wanted = game.size_title === "Boxes" ? BOXES : POINTS;
  const fitting = game.sizes.filter((size) => !size.includes("x") && Number(size) ** 2 <= wanted);
  return fitting.at(-1) ?? game.default_size;
}
