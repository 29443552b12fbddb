import { describe, expect, it } from "vitest";
import {
  packBoard,
  packMoves,
  packPosition,
  packShared,
  partsOfLink,
  schemeLink,
  unpackBoard,
  unpackMoves,
  unpackPosition,
  unpackShared,
} from "./links";
import { href, parseRoute } from "./route";

describe("links", () => {
  it("packs moves in two characters", () => {
    expect(packMoves([0, 35, 36, 1023])).toBe("000z10sf");
    expect(unpackMoves("000z10sf")).toEqual([0, 35, 36, 1023]);
  });

  it("packs boards as runs", () => {
    const board = [-1, -1, -1, 0, 1, 1, -1];
    expect(packBoard(board)).toBe("3eb2we");
    expect(unpackBoard("3eb2we")).toEqual(board);
  });

  it.each([
    { spec: "go:size=9,komi=7.5", setup: null, moves: [40, 81] },
    { spec: "torus:size=5", setup: { stones: [0, 1, ...Array<number>(23).fill(-1)], to_move: 1 as const }, moves: [] },
    { spec: "dots-and-boxes:size=1x2", setup: { lines: [0, 2, 3], owners: [-1, 1], to_move: 0 as const }, moves: [1] },
    { spec: "dots-and-boxes:size=2", setup: { lines: [], to_move: 1 as const }, moves: [3] },
  ])("survives an address: $spec", (position) => {
    const address = href("analyse", "p", ...packPosition(position));
    const { page, rest } = parseRoute(address);
    expect(page).toBe("analyse");
    expect(unpackPosition(rest.slice(1))).toEqual(position);
  });

  it("holds the names, in links of both kinds", () => {
    const at = { spec: "go:size=9,komi=7.5", setup: null, moves: [40, 81] };
    const shared = { at, names: ["Ann|e", "Bob/Ä"] as [string, string] };
    const link = schemeLink(shared);
    expect(link).toBe("web+tesuji:go%3Asize%3D9%2Ckomi%3D7.5/-/1429/Ann%2Fe%7CBob%2F%C3%84");
    const parts = partsOfLink(` ${link}\n`);
    expect(unpackShared(parts ?? [])).toEqual({ at, names: ["Ann/e", "Bob/Ä"] });
    const address = `https://example.org/${href("analyse", "p", ...packShared(shared))}`;
    expect(partsOfLink(address)).toEqual(parts);
    expect(unpackShared(packShared({ at, names: ["", ""] }))).toEqual({ at, names: ["", ""] });
    expect(partsOfLink("(;GM[1])")).toBeNull();
  });

  it("refuses damage", () => {
    expect(() => unpackMoves("0")).toThrow("damaged");
    expect(() => unpackMoves("0!")).toThrow("damaged");
    expect(() => unpackBoard("99q")).toThrow("damaged");
    expect(() => unpackPosition([])).toThrow("no game");
    expect(() => unpackPosition(["go", "x1"])).toThrow("damaged");
  });

  it("does not let a link ask for a giant board", () => {
    expect(unpackBoard("9999e9999b")).toHaveLength(1024);
  });
});

describe("routes", () => {
  it("reads pages and their rest", () => {
    expect(parseRoute("")).toEqual({ page: "home", rest: [] });
    expect(parseRoute("#/play/AbC")).toEqual({ page: "play", rest: ["AbC"] });
    expect(parseRoute("#/x/%E0%A4%A")).toEqual({ page: "x", rest: ["%E0%A4%A"] });
  });
});
