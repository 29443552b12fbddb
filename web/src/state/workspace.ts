/** The state of an analysis: a tree of moves, results by node, and the current node. */
import type { GameInfo, PositionRequest, ReviewedMove, Setup } from "../api/types";
import { load, save } from "./saved";
import { Store } from "./store";
import { emptyTree, lineThrough, movesTo, remove, setupBefore, type Tree } from "./tree";

export interface Workspace {
  /** Where it came from: a game, a file, a link. */
  source: string;
  game: GameInfo;
  setup: Setup | null;
  tree: Tree;
  current: number;
  title: string;
  names: [string, string];
  result: string;
  /** Judgements of a review, by node. */
  judgements: Record<number, ReviewedMove>;
  /** Chance of the first player, 0 to 1, as live search found it, by node. */
  values: Record<number, number>;
}

interface Extra {
  names?: [string, string];
  result?: string;
  title?: string;
  current?: number;
}

export function newWorkspace(
  source: string,
  game: GameInfo,
  setup: Setup | null,
  tree: Tree = emptyTree(),
  extra: Extra = {},
): Workspace {
  return {
    source,
    game,
    setup,
    tree,
    current: extra.current ?? 0,
    title: extra.title ?? "",
    names: extra.names ?? ["", ""],
    result: extra.result ?? "",
    judgements: {},
    values: {},
  };
}

/** The position of a node as the server takes it. */
export function requestAt(space: Pick<Workspace, "game" | "setup" | "tree">, id: number): PositionRequest {
  return {
    spec: space.game.spec,
    setup: setupBefore(space.tree, id) ?? space.setup,
    moves: movesTo(space.tree, id),
  };
}

/** The workspace without node `id` and what follows it. */
export function withoutNode(space: Workspace, id: number): Workspace {
  const parent = space.tree.nodes[id]?.parent ?? 0;
  const { tree, numbers } = remove(space.tree, id);
  const renumber = <T>(known: Record<number, T>): Record<number, T> => {
    const kept: Record<number, T> = {};
    for (const [old, value] of Object.entries(known)) {
      const fresh = numbers[Number(old)] ?? -1;
      if (fresh >= 0) kept[fresh] = value;
    }
    return kept;
  };
  return {
    ...space,
    tree,
    current: numbers[parent] ?? 0,
    judgements: renumber(space.judgements),
    values: renumber(space.values),
  };
}

/** The line that is shown and reviewed: through the current node to its end. */
export function currentLine(space: Workspace): number[] {
  return lineThrough(space.tree, space.current);
}

// -- kept in the browser: a reload loses nothing ----------------------------------------------

const KEPT = 12;

function shelf(): string[] {
  return load<string[]>("workspaces", []);
}

/** What was analysed before under this name; null if nothing was. */
export function recall(source: string): Workspace | null {
  return load<Workspace | null>(`workspace.${source}`, null);
}

export function keepWorkspace(space: Workspace): void {
  const others = shelf().filter((source) => source !== space.source);
  for (const old of others.splice(KEPT)) localStorage.removeItem(`tesuji.workspace.${old}`);
  save("workspaces", [space.source, ...others]);
  save(`workspace.${space.source}`, space);
}

const lastSource = shelf()[0];
export const workspace = new Store<Workspace | null>(lastSource === undefined ? null : recall(lastSource));

let timer: ReturnType<typeof setTimeout> | undefined;
workspace.subscribe((space) => {
  clearTimeout(timer);
  if (space) timer = setTimeout(() => keepWorkspace(space), 400);
});
addEventListener("pagehide", () => {
  const space = workspace.get();
  if (space) keepWorkspace(space);
});
