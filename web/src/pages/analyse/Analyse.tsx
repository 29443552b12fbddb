/** The analysis page: loads what is to be analysed and shows it. */
import { useEffect } from "preact/hooks";
import { api } from "../../api/client";
import { useTitle } from "../../parts/useTitle";
import { endingWords } from "../../state/format";
import { unpackShared } from "../../state/links";
import { complain, toast } from "../../state/messages";
import { go } from "../../state/route";
import { specTitle } from "../../state/spec";
import { useStore } from "../../state/store";
import { lineTree, movesTo } from "../../state/tree";
import { newWorkspace, recall, workspace } from "../../state/workspace";
import { seatNames } from "../play/useGame";
import { Desk } from "./Desk";
import { NothingYet } from "./NothingYet";

export function Analyse({ rest }: { rest: string[] }) {
  const space = useStore(workspace);
  const wanted = sourceOf(rest);
  useTitle(space ? `Analysis, ${specTitle(space.game.spec)}` : "Analysis");
  useEffect(() => {
    if (wanted === null || workspace.get()?.source === wanted) return;
    const opened = rest[0] === "game" ? openGame(rest[1] ?? "", wanted) : openLink(rest.slice(1), wanted);
    opened.catch((error: unknown) => {
      complain(error);
      go("analyse");
    });
  }, [wanted]);
  if (wanted !== null && space?.source !== wanted) return <p class="loading">Loading…</p>;
  if (space === null) return <NothingYet />;
  return <Desk key={space.source} space={space} />;
}

function sourceOf(rest: readonly string[]): string | null {
  if (rest[0] === "game" && rest[1]) return `game:${rest[1]}`;
  if (rest[0] === "p" && rest[1]) return `link:${rest.slice(1).join("/")}`;
  return null;
}

/** A game that was played here; what was added in an earlier analysis is still there. */
async function openGame(id: string, source: string): Promise<void> {
  const view = await api.game(id);
  const played = view.moves.map((each) => each.move);
  const before = recall(source);
  if (before && samePrefix(movesTo(before.tree, lastMain(before.tree)), played)) {
    workspace.set(before);
    return;
  }
  const ending = view.position.ending;
  const names = seatNames(view);
  workspace.set(
    newWorkspace(source, view.game, view.setup ?? null, lineTree(played), {
      names,
      result: ending ? endingWords(ending, names) : "",
      current: played.length,
    }),
  );
}

function lastMain(tree: ReturnType<typeof lineTree>): number {
  let id = 0;
  for (let next = tree.nodes[0]?.children[0]; next !== undefined; next = tree.nodes[next]?.children[0]) id = next;
  return id;
}

function samePrefix(kept: readonly number[], played: readonly number[]): boolean {
  return kept.length >= played.length && played.every((move, index) => kept[index] === move);
}

async function openLink(parts: readonly string[], source: string): Promise<void> {
  let shared;
  try {
    shared = unpackShared(parts);
  } catch (error) {
    toast(`${(error as Error).message}.`, "error");
    go("analyse");
    return;
  }
  const { at, names } = shared;
  const answer = await api.position(at);
  const moves = at.moves ?? [];
  workspace.set(newWorkspace(source, answer.game, at.setup ?? null, lineTree(moves), { names, current: moves.length }));
}
