/** Which nodes of an endgame's tree are seen, and where a key leads: pure, tested without a page. */
import type { EndgameNode } from "../api/types";

export interface Row {
  number: number;
  node: EndgameNode;
  /** From 1 at the root. */
  level: number;
  /** Null for a node with nothing below it. */
  open: boolean | null;
  /** Place among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
}

export function childrenOf(nodes: readonly EndgameNode[], number: number): number[] {
  return nodes.flatMap((node, index) => (node.parent === number ? [index] : []));
}

/** The nodes that are not hidden in a closed one, from top to bottom. */
export function rowsOf(nodes: readonly EndgameNode[], closed: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  const add = (number: number, level: number, place: number, siblings: number): void => {
    const below = childrenOf(nodes, number);
    const open = below.length === 0 ? null : !closed.has(number);
    rows.push({ number, node: nodes[number] as EndgameNode, level, open, place, siblings });
    if (open) below.forEach((child, index) => add(child, level + 1, index + 1, below.length));
  };
  if (nodes.length > 0) add(0, 1, 1, 1);
  return rows;
}

/** At first the root and the two moves below it are open. */
export function closedAtFirst(nodes: readonly EndgameNode[]): Set<number> {
  return new Set(nodes.flatMap((node, number) => (node.parent === null ? [] : [number])));
}

export type TreeStep = { to: number } | { toggle: number } | null;

/** What a key does at a node, after the usual pattern of trees. */
export function treeKey(rows: readonly Row[], at: number, key: string): TreeStep {
  const index = rows.findIndex((row) => row.number === at);
  const row = rows[index];
  if (row === undefined) return null;
  const to = (other: Row | undefined): TreeStep => (other === undefined ? null : { to: other.number });
  switch (key) {
    case "ArrowDown":
      return to(rows[index + 1]);
    case "ArrowUp":
      return to(rows[index - 1]);
    case "Home":
      return to(rows[0]);
    case "End":
      return to(rows.at(-1));
    case "ArrowRight":
      if (row.open === null) return null;
      return row.open ? to(rows[index + 1]) : { toggle: at };
    case "ArrowLeft":
      if (row.open) return { toggle: at };
      return row.node.parent === null ? null : { to: row.node.parent };
    default:
      return null;
  }
}
