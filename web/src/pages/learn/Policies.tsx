/** What the versions of a network would play: on the empty board, and two of them in one position. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Look, Looks, RunView } from "../../api/types";
import { Board } from "../../board/Board";
import { Thumb } from "../../board/Thumb";
import { Select } from "../../parts/Choices";
import { complain } from "../../state/messages";
import { percent } from "../../state/format";
import { favourites, heatOf, milestones, numbered } from "./looks";

const SHOWN = 6;

/** Looks of versions after some moves; the ones before until they are known. */
function useLooks(run: string, versions: readonly string[], moves: readonly number[]): Looks | null {
  const [looks, setLooks] = useState<Looks | null>(null);
  useEffect(() => {
    if (versions.length === 0) return;
    let gone = false;
    api
      .looks(run, versions, moves)
      .then((found) => {
        if (!gone) setLooks(found);
      })
      .catch((error: unknown) => {
        if (!gone) complain(error);
      });
    return () => {
      gone = true;
    };
  }, [run, versions.join("/"), moves.join()]);
  return looks;
}

export function EmptyBoards({ view }: { view: RunView }) {
  const versions = milestones(numbered(view), SHOWN);
  const looks = useLooks(
    view.summary.name,
    versions.map(({ name }) => name),
    [],
  );
  return (
    <section class="card" aria-labelledby="empty-title">
      <h2 id="empty-title">The first move, as it learns</h2>
      <p class="quiet-text">
        Where each version would begin, without any search: the darker, the likelier. A network that has learnt nothing
        likes all moves alike.
      </p>
      <ol class="policy-strip">
        {looks === null ? <li class="quiet-text">Looking…</li> : null}
        {looks?.looks.map((look) => (
          <li key={look.version}>
            <Thumb
              game={looks.game}
              position={looks.position}
              overlay={{ heat: heatOf(look, looks.looks) }}
              label={`Version ${look.number}: ${favourites(looks.game, look, 3)}`}
            />
            <b>Version {look.number}</b>
            <small>{favourites(looks.game, look, 2)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Before and after: two versions judge the same position, into which one plays. */
export function BeforeAndAfter({ view }: { view: RunView }) {
  const versions = numbered(view);
  const [before, setBefore] = useState<string | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  const [moves, setMoves] = useState<readonly number[]>([]);
  const names = [before ?? versions[0]?.name ?? "", after ?? versions.at(-1)?.name ?? ""];
  const looks = useLooks(view.summary.name, names.every(Boolean) ? names : [], moves);
  if (looks === null || versions.length < 2) return null;
  const options = versions.map(({ name, number }) => ({ value: name, title: `Version ${number}` })).reverse();
  const over = looks.position.ending;
  return (
    <section class="card" aria-labelledby="before-title">
      <h2 id="before-title">Before and after</h2>
      <p class="quiet-text">Two versions look at the same position. Click on either board to play a move.</p>
      <div class="before-after">
        {looks.looks.map((look, index) => (
          <div key={index} class="before-side">
            <Select
              label={index === 0 ? "Before" : "After"}
              value={names[index] ?? ""}
              options={options}
              onChange={index === 0 ? setBefore : setAfter}
            />
            <Board
              game={looks.game}
              position={looks.position}
              names={looks.game.players}
              active={over === null}
              overlay={{ heat: heatOf(look, looks.looks) }}
              label={`Board, ${index === 0 ? "before" : "after"}`}
              onPlay={(move) => setMoves([...moves, move])}
            />
            <Judgement look={look} looks={looks} />
          </div>
        ))}
      </div>
      <div class="row">
        <button type="button" class="button" disabled={moves.length === 0} onClick={() => setMoves(moves.slice(0, -1))}>
          Take back
        </button>
        <button type="button" class="button" disabled={moves.length === 0} onClick={() => setMoves([])}>
          Empty board
        </button>
      </div>
    </section>
  );
}

function Judgement({ look, looks }: { look: Look; looks: Looks }) {
  const { game, position } = looks;
  return (
    <p class="before-words" aria-live="polite">
      <b>{game.players[position.to_move === 0 ? 0 : 1]}</b> to move: {favourites(game, look, 3)}
      <br />
      {game.players[0]} wins with {percent(look.chance)}, it thinks.
    </p>
  );
}
