/** Marks and arrows that people draw on the position they analyse; they belong to its node and its record. */
import { useState } from "preact/hooks";
import { announce } from "../../state/messages";
import { load, save } from "../../state/saved";
import { at, clearDrawing, nextLabel, toggleArrow, toggleMark, type Tree } from "../../state/tree";
import { workspace, type Workspace } from "../../state/workspace";

export type MarkKind = "circle" | "triangle" | "square" | "cross" | "number" | "letter";

export interface Drawing {
  /** Whether clicks draw instead of playing. */
  on: boolean;
  kind: MarkKind;
  isEmpty: boolean;
  setOn: (on: boolean) => void;
  setKind: (kind: MarkKind) => void;
  mark: (point: number) => void;
  arrow: (from: number, to: number) => void;
  clear: () => void;
}

export function useMarks(space: Workspace): Drawing {
  const [on, setOn] = useState(false);
  const [kind, setKind] = useState<MarkKind>(() => load("analyse.mark", "circle"));
  const node = at(space.tree, space.current);
  const points = space.game.rows * space.game.columns;
  const change = (make: (tree: Tree, id: number) => Tree): void =>
    workspace.update((now) => (now ? { ...now, tree: make(now.tree, now.current) } : now));
  return {
    on,
    kind,
    isEmpty: Object.keys(node.marks).length === 0 && (node.arrows ?? []).length === 0,
    setOn,
    setKind: (next) => {
      setKind(next);
      save("analyse.mark", next);
    },
    mark: (point) => {
      if (point >= points) return;
      const old = node.marks[String(point)];
      const counts = kind === "number" || kind === "letter";
      // A number on a point that has one goes; otherwise the next free one comes.
      const wanted = counts ? (old !== undefined && isLabel(old, kind) ? old : nextLabel(node.marks, kind)) : kind;
      change((tree, id) => toggleMark(tree, id, point, wanted));
      announce(`${space.game.move_names[point]}: ${old === wanted ? "mark removed" : `marked ${wanted}`}`);
    },
    arrow: (from, to) => {
      if (from < points && to < points) change((tree, id) => toggleArrow(tree, id, from, to));
    },
    clear: () => change(clearDrawing),
  };
}

const isLabel = (text: string, kind: MarkKind): boolean => (kind === "number" ? /^\d+$/ : /^[A-Z]+$/).test(text);
