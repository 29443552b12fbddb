/** The tree of moves: the main line as running text, variations indented below the move they replace. */
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { moveText, VERDICTS } from "../../state/format";
import { isMistake } from "../../state/review";
import { at } from "../../state/tree";
import type { Workspace } from "../../state/workspace";

interface Props {
  space: Workspace;
  onGo: (id: number) => void;
  /** During an exercise the moves would give it away. */
  hidden: boolean;
}

export function MoveTree({ space, onGo, hidden }: Props) {
  const box = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const [list, now] = [box.current, box.current?.querySelector("[aria-current]")];
    if (!list || !now) return;
    const [inner, outer] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 12;
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 12;
  }, [space.current, space.tree]);
  if (hidden) return <p class="quiet-text">Hidden while you look for a better move.</p>;
  const start = space.current === 0;
  return (
    <div class="move-tree" ref={box} role="group" aria-label="Tree of moves">
      <button type="button" class="tree-move start" aria-current={start ? "true" : undefined} onClick={() => onGo(0)}>
        Start
      </button>
      {lineFrom(space, 0, 1, onGo)}
    </div>
  );
}

/** The line that goes on after node `id`, with the variations that branch off. */
function lineFrom(space: Workspace, id: number, ply: number, onGo: (id: number) => void): ComponentChild[] {
  const drawn: ComponentChild[] = [];
  for (let [now, number] = [id, ply]; ; number++) {
    const [main, ...others] = at(space.tree, now).children;
    if (main === undefined) return drawn;
    drawn.push(<Move key={main} space={space} id={main} ply={number} onGo={onGo} />);
    if (others.length > 0) {
      drawn.push(
        <div key={`v${main}`} class="variations">
          {others.map((other) => (
            <div key={other} class="variation">
              <Move space={space} id={other} ply={number} onGo={onGo} />
              {lineFrom(space, other, number + 1, onGo)}
            </div>
          ))}
        </div>,
      );
    }
    now = main;
  }
}

function Move({ space, id, ply, onGo }: { space: Workspace; id: number; ply: number; onGo: (id: number) => void }) {
  const { move, comment, note } = at(space.tree, id);
  const judged = space.judgements[id];
  const verdict = judged ? VERDICTS[judged.verdict] : null;
  return (
    <>
      <button
        type="button"
        class={`tree-move${judged ? ` verdict-${judged.verdict}` : ""}`}
        aria-current={space.current === id ? "true" : undefined}
        onClick={() => onGo(id)}
      >
        <small>{ply}</small> {move === null ? "set-up" : moveText(space.game.move_names[move])}
        {judged && verdict && isMistake(judged) ? (
          <span class="verdict-sign" title={verdict.title}>
            {verdict.sign}
          </span>
        ) : null}
      </button>
      {note ? <span class="tree-comment">({note})</span> : null}
      {comment ? <span class="tree-comment">{comment}</span> : null}
    </>
  );
}
