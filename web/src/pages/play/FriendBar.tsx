/** What goes on beside the board of a shared game: who is there, offers, reactions. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameView, Player, ReactionSign } from "../../api/types";
import { useTask } from "../../parts/useTask";
import { plural } from "../../state/format";
import { announce } from "../../state/messages";

/** Words and not pictures: many machines have no font for those. */
const SIGNS: Record<ReactionSign, string> = {
  hello: "Hello!",
  "well played": "Well played!",
  thanks: "Thanks!",
  oops: "Oops!",
  wow: "Wow!",
  thinking: "Let me think…",
};
const SHOWN_MS = 4000;

interface Props {
  view: GameView;
  names: [string, string];
  /** The seat that is played here; null for those who watch. */
  seat: Player | null;
}

export function FriendBar({ view, names, seat }: Props) {
  const [busy, run] = useTask();
  const sharing = view.sharing;
  const fresh = useFreshReaction(view, names);
  if (!sharing) return null;
  const offer = sharing.offer;
  const answer = (accept: boolean): void => run(async () => void (await api.answerOffer(view.id, accept)));
  return (
    <section class="card friend" aria-label="The other player">
      <p class="quiet-text" role="status">
        {presence()}
      </p>
      {offer && seat !== null ? (
        <div class="offer" role="alert">
          <p>{offer.by === seat ? OWN[offer.kind] : `${names[offer.by as Player]} ${ASKS[offer.kind]}`}</p>
          <div class="row">
            {offer.by === seat ? (
              <button type="button" class="button small" disabled={busy} onClick={() => answer(false)}>
                Withdraw
              </button>
            ) : (
              <>
                <button type="button" class="button small primary" disabled={busy} onClick={() => answer(true)}>
                  Accept
                </button>
                <button type="button" class="button small" disabled={busy} onClick={() => answer(false)}>
                  Decline
                </button>
              </>
            )}
          </div>
        </div>
      ) : null}
      {fresh ? (
        <p class="reaction" aria-hidden="true">
          <strong>{names[fresh.by as Player]}:</strong> {SIGNS[fresh.sign]}
        </p>
      ) : null}
      {seat !== null && sharing.joined.every(Boolean) ? (
        <div class="reactions" role="group" aria-label="Reactions">
          {(Object.keys(SIGNS) as ReactionSign[]).map((sign) => (
            <button
              key={sign}
              type="button"
              class="button quiet small"
              disabled={busy}
              onClick={() => run(async () => void (await api.react(view.id, sign)))}
            >
              {SIGNS[sign]}
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );

  function presence(): string {
    if (!sharing) return "";
    const watching = sharing.watching > 0 ? ` ${plural(sharing.watching, "person", "people")} watching.` : "";
    if (!sharing.joined.every(Boolean)) return `Waiting for your friend.${watching}`;
    if (seat === null) return `You are watching.${watching}`;
    const other = seat === 0 ? 1 : 0;
    return `${names[other]} is ${sharing.present[other] ? "here" : "away"}.${watching}`;
  }
}

const ASKS = {
  undo: "asks to take back a move.",
  rematch: "would like a rematch.",
  count: "proposes this count. Accept it, or change it and agree to your own.",
} as const;
const OWN = {
  undo: "You asked to take back a move.",
  rematch: "You asked for a rematch.",
  count: "You proposed this count.",
} as const;

type Shown = NonNullable<GameView["sharing"]>["reactions"][number];

/** The newest reaction for a few seconds; not those from before the page was opened. */
function useFreshReaction(view: GameView, names: [string, string]): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const seen = useRef<{ game: string; number: number } | null>(null);
  const newest = view.sharing?.reactions.at(-1) ?? null;
  useEffect(() => {
    const number = newest?.number ?? 0;
    const known = seen.current;
    seen.current = { game: view.id, number };
    if (newest === null || known === null || known.game !== view.id || number <= known.number) return;
    setShown(newest);
    announce(`${names[newest.by as Player]}: ${SIGNS[newest.sign]}`);
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [view.id, newest?.number]);
  return shown;
}
