/** A hint on request: a short search, and its best move on the board. */
import { useEffect, useRef, useState } from "preact/hooks";
import { analyse } from "../../api/live";
import type { GameView, MoveAnalysis } from "../../api/types";
import { engineText, moveText, percent } from "../../state/format";
import { toast } from "../../state/messages";
import { requestOf } from "./useGame";

const SECONDS = 2;

export interface Hint {
  found: MoveAnalysis | null;
  words: string;
  busy: boolean;
  ask: () => void;
  clear: () => void;
}

export function useHint(view: GameView | null): Hint {
  const [found, setFound] = useState<MoveAnalysis | null>(null);
  const [engine, setEngine] = useState("");
  const [busy, setBusy] = useState(false);
  const cancel = useRef<() => void>(() => undefined);
  const clear = (): void => {
    cancel.current();
    setFound(null);
    setBusy(false);
  };
  useEffect(() => clear, [view?.id, view?.moves.length, view?.status]);

  const ask = (): void => {
    if (view === null || busy) return;
    clear();
    setBusy(true);
    cancel.current = analyse(requestOf(view), SECONDS, {
      onAnalysis: (report) => {
        setFound(report.moves[0] ?? null);
        setEngine(report.engine);
      },
      onDone: () => setBusy(false),
      onProblem: (detail) => {
        setBusy(false);
        toast(detail, "error");
      },
    });
  };

  const name = found && view ? moveText(view.game.move_names[found.move]) : "";
  const words = found
    ? `${busy ? "So far" : "Best"}: ${name}${chanceWords(found)} (${engineText(engine)})`
    : busy
      ? "Looking…"
      : "";
  return { found, words, busy, ask, clear };
}

function chanceWords(found: MoveAnalysis): string {
  if (found.proof === "win") return ", a win for certain";
  return found.rating === null ? "" : `, ${percent(found.rating / 100)} to win`;
}
