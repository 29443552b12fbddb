/** Which games of the library are shown, and the words of a request for them. */
import type { LibraryResult } from "../api/types";

export interface GameFilter {
  text: string;
  game: string;
  opponent: string;
  result: LibraryResult | "";
  tag: string;
  /** Days as the browser gives them, "2026-11-18"; empty for no limit. */
  since: string;
  until: string;
}

export const ALL_GAMES: GameFilter = {
  text: "",
  game: "",
  opponent: "",
  result: "",
  tag: "",
  since: "",
  until: "",
};

/** The query of a request, without what does not limit anything; days become seconds since 1970. */
export function queryOf(filter: GameFilter, more: Record<string, number | null> = {}): string {
  const query = new URLSearchParams();
  for (const name of ["text", "game", "opponent", "result", "tag"] as const) {
    const value = filter[name].trim();
    if (value !== "") query.set(name, value);
  }
  const since = startOfDay(filter.since);
  const until = startOfDay(filter.until);
  if (since !== null) query.set("since", String(since));
  if (until !== null) query.set("until", String(nextDay(until)));
  for (const [name, value] of Object.entries(more)) if (value !== null) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Tags as people write them: "joseki, to show". */
export function readTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().slice(0, 40));
  return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, 20);
}

function startOfDay(day: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (found === null) return null;
  const [year, month, date] = found.slice(1).map(Number) as [number, number, number];
  return Math.floor(new Date(year, month - 1, date).getTime() / 1000);
}

function nextDay(start: number): number {
  const day = new Date(start * 1000);
  day.setDate(day.getDate() + 1);
  return Math.floor(day.getTime() / 1000);
}
