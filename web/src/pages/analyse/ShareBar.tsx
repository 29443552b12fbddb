/** Exports SGF, pictures and a link, and continues the game from here. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PositionView } from "../../api/types";
import type { Overlay } from "../../board/types";
import { saveText } from "../../parts/download";
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { useTask } from "../../parts/useTask";
import { packPosition } from "../../state/links";
import { href } from "../../state/route";
import { shownTheme } from "../../state/settings";
import { toRecord } from "../../state/tree";
import { ShareButton } from "../../share/ShareButton";
import type { ToShare } from "../../share/ShareDialog";
import { currentLine, requestAt, workspace, type Workspace } from "../../state/workspace";
import { PlayFromHere } from "./PlayFromHere";

interface Props {
  space: Workspace;
  position: PositionView;
  /** What is marked on the board, for pictures. */
  overlay: Overlay;
}

export function ShareBar({ space, position, overlay }: Props) {
  const [busy, run] = useTask();
  const [playing, setPlaying] = useState(false);
  const at = requestAt(space, space.current);
  const name = space.title || space.game.name;

  const sgf = (): Promise<string> =>
    api.writeSgf({ spec: space.game.spec, setup: space.setup, nodes: toRecord(space.tree), names: space.names });
  const saveSgf = (): void => run(async () => saveText(`${name}.sgf`, await sgf(), "application/x-go-sgf"));
  const share = (): ToShare => {
    const line = currentLine(space);
    return {
      game: space.game,
      at,
      whole: requestAt(space, line.at(-1) ?? space.current),
      position,
      overlay,
      names: space.names,
      result: space.result,
      file: name,
      sgf,
    };
  };
  const picture = async (): Promise<string> => api.picture(at, shownTheme());

  return (
    <section class="card share" aria-labelledby="share-title">
      <h2 id="share-title">Export or continue</h2>
      <div class="row">
        <button type="button" class="button small" disabled={busy} onClick={saveSgf}>
          <Icon name="download" /> SGF
        </button>
        <button
          type="button"
          class="button small"
          disabled={busy}
          onClick={() => run(async () => saveText(`${name}.svg`, await picture(), "image/svg+xml"))}
        >
          <Icon name="image" /> SVG
        </button>
        <ShareButton small share={share} />
        <a class="button small" href={editLink(space, position)}>
          <Icon name="edit" /> Edit position
        </a>
        <button type="button" class="button small" disabled={position.ending !== null} onClick={() => setPlaying(true)}>
          <Icon name="play" /> Play from here
        </button>
        <OpenSgf small />
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            workspace.set(null);
            location.hash = href("analyse");
          }}
        >
          <Icon name="close" /> Close
        </button>
      </div>
      <PlayFromHere space={space} open={playing} onClose={() => setPlaying(false)} />
    </section>
  );
}

/** The board as it stands, for the editor. */
function editLink(space: Workspace, position: PositionView): string {
  const setup = position.stones
    ? { stones: position.stones, to_move: position.to_move }
    : { lines: position.lines ?? [], owners: position.owners ?? [], to_move: position.to_move };
  return href("setup", "p", ...packPosition({ spec: space.game.spec, setup, moves: [] }));
}
