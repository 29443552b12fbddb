/** A small part of Markdown as data: enough for rules pages. Nothing here makes HTML. */

export type Inline =
  { kind: "text" | "code" | "strong" | "em"; text: string } | { kind: "link"; text: string; href: string };

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "code"; text: string; info: string }
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "quote"; blocks: Block[] };

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    const [whole, code, strong, em, label, target] = found;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    else if (label !== undefined && target !== undefined) {
      // Only ordinary addresses become links; a script: address stays text.
      const safe = /^(https?:\/\/|#|\/)/.test(target);
      parts.push(safe ? { kind: "link", text: label, href: target } : { kind: "text", text: label });
    }
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

const ITEM = /^( *)([-*]|\d+[.)])( +)/;

export function parseMarkdown(text: string): Block[] {
  return parseBlocks(text.replace(/\r\n?/g, "\n").split("\n"));
}

function parseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let index = 0;
  const line = (): string => lines[index] ?? "";
  while (index < lines.length) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line());
    if (line().trim() === "") index++;
    else if (heading) {
      blocks.push({ kind: "heading", level: (heading[1] as string).length, text: parseInline(heading[2] as string) });
      index++;
    } else if (line().startsWith("```")) {
      const body: string[] = [];
      const info = line().slice(3).trim();
      for (index++; index < lines.length && !line().startsWith("```"); index++) body.push(line());
      index++;
      blocks.push({ kind: "code", text: body.join("\n"), info });
    } else if (line().startsWith(">")) {
      const body: string[] = [];
      for (; line().startsWith(">"); index++) body.push(line().replace(/^> ?/, ""));
      blocks.push({ kind: "quote", blocks: parseBlocks(body) });
    } else if (ITEM.test(line())) {
      const { block, next } = parseList(lines, index);
      blocks.push(block);
      index = next;
    } else if (line().startsWith("|")) {
      const rows: string[] = [];
      for (; line().startsWith("|"); index++) rows.push(line());
      blocks.push(parseTable(rows));
    } else {
      const body: string[] = [];
      for (; index < lines.length && line().trim() !== "" && !startsBlock(line()); index++) body.push(line().trim());
      blocks.push({ kind: "paragraph", text: parseInline(body.join(" ")) });
    }
  }
  return blocks;
}

function startsBlock(line: string): boolean {
  return /^(#{1,6}\s|```|>|\|)/.test(line) || ITEM.test(line);
}

/** A list and everything indented below its items. */
function parseList(lines: readonly string[], start: number): { block: Block; next: number } {
  const first = ITEM.exec(lines[start] ?? "") as RegExpExecArray;
  const indent = (first[1] as string).length;
  const ordered = /\d/.test(first[2] as string);
  const items: string[][] = [];
  let index = start;
  let width = 0;
  for (; index < lines.length; index++) {
    const line = lines[index] as string;
    const item = ITEM.exec(line);
    if (item && (item[1] as string).length === indent && /\d/.test(item[2] as string) === ordered) {
      width = item[0].length;
      items.push([line.slice(width)]);
    } else if (line.trim() === "") {
      const following = lines.slice(index).find((each) => each.trim() !== "");
      if (following === undefined || !(belongs(following, indent + 2) || isItem(following, indent, ordered))) break;
      items.at(-1)?.push("");
    } else if (belongs(line, indent + 2)) items.at(-1)?.push(outdent(line, width));
    else if (!startsBlock(line) && (lines[index - 1] ?? "").trim() !== "") items.at(-1)?.push(line.trim());
    else break;
  }
  return { block: { kind: "list", ordered, items: items.map(parseBlocks) }, next: index };
}

function isItem(line: string, indent: number, ordered: boolean): boolean {
  const item = ITEM.exec(line);
  return item !== null && (item[1] as string).length === indent && /\d/.test(item[2] as string) === ordered;
}

function belongs(line: string, indent: number): boolean {
  return line.length - line.trimStart().length >= indent;
}

function outdent(line: string, width: number): string {
  const spaces = line.length - line.trimStart().length;
  return line.slice(Math.min(width, spaces));
}

function parseTable(rows: readonly string[]): Block {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => parseInline(cell.trim())),
  );
  const [head = [], ...body] = cells;
  const rule = /^\|?[\s:|-]+\|?$/;
  return { kind: "table", head, rows: body.filter((_, index) => !rule.test(rows[index + 1] ?? "")) };
}
