/** Positions of the tree's nodes: asked for once, and the next ones in advance. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PositionRequest, PositionView } from "../../api/types";
import { shownAtOnce } from "../../board/optimistic";
import { packPosition } from "../../state/links";
import { complain } from "../../state/messages";
import { at } from "../../state/tree";
import { requestAt, type Workspace } from "../../state/workspace";

const MOST = 2000;
const known = new Map<string, PositionView>();
const asked = new Map<string, Promise<PositionView>>();

const keyOf = (request: PositionRequest): string => packPosition(request).join("/");

function fetchPosition(request: PositionRequest): Promise<PositionView> {
  const key = keyOf(request);
  const found = known.get(key);
  if (found) return Promise.resolve(found);
  let waiting = asked.get(key);
  if (waiting === undefined) {
    waiting = api
      .position(request)
      .then(({ position }) => {
        if (known.size > MOST) known.clear();
        known.set(key, position);
        return position;
      })
      .finally(() => asked.delete(key));
    asked.set(key, waiting);
  }
  return waiting;
}

/** The position of the current node; until it is there, the best picture that can be had at once. */
export function usePosition(space: Workspace): { position: PositionView | null; exact: boolean } {
  const request = useMemo(
    () => requestAt(space, space.current),
    [space.game.spec, space.setup, space.tree, space.current],
  );
  const [, redraw] = useState(0);
  const key = keyOf(request);
  useEffect(() => {
    let gone = false;
    fetchPosition(request)
      .then(() => {
        if (!gone) redraw((n) => n + 1);
      })
      .catch(complain);
    // Leafing on should not have to wait.
    const near = [at(space.tree, space.current).children[0], at(space.tree, space.current).parent];
    for (const id of near) {
      if (id !== undefined && id !== null) fetchPosition(requestAt(space, id)).catch(() => undefined);
    }
    return () => {
      gone = true;
    };
  }, [key]);

  const exact = known.get(key);
  if (exact) return { position: exact, exact: true };
  const moves = request.moves ?? [];
  const last = moves.at(-1);
  const parent = known.get(keyOf({ ...request, moves: moves.slice(0, -1) }));
  if (last !== undefined && parent) return { position: shownAtOnce(space.game, parent, last), exact: false };
  return { position: null, exact: false };
}
