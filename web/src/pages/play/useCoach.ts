/** A review of every finished game of a person, made without being asked and kept for the analysis. */
import { useEffect, useState } from "preact/hooks";
import { review } from "../../api/live";
import type { GameView, Player, ReviewedMove } from "../../api/types";
import { momentsOf, secondsPerMove } from "../../state/coach";
import { endingWords } from "../../state/format";
import { settings } from "../../state/settings";
import { emptyTree, extend, pathTo } from "../../state/tree";
import { keepWorkspace, newWorkspace, recall, workspace, type Workspace } from "../../state/workspace";
import { requestOf, seatNames } from "./useGame";

/** Shorter games have nothing to review. */
const FEWEST_MOVES = 6;

export interface Coaching {
  running: boolean;
  judged: readonly ReviewedMove[];
  /** What is worth looking at, so far. */
  moments: readonly ReviewedMove[];
}

/** Null where the coach has nothing to say: before the end, in games of engines, on other people's servers. */
export function useCoach(view: GameView | null): Coaching | null {
  const [judged, setJudged] = useState<readonly ReviewedMove[]>([]);
  const [running, setRunning] = useState(false);
  const people = view === null ? [] : ([0, 1] as Player[]).filter((seat) => view.seats[seat].kind === "human");
  const isFor =
    view !== null &&
    view.status === "finished" &&
    !view.sharing &&
    people.length > 0 &&
    view.moves.length >= FEWEST_MOVES &&
    settings.get().coach;

  useEffect(() => {
    setJudged([]);
    setRunning(false);
    if (!isFor) return;
    const kept = keptReview(view);
    if (kept !== null) {
      setJudged(kept);
      return;
    }
    const found: ReviewedMove[] = [];
    setRunning(true);
    return review(requestOf(view), secondsPerMove(view.moves.length), {
      onJudgement: (move) => {
        found.push(move);
        setJudged([...found]);
      },
      onDone: () => {
        setRunning(false);
        keepReview(view, found);
      },
      onProblem: () => setRunning(false), // the game is shown all the same
    });
  }, [isFor, view?.id, view?.moves.length]);

  return isFor ? { running, judged, moments: momentsOf(judged, people) } : null;
}

interface Kept {
  space: Workspace;
  /** The nodes of the game's moves. */
  nodes: readonly number[];
}

/** The analysis of this game, which has all of its moves. */
function analysisOf(view: GameView): Kept {
  const source = `game:${view.id}`;
  const open = workspace.get();
  const names = seatNames(view);
  const ending = view.position.ending;
  const space =
    (open?.source === source ? open : recall(source)) ??
    newWorkspace(source, view.game, view.setup ?? null, emptyTree(), {
      names,
      result: ending ? endingWords(ending, names) : "",
    });
  const { tree, id } = extend(
    space.tree,
    0,
    view.moves.map((each) => each.move),
  );
  return { space: { ...space, tree, current: id }, nodes: pathTo(tree, id).slice(1) };
}

/** What was judged before, if every move of this game was. */
function keptReview(view: GameView): ReviewedMove[] | null {
  const { space, nodes } = analysisOf(view);
  const judged = nodes.flatMap((node) => space.judgements[node] ?? []);
  return judged.length === nodes.length ? judged : null;
}

/** Puts the review where the analysis of this game finds it. */
function keepReview(view: GameView, judged: readonly ReviewedMove[]): void {
  const { space, nodes } = analysisOf(view);
  const judgements = Object.fromEntries(judged.map((each) => [nodes[each.ply] as number, each]));
  const reviewed = { ...space, judgements: { ...space.judgements, ...judgements } };
  if (workspace.get()?.source === space.source) workspace.set(reviewed);
  else keepWorkspace(reviewed);
}
