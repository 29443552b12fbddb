/** What the form of a new game holds, and the request it becomes. */
import type { CatalogGame, NewGame, Seat } from "../../api/types";
import { opponentName } from "../../state/characters";
import { load, save } from "../../state/saved";

export type Mode = "engine" | "friend" | "people" | "watch";
export type Side = "first" | "second" | "random";

export interface Choices {
  mode: Mode;
  size: string;
  /** Options of the game by name, as text. */
  options: Record<string, string>;
  handicap: string;
  /** The opponent, and for watching the one who moves first. */
  level: string;
  otherLevel: string;
  /** A network taught here that plays instead of a level. */
  network: { id: string; name: string } | null;
  side: Side;
  names: [string, string];
  clock: string;
}

export const CLOCKS: { value: string; title: string }[] = [
  { value: "", title: "No clock" },
  { value: "180+2", title: "3 min + 2 s a move" },
  { value: "300+0", title: "5 minutes" },
  { value: "600+5", title: "10 min + 5 s a move" },
  { value: "1800+0", title: "30 minutes" },
  { value: "3600+10", title: "60 min + 10 s a move" },
  { value: "600+3x30", title: "10 min, then 3 × 30 s byo-yomi" },
  { value: "1800+5x30", title: "30 min, then 5 × 30 s byo-yomi" },
  { value: "1200+300/25", title: "20 min, then 25 moves in 5 min (Canadian)" },
];

export function defaultChoices(game: CatalogGame): Choices {
  const ids = game.levels.map((level) => level.id);
  const easy = ids[Math.min(1, ids.length - 1)] ?? "";
  return {
    mode: "engine",
    size: game.default_size,
    handicap: "",
    level: easy,
    otherLevel: ids.at(-1) ?? "",
    network: null,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    side: "first",
    names: ["", ""],
    clock: "",
  };
}

/** Kept choices, as far as they still exist. */
export function repaired(game: CatalogGame, kept: Partial<Choices>): Choices {
  const usual = defaultChoices(game);
  const known = (level: string | undefined): boolean => game.levels.some((each) => each.id === level);
  return {
    ...usual,
    ...kept,
    size: game.sizes.includes(kept.size ?? "") ? (kept.size as string) : usual.size,
    options: { ...usual.options, ...kept.options },
    level: known(kept.level) ? (kept.level as string) : usual.level,
    otherLevel: known(kept.otherLevel) ? (kept.otherLevel as string) : usual.otherLevel,
  };
}

/** What was chosen for this game the last time. */
export function keptChoices(game: CatalogGame): Choices {
  return repaired(game, load<Partial<Choices>>(`choices.${game.name}`, {}));
}

export function keepChoices(game: CatalogGame, choices: Choices): void {
  // A link is made for one game: "Play" on the start page begins one that needs nobody else.
  // A network may be removed from the list before the next game.
  const mode = choices.mode === "friend" ? "engine" : choices.mode;
  save(`choices.${game.name}`, { ...choices, mode, network: null });
}

/** Against whom a game begins with these choices. */
export function opponentWords(game: CatalogGame, { mode, level }: Choices): string {
  if (mode === "people") return "two people";
  if (mode === "watch") return "two engines";
  const chosen = levelOf(game, level);
  const name = opponentName(chosen);
  return name === chosen.title ? `against ${name}` : `against ${name}, ${chosen.title.toLowerCase()}`;
}

function levelOf(game: CatalogGame, id: string): { id: string; title: string } {
  return game.levels.find((each) => each.id === id) ?? { id, title: id };
}

/** The spec of the chosen board, where levels were measured on it; else null. */
export function measuredBoard(game: CatalogGame, choices: Choices): string | null {
  const usual = game.options.every(({ name, default: value }) => (choices.options[name] ?? value) === value);
  const ratings = game.levels.flatMap((level) => level.ratings);
  if (!usual || choices.handicap) return null;
  return ratings.find((rating) => rating.size === choices.size)?.spec ?? null;
}

const USUAL_KOMI: Record<string, string> = { japanese: "6.5" };

/** The choices after an option changed; komi follows rules and handicap unless it was set by hand. */
export function withOption(choices: Choices, name: string, value: string): Choices {
  const options = { ...choices.options, [name]: value };
  if (name === "rules" && "komi" in options && options["komi"] === komiFor(choices)) {
    options["komi"] = komiFor({ ...choices, options });
  }
  return { ...choices, options };
}

export function withHandicap(choices: Choices, handicap: string): Choices {
  const changed = { ...choices, handicap };
  if (choices.options["komi"] !== komiFor(choices)) return changed;
  return { ...changed, options: { ...choices.options, komi: komiFor(changed) } };
}

function komiFor({ handicap, options }: Choices): string {
  return handicap !== "" ? "0.5" : (USUAL_KOMI[options["rules"] ?? ""] ?? "7.5");
}

/** A clock as the form writes it: main time, then seconds added, periods × seconds, or seconds / moves. */
export function clockOf(text: string): NewGame["clock"] {
  if (text === "") return null;
  const [main, after = "0"] = text.split("+");
  const none = { increment: 0, period: 0, period_moves: 0, periods: 1 };
  const clock = { ...none, main: Number(main) };
  const [periods, period] = after.split("x").map(Number);
  if (period !== undefined) return { ...clock, period, period_moves: 1, periods: periods ?? 1 };
  const [seconds, moves] = after.split("/").map(Number);
  if (moves !== undefined) return { ...clock, period: seconds ?? 0, period_moves: moves };
  return { ...clock, increment: Number(after) };
}

/** The seat that was chosen, or drawn by a coin. */
export function seatOf({ side }: Choices, coin: number): 0 | 1 {
  return side === "first" || (side === "random" && coin < 0.5) ? 0 : 1;
}

export function request(game: CatalogGame, choices: Choices, coin: number = Math.random()): NewGame {
  const engine = (level: string): Seat => ({
    kind: "engine",
    level,
    name: opponentName(levelOf(game, level)),
  });
  const taught = ({ id, name }: { id: string; name: string }): Seat => ({ kind: "engine", level: null, network: id, name });
  const human = (name: string): Seat => ({ kind: "human", name, level: null });
  return {
    game: game.name,
    options: game.sizes.length === 0 ? choices.options : { ...choices.options, size: choices.size },
    handicap: game.handicaps && choices.handicap !== "" ? Number(choices.handicap) : null,
    seats: seats(),
    clock: clockOf(choices.clock),
    setup: null,
    moves: [],
  };

  function seats(): [Seat, Seat] {
    if (choices.mode === "watch") return [engine(choices.level), engine(choices.otherLevel)];
    if (choices.mode === "people") return [human(choices.names[0]), human(choices.names[1])];
    if (choices.mode === "friend") {
      const own = human(choices.names[0]);
      return seatOf(choices, coin) === 0 ? [own, human("")] : [human(""), own];
    }
    const first = seatOf(choices, coin) === 0;
    const [you, other] = [human("You"), choices.network === null ? engine(choices.level) : taught(choices.network)];
    return first ? [you, other] : [other, you];
  }
}
