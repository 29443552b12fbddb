/** Exports SGF, pictures and a link, and continues the game from here. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PositionView } from "../../api/types";
import { Dialog } from "../../parts/Dialog";
import { saveFile, saveText, svgToPng } from "../../parts/download";
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { useTask } from "../../parts/useTask";
import { packPosition } from "../../state/links";
import { toast } from "../../state/messages";
import { href } from "../../state/route";
import { shownTheme } from "../../state/settings";
import { toRecord } from "../../state/tree";
import { requestAt, workspace, type Workspace } from "../../state/workspace";
import { PlayFromHere } from "./PlayFromHere";

export function ShareBar({ space, position }: { space: Workspace; position: PositionView }) {
  const [busy, run] = useTask();
  const [link, setLink] = useState<string | null>(null);
  const [playing, setPlaying] = useState(false);
  const at = requestAt(space, space.current);
  const name = space.title || space.game.name;

  const copyLink = (): void =>
    run(async () => {
      const address = `${location.origin}${location.pathname}${href("analyse", "p", ...packPosition(at))}`;
      try {
        await navigator.clipboard.writeText(address);
        toast("The link to this position was copied.");
      } catch {
        setLink(address); // the browser allows no copying here: show it instead
      }
    });
  const saveSgf = (): void =>
    run(async () => {
      const sgf = await api.writeSgf({
        spec: space.game.spec,
        setup: space.setup,
        nodes: toRecord(space.tree),
        names: space.names,
      });
      saveText(`${name}.sgf`, sgf, "application/x-go-sgf");
    });
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
        <button
          type="button"
          class="button small"
          disabled={busy}
          onClick={() => run(async () => saveFile(`${name}.png`, await svgToPng(await picture())))}
        >
          <Icon name="image" /> PNG
        </button>
        <button type="button" class="button small" disabled={busy} onClick={copyLink}>
          <Icon name="share" /> Copy link
        </button>
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
      <Dialog title="Link to this position" open={link !== null} onClose={() => setLink(null)}>
        <label class="field">
          <span>Copy this address</span>
          <input type="text" readOnly value={link ?? ""} onFocus={(event) => event.currentTarget.select()} />
        </label>
      </Dialog>
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
