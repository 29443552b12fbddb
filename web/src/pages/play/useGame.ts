/** One game being played: its state from the server, and moves shown before the server answers. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError } from "../../api/client";
import { watchGame } from "../../api/live";
import type { GameChange, GameView, PositionRequest, PositionView } from "../../api/types";
import { shownAtOnce } from "../../board/optimistic";
import { changed } from "../../state/change";
import { endingWords, moveText, seatName } from "../../state/format";
import { announce, complain } from "../../state/messages";
import { knock } from "../../state/sound";
import { heldSeat } from "../../state/seats";
import { playerNames } from "../../state/spec";

export interface Playing {
  view: GameView | null;
  missing: boolean;
  /** What the board shows: the state of the game, with a move that is on its way. */
  position: PositionView | null;
  busy: boolean;
  play: (move: number) => void;
  /** A move chosen while another is on its way: played next, if it is still possible then. */
  playNext: (move: number) => void;
  undo: () => void;
  /** Asks an engine that could not continue to try again. */
  retry: () => void;
  resign: (player: number | null) => void;
  /** Both have passed, and these stones are dead. */
  agree: (dead: readonly number[], seki: readonly number[]) => void;
  /** Takes the two passes back. */
  playOn: () => void;
}

export function useGame(id: string): Playing {
  const [view, setView] = useState<GameView | null>(null);
  const [missing, setMissing] = useState(false);
  const [ahead, setAhead] = useState<PositionView | null>(null);
  const [busy, setBusy] = useState(false);
  const known = useRef<GameView | null>(null);
  const sent = useRef(0);
  const next = useRef<number | null>(null);

  const take = (next: GameView): void => {
    const old = known.current;
    if (old && old.id === next.id && next.updated < old.updated) return; // overtaken on its way
    known.current = next;
    if (old && old.id === next.id) tellChange(old, next);
    setView(next);
    // A move that is on its way stays on the board until its answer comes.
    if (next.moves.length >= sent.current) setAhead(null);
  };

  /** What has changed; where it follows on moves that are not known here, the whole game is asked for. */
  const takeChange = (change: GameChange): void => {
    const old = known.current;
    if (old && old.id === change.id && change.updated < old.updated) return; // overtaken on its way
    const next = old && changed(old, change);
    if (next) take(next);
    else api.game(id).then(take, complain);
  };

  useEffect(() => {
    [known.current, sent.current, next.current] = [null, 0, null];
    setView(null);
    setMissing(false);
    setAhead(null);
    let gone = false;
    api.game(id).then(
      (found) => {
        if (!gone) take(found);
      },
      (error: unknown) => {
        if (gone) return;
        if (error instanceof ApiError && error.status === 404) setMissing(true);
        else complain(error);
      },
    );
    const stop = watchGame(id, { onGame: take, onChange: takeChange });
    return () => {
      gone = true;
      stop();
    };
  }, [id]);

  const ask = (work: Promise<GameChange>): void => {
    setBusy(true);
    work
      .then(takeChange)
      .catch((error: unknown) => {
        [sent.current, next.current] = [0, null];
        setAhead(null);
        complain(error);
        api
          .game(id)
          .then(take)
          .catch(() => undefined);
      })
      .finally(() => setBusy(false));
  };

  useEffect(() => {
    if (busy || next.current === null || view === null) return;
    const [move, { position, seats, status }] = [next.current, view];
    next.current = null;
    const held = heldSeat(view.id);
    const free = view.sharing ? held?.seat === position.to_move : seats[position.to_move as 0 | 1].kind === "human";
    const mine = status === "playing" && free;
    if (mine && position.legal.includes(move)) play(move);
  }, [busy, view]);

  const play = (move: number): void => {
    const now = known.current;
    if (now === null || busy) return;
    sent.current = now.moves.length + 1;
    setAhead(shownAtOnce(now.game, now.position, move));
    knock();
    ask(api.play(id, move, now.moves.length));
  };

  return {
    view,
    missing,
    busy,
    play,
    playNext: (move) => {
      next.current = move;
    },
    position: ahead ?? view?.position ?? null,
    undo: () => {
      [sent.current, next.current] = [0, null];
      ask(api.undo(id));
    },
    retry: () => ask(api.retry(id)),
    resign: (player) => ask(api.resign(id, player)),
    agree: (dead, seki) => ask(api.agree(id, dead, seki)),
    playOn: () => {
      [sent.current, next.current] = [0, null];
      ask(api.playOn(id));
    },
  };
}

/** Says what happened, for people who cannot see it. */
function tellChange(old: GameView, next: GameView): void {
  const names = seatNames(next);
  if (next.moves.length > old.moves.length) {
    const fresh = next.moves.slice(old.moves.length);
    const words = fresh.map((played) => `${names[played.player as 0 | 1]}: ${moveText(played.name)}`);
    const ending = next.position.ending;
    announce(`${words.join(". ")}.${ending ? ` ${endingWords(ending, names)}.` : ""}`);
    if (next.counting) announce("Both sides have passed. The board is counted.");
    const here = heldSeat(next.id)?.seat;
    const others = (player: number): boolean =>
      next.sharing ? player !== here : next.seats[player as 0 | 1].kind === "engine";
    if (fresh.some((played) => others(played.player))) knock();
  } else if (next.moves.length < old.moves.length) {
    announce(`Taken back. ${next.position.notes[0] ?? ""}`);
  } else if (next.status === "finished" && old.status === "playing" && next.position.ending) {
    announce(endingWords(next.position.ending, names));
  }
  if (next.status === "finished" && old.status === "playing") knock("end");
}

export function seatNames(view: GameView): [string, string] {
  const colours = playerNames(view.game);
  const names = view.sharing?.names;
  if (names) return [names[0] || colours[0], names[1] || colours[1]];
  return [seatName(view.seats[0], colours[0]), seatName(view.seats[1], colours[1])];
}

/** The game up to a ply, as the server takes it. */
export function requestOf(view: GameView, plies: number = view.moves.length): PositionRequest {
  return { spec: view.game.spec, setup: view.setup, moves: view.moves.slice(0, plies).map((each) => each.move) };
}
