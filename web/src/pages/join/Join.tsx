/** Somebody follows the link to a shared game: a name, and in. */
import { useEffect, useState } from "preact/hooks";
import { api, ApiError } from "../../api/client";
import type { GameView } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { complain } from "../../state/messages";
import { go, href } from "../../state/route";
import { load, save } from "../../state/saved";
import { heldSeat, holdSeat } from "../../state/seats";
import { playerNames, specDetails, specTitle } from "../../state/spec";

export function Join({ rest }: { rest: string[] }) {
  const [id = "", invitation = ""] = rest;
  const [view, setView] = useState<GameView | null>(null);
  const [missing, setMissing] = useState(false);
  const [name, setName] = useState(() => load("name", ""));
  const [busy, run] = useTask();
  useTitle("Join a game");
  useEffect(() => {
    if (heldSeat(id)) {
      go("play", id); // the link was followed before
      return;
    }
    api.game(id).then(setView, (error: unknown) => {
      if (error instanceof ApiError && [403, 404].includes(error.status)) setMissing(true);
      else complain(error);
    });
  }, [id]);
  if (missing) {
    return (
      <div class="page narrow">
        <h1>This link leads nowhere any more</h1>
        <p>The game may have been deleted. Ask your friend for a new link.</p>
        <a class="button primary" href={href("home")}>
          To the start page
        </a>
      </div>
    );
  }
  if (view === null) return <p class="loading">Loading…</p>;
  const free = view.sharing?.joined.indexOf(false) ?? -1;
  const host = view.sharing?.names[free === 0 ? 1 : 0] || "Your friend";
  const join = (): void =>
    run(async () => {
      save("name", name);
      const joined = await api.join(id, invitation, name.trim());
      if (joined.key !== null && joined.seat !== null) {
        holdSeat(id, { seat: joined.seat as 0 | 1, key: joined.key });
      }
      go("play", id);
    });
  return (
    <div class="page narrow">
      <form
        class="card join"
        onSubmit={(event) => {
          event.preventDefault();
          join();
        }}
      >
        <h1>
          {free >= 0
            ? `${host} invites you to a game of ${specTitle(view.game.spec)}`
            : `A game of ${specTitle(view.game.spec)}`}
        </h1>
        <p class="quiet-text">{specDetails(view.game.spec)}</p>
        {free >= 0 ? (
          <>
            <p>
              You play <strong>{playerNames(view.game)[free as 0 | 1]}</strong>. <a href={href("rules", view.game.name)}>Rules</a>
            </p>
            <label class="field">
              <span>Your name</span>
              <input
                type="text"
                maxLength={40}
                autoComplete="nickname"
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            </label>
            <div class="row">
              <button type="submit" class="button primary large" disabled={busy}>
                <Icon name="play" /> Join the game
              </button>
              <a class="button" href={href("play", id)}>
                <Icon name="eye" /> Only watch
              </a>
            </div>
          </>
        ) : (
          <>
            <p>Both seats are taken.</p>
            <a class="button primary large" href={href("play", id)}>
              <Icon name="eye" /> Watch the game
            </a>
          </>
        )}
      </form>
    </div>
  );
}
