/** Numbers and moves as people read them. */
import type { ClockView, Ending, Player, Seat, Verdict } from "../api/types";

/** What a player's clock shows after `spent` more seconds: main time, or that of a period, and what is left of those. */
export function timeLeft(clock: ClockView, player: Player, spent: number): { left: number; note: string } {
  let left = clock.remaining[player] - spent;
  let [moves, periods] = [clock.moves_left[player], clock.periods_left[player]];
  if (left <= 0 && moves === 0 && clock.period > 0) {
    left += clock.period;
    [moves, periods] = [clock.period_moves, clock.periods];
  }
  while (left <= 0 && periods > 1) {
    left += clock.period;
    periods -= 1;
  }
  const note = moves > 1 ? `for ${moves} moves` : moves === 1 ? `× ${periods}` : "";
  return { left: Math.max(0, left), note };
}

/** "4:05", "1:02:03"; tenths in the last ten seconds. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** "just now", "5 min ago", "yesterday", or a date. */
export function agoText(then: number, now: number = Date.now() / 1000): string {
  const seconds = now - then;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 2 * 86400) return "yesterday";
  return new Date(then * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

/** 980, "1.2k", "35k", "1.2M". */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${short(count / 1000)}k`;
  return `${short(count / 1e6)}M`;
}

function short(number: number): string {
  return number < 10 ? (Math.floor(number * 10) / 10).toString() : Math.floor(number).toString();
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A player spec as people read it: "alphazero with 2k simulations". */
export function engineText(spec: string): string {
  const [name = "", rest = ""] = spec.split(":", 2);
  const options = new Map(rest.split(",").map((part) => part.split("=", 2) as [string, string]));
  const [sims, nodes, seconds] = [options.get("sims"), options.get("nodes"), options.get("seconds")];
  if (sims) return `${name} with ${countText(Number(sims))} simulations`;
  if (nodes) return `${name} with ${countText(Number(nodes))} positions`;
  return seconds ? `${name} with ${seconds} s a move` : name;
}

const MOVES: Record<string, string> = {
  pass: "Pass",
  "take-black": "Take Black",
  "take-white": "Take White",
  "place-two": "Place two more",
};

/** The notation of a move, or its words. */
export function moveText(name: string | undefined): string {
  return name === undefined ? "?" : (MOVES[name] ?? name);
}

export const VERDICTS: Record<Verdict, { sign: string; title: string }> = {
  best: { sign: "★", title: "Best" },
  good: { sign: "✓", title: "Good" },
  forced: { sign: "□", title: "Only move" },
  inaccuracy: { sign: "?!", title: "Inaccuracy" },
  mistake: { sign: "?", title: "Mistake" },
  blunder: { sign: "??", title: "Blunder" },
};

/** The name of who sits there: given, or by kind. */
export function seatName(seat: Seat, colour: string): string {
  if (seat.name) return seat.name;
  if (seat.kind === "engine") return seat.level ?? "Engine";
  return colour;
}

/** How a game ended, with the names of those who played. */
export function endingWords(ending: Ending, names: readonly [string, string]): string {
  if (ending.winner === null) return `Draw: ${ending.reason}`;
  const name = names[ending.winner as 0 | 1];
  const margin = Math.abs(ending.margin);
  const lead = margin === 0 || margin === 1 ? "" : ` by ${margin}`;
  return `${name} ${name === "You" ? "win" : "wins"}${lead}: ${ending.reason}`;
}

/** Short marks for two owners: their initials, or numbers when these are the same. */
export function initials(names: readonly [string, string]): [string, string] {
  const one = names[0].trim().charAt(0).toUpperCase();
  const two = names[1].trim().charAt(0).toUpperCase();
  return one !== two && one !== "" && two !== "" ? [one, two] : ["1", "2"];
}
