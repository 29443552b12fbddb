import { describe, expect, it } from "vitest";
import { ALL_GAMES, queryOf, readTags } from "./library";

describe("the query of a filter", () => {
  it("is empty where nothing limits", () => {
    expect(queryOf(ALL_GAMES)).toBe("");
    expect(queryOf({ ...ALL_GAMES, text: "  " })).toBe("");
  });

  it("has what was asked for, with signs of addresses written out", () => {
    const query = new URLSearchParams(queryOf({ ...ALL_GAMES, text: "a&b", game: "go", result: "won" }, { limit: 30 }));
    expect(Object.fromEntries(query)).toEqual({ text: "a&b", game: "go", result: "won", limit: "30" });
  });

  it("counts the last day as a whole", () => {
    const query = new URLSearchParams(queryOf({ ...ALL_GAMES, since: "2026-11-18", until: "2026-11-18" }));
    expect(Number(query.get("until")) - Number(query.get("since"))).toBe(86400);
  });

  it("leaves half a date out", () => {
    expect(queryOf({ ...ALL_GAMES, since: "2026-1" })).toBe("");
  });
});

describe("tags", () => {
  it("are separated by commas, each once, none empty", () => {
    expect(readTags(" joseki, to show,,joseki ")).toEqual(["joseki", "to show"]);
  });
});
