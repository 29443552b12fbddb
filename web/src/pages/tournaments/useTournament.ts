/** A tournament that is looked at: asked for again and again while it is played. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../../api/client";
import type { PositionView, TournamentView } from "../../api/types";
import { complain } from "../../state/messages";

const PERIOD_MS = 700;

export interface Watched {
  view: TournamentView | null;
  missing: boolean;
  /** Shows a view that came as an answer. */
  take: (view: TournamentView) => void;
}

export function useTournament(id: string): Watched {
  const [view, setView] = useState<TournamentView | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        if (document.visibilityState === "visible") {
          const found = await api.tournament(id);
          if (!gone) setView(found);
        }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          setMissing(true);
          return;
        }
        if (!gone) complain(error);
      }
      if (!gone) timer = setTimeout(() => void look(), PERIOD_MS);
    };
    setView(null);
    setMissing(false);
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id]);
  return { view, missing, take: setView };
}

/** The position after some moves; the one before until it is known. */
export function useMoves(spec: string, moves: readonly number[]): PositionView | null {
  const [position, setPosition] = useState<PositionView | null>(null);
  const asked = useRef(0);
  const key = `${spec} ${moves.join()}`;
  useEffect(() => {
    const turn = ++asked.current;
    api
      .position({ spec, setup: null, moves: [...moves] })
      .then((answer) => {
        if (turn === asked.current) setPosition(answer.position);
      })
      .catch(complain);
  }, [key]);
  return position;
}
