import { describe, expect, it } from "vitest";
import { parseInline, parseMarkdown } from "./parseMarkdown";

describe("inline", () => {
  it("knows emphasis, code and links", () => {
    expect(parseInline("a **b** *c* `d*e*` [f](https://g.h)")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b" },
      { kind: "text", text: " " },
      { kind: "em", text: "c" },
      { kind: "text", text: " " },
      { kind: "code", text: "d*e*" },
      { kind: "text", text: " " },
      { kind: "link", text: "f", href: "https://g.h" },
    ]);
  });

  it("makes no link to a script", () => {
    expect(parseInline("[x](javascript:alert(1))")[0]).toEqual({ kind: "text", text: "x" });
  });

  it("leaves markup alone", () => {
    expect(parseInline("<b>3 * 4 * 5</b>")).toEqual([{ kind: "text", text: "<b>3 * 4 * 5</b>" }]);
  });
});

describe("blocks", () => {
  it("reads headings, paragraphs and code", () => {
    const blocks = parseMarkdown("# Title\n\nTwo\nlines.\n```text\n. X\n\n. O\n```\nEnd");
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "code", "paragraph"]);
    expect(blocks[1]).toEqual({ kind: "paragraph", text: [{ kind: "text", text: "Two lines." }] });
    expect(blocks[2]).toEqual({ kind: "code", text: ". X\n\n. O", info: "text" });
  });

  it("keeps code and lists inside list items", () => {
    const [list] = parseMarkdown("1. One\n   more\n\n   ```text\n   X O\n   ```\n\n2. Two\n   - inner\n");
    expect(list).toMatchObject({ kind: "list", ordered: true });
    const items = list?.kind === "list" ? list.items : [];
    expect(items).toHaveLength(2);
    expect(items[0]?.map((block) => block.kind)).toEqual(["paragraph", "code"]);
    expect(items[0]?.[1]).toEqual({ kind: "code", text: "X O", info: "text" });
    expect(items[1]?.map((block) => block.kind)).toEqual(["paragraph", "list"]);
  });

  it("ends a list where a paragraph begins", () => {
    expect(parseMarkdown("- a\n- b\n\nText").map((block) => block.kind)).toEqual(["list", "paragraph"]);
  });

  it("reads tables", () => {
    const [table] = parseMarkdown("| a | b |\n|---|---|\n| 1 | 2 |");
    expect(table).toMatchObject({ kind: "table" });
    expect(table?.kind === "table" ? table.rows : []).toHaveLength(1);
  });
});
