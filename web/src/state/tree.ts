/**
 * The tree of moves of an analysis. A value: every change makes a new tree. Nodes are numbered;
 * a parent has a smaller number than its children, and number 0 is the start.
 */
import type { Setup, TreeNode } from "../api/types";

export interface Node {
  parent: number | null;
  move: number | null;
  children: readonly number[];
  comment: string;
  marks: Readonly<Record<string, string>>;
  /** From one point to another; a tree that was saved long ago has none. */
  arrows?: readonly Arrow[];
  /** The board here, where no legal move leads to it; a tree that was saved long ago has none. */
  setup?: Setup | null;
  /** What is wrong with the move. */
  note?: string;
}

export type Arrow = readonly [number, number];

export interface Tree {
  nodes: readonly Node[];
}

const node = (parent: number | null, move: number | null, comment = "", marks = {}): Node => ({
  parent,
  move,
  children: [],
  comment,
  marks,
});

export function emptyTree(): Tree {
  return { nodes: [node(null, null)] };
}

export function at(tree: Tree, id: number): Node {
  const found = tree.nodes[id];
  if (found === undefined) throw new RangeError(`the tree has no node ${id}`);
  return found;
}

/** One line of moves. */
export function lineTree(moves: readonly number[]): Tree {
  return extend(emptyTree(), 0, moves).tree;
}

/** The tree that has `move` after node `id`, and the number of that node. */
export function play(tree: Tree, id: number, move: number): { tree: Tree; id: number } {
  const known = at(tree, id).children.find((child) => at(tree, child).move === move);
  if (known !== undefined) return { tree, id: known };
  const made = tree.nodes.length;
  const nodes = [...tree.nodes, node(id, move)];
  const parent = at(tree, id);
  nodes[id] = { ...parent, children: [...parent.children, made] };
  return { tree: { nodes }, id: made };
}

/** Plays several moves in turn. */
export function extend(tree: Tree, id: number, moves: readonly number[]): { tree: Tree; id: number } {
  let now = { tree, id };
  for (const move of moves) now = play(now.tree, now.id, move);
  return now;
}

/** The nodes from the start to `id`, both included. */
export function pathTo(tree: Tree, id: number): number[] {
  const path = [];
  for (let now: number | null = id; now !== null; now = at(tree, now).parent) path.push(now);
  return path.reverse();
}

/** The moves from the start to `id`, or from the last board on the way that was set up. */
export function movesTo(tree: Tree, id: number): number[] {
  const moves: number[] = [];
  for (let now = at(tree, id); now.parent !== null && !now.setup; now = at(tree, now.parent)) {
    moves.push(now.move as number);
  }
  return moves.reverse();
}

/** The board from which `movesTo` leads to `id`; null for the start of the tree. */
export function setupBefore(tree: Tree, id: number): Setup | null {
  for (let now: number | null = id; now !== null; now = at(tree, now).parent) {
    const { setup } = at(tree, now);
    if (setup) return setup;
  }
  return null;
}

export function depth(tree: Tree, id: number): number {
  return pathTo(tree, id).length - 1;
}

/** The path to `id`, continued along first children to its end. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let next = at(tree, id).children[0]; next !== undefined; next = at(tree, next).children[0]) {
    line.push(next);
  }
  return line;
}

export function isMain(tree: Tree, id: number): boolean {
  const path = pathTo(tree, id);
  return path.every((step, index) => index === 0 || at(tree, path[index - 1] as number).children[0] === step);
}

export type Step = "previous" | "next" | "first" | "last" | "variationUp" | "variationDown";

/**
 * Where a step leads. Up and down go through the variations at the last fork: the brothers of the
 * node itself, or of the nearest ancestor that has some.
 */
export function step(tree: Tree, id: number, kind: Step): number {
  const here = at(tree, id);
  switch (kind) {
    case "previous":
      return here.parent ?? id;
    case "next":
      return here.children[0] ?? id;
    case "first":
      return 0;
    case "last":
      return lineThrough(tree, id).at(-1) as number;
    default:
      return neighbour(tree, id, kind === "variationUp" ? -1 : 1);
  }
}

function neighbour(tree: Tree, id: number, by: -1 | 1): number {
  for (let now = id; ;) {
    const parent = at(tree, now).parent;
    if (parent === null) return id;
    const brothers = at(tree, parent).children;
    if (brothers.length > 1) {
      const index = (brothers.indexOf(now) + by + brothers.length) % brothers.length;
      return brothers[index] as number;
    }
    now = parent;
  }
}

/** The tree with `mark` on a point of node `id`; the same mark again takes it away. */
export function toggleMark(tree: Tree, id: number, point: number, mark: string): Tree {
  const nodes = [...tree.nodes];
  const { [String(point)]: old, ...others } = at(tree, id).marks;
  nodes[id] = { ...at(tree, id), marks: old === mark ? others : { ...others, [String(point)]: mark } };
  return { nodes };
}

/** The tree with an arrow on node `id`; the same arrow again takes it away. */
export function toggleArrow(tree: Tree, id: number, from: number, to: number): Tree {
  const nodes = [...tree.nodes];
  const old = at(tree, id).arrows ?? [];
  const others = old.filter(([start, end]) => start !== from || end !== to);
  nodes[id] = { ...at(tree, id), arrows: others.length < old.length ? others : [...old, [from, to]] };
  return { nodes };
}

/** The tree without anything drawn on node `id`. */
export function clearDrawing(tree: Tree, id: number): Tree {
  const nodes = [...tree.nodes];
  nodes[id] = { ...at(tree, id), marks: {}, arrows: [] };
  return { nodes };
}

/** The next of 1, 2, 3… or A, B, C… that is not on the board. */
export function nextLabel(marks: Readonly<Record<string, string>>, kind: "number" | "letter"): string {
  const used = new Set(Object.values(marks));
  for (let count = 0; ; count++) {
    const label = kind === "number" ? String(count + 1) : String.fromCharCode(65 + (count % 26)).repeat(1 + count / 26);
    if (!used.has(label)) return label;
  }
}

export function setComment(tree: Tree, id: number, comment: string): Tree {
  const nodes = [...tree.nodes];
  nodes[id] = { ...at(tree, id), comment };
  return { nodes };
}

/** Makes the line through `id` the main one. */
export function promote(tree: Tree, id: number): Tree {
  const nodes = [...tree.nodes];
  const path = pathTo(tree, id);
  for (let index = 1; index < path.length; index++) {
    const parent = path[index - 1] as number;
    const child = path[index] as number;
    const old = nodes[parent] as Node;
    nodes[parent] = { ...old, children: [child, ...old.children.filter((other) => other !== child)] };
  }
  return { nodes };
}

/**
 * The tree without node `id` and what follows it, and the new number of every node that stays
 * (-1 for those that went).
 */
export function remove(tree: Tree, id: number): { tree: Tree; numbers: number[] } {
  if (id === 0) return { tree: emptyTree(), numbers: tree.nodes.map((_, index) => (index === 0 ? 0 : -1)) };
  const numbers: number[] = [];
  let count = 0;
  tree.nodes.forEach((each, index) => {
    const goes = index === id || (each.parent !== null && numbers[each.parent] === -1);
    numbers.push(goes ? -1 : count++);
  });
  const nodes = tree.nodes
    .filter((_, index) => numbers[index] !== -1)
    .map((each) => ({
      ...each,
      parent: each.parent === null ? null : (numbers[each.parent] as number),
      children: each.children.map((child) => numbers[child] as number).filter((child) => child >= 0),
    }));
  return { tree: { nodes }, numbers };
}

export function fromRecord(record: readonly TreeNode[]): Tree {
  const nodes: Node[] = record.map((each) => ({
    ...node(each.parent, each.move, each.comment, each.marks ?? {}),
    arrows: each.arrows ?? [],
    setup: each.setup ?? null,
    note: each.note ?? "",
  }));
  if (nodes.length === 0) return emptyTree();
  nodes.forEach((each, index) => {
    if (each.parent !== null) (nodes[each.parent]?.children as number[]).push(index);
  });
  return { nodes };
}

/** As the server takes it: main variations first, parents before children. */
export function toRecord(tree: Tree): TreeNode[] {
  const record: TreeNode[] = [];
  const waiting: { id: number; parent: number | null }[] = [{ id: 0, parent: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { move, comment, marks, arrows = [], setup = null, note = "", children } = at(tree, next.id);
    const number = record.length;
    record.push({ parent: next.parent, move, comment, marks, arrows: arrows.map(([from, to]) => [from, to]), setup, note });
    for (const child of [...children].reverse()) waiting.push({ id: child, parent: number });
  }
  return record;
}
