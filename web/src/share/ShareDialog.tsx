/** A game or a position to give away: as a picture, an animation, a record or a link. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import type { GameInfo, PositionRequest, PositionView } from "../api/types";
import type { Overlay } from "../board/types";
import { Segments } from "../parts/Choices";
import { saveFile, saveText } from "../parts/download";
import { Icon } from "../parts/Icon";
import { packShared, schemeLink } from "../state/links";
import { announce, toast } from "../state/messages";
import { href } from "../state/route";
import { isLocal } from "../state/seats";
import { specTitle } from "../state/spec";
import { gifOf, pngOf, type Sheet } from "./pictures";

export interface ToShare {
  game: GameInfo;
  /** The position that is shown, and the whole game that it belongs to. */
  at: PositionRequest;
  whole: PositionRequest;
  position: PositionView;
  overlay?: Overlay;
  names: [string, string];
  /** How the game ended, or "". */
  result: string;
  /** The name of files, without what follows the dot. */
  file: string;
  sgf: () => Promise<string>;
}

const PACES = [
  { value: "300", title: "Fast" },
  { value: "700", title: "Usual" },
  { value: "1500", title: "Slow" },
];
const LAST_MS = 4000;

export function ShareDialog(given: ToShare) {
  const { game, at, whole, names, file } = given;
  const sheet: Sheet = { game, names, title: specTitle(game.spec), result: given.result };
  const [preview, setPreview] = useState<{ png: Blob; address: string } | null>(null);
  const [pace, setPace] = useState("700");
  const [done, setDone] = useState<number | null>(null);
  const gone = useRef(false);
  const shared = { at, names };
  const local = isLocal(location.hostname);
  const link = local ? schemeLink(shared) : `${location.origin}/${href("analyse", "p", ...packShared(shared))}`;
  const moves = whole.moves?.length ?? 0;

  useEffect(() => {
    gone.current = false;
    let address = "";
    pngOf({ ...sheet, result: at.moves?.length === moves ? sheet.result : "" }, given.position, given.overlay)
      .then((png) => {
        if (gone.current) return;
        address = URL.createObjectURL(png);
        setPreview({ png, address });
      })
      .catch(failed);
    return () => {
      gone.current = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, []);

  const animate = async (): Promise<void> => {
    setDone(0);
    try {
      const { positions } = await api.positionLine(whole);
      const gif = await gifOf(sheet, positions, { move: Number(pace), last: LAST_MS }, setDone, () => gone.current);
      if (gif !== null) saveFile(`${file}.gif`, gif);
    } finally {
      setDone(null);
    }
  };
  const copyPicture = async (png: Blob): Promise<void> => {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    toast("The picture is copied.");
  };
  const copyLink = (): void => {
    navigator.clipboard.writeText(link).then(
      () => toast("The link is copied."),
      () => toast("Copying is not allowed here: mark the link and copy it by hand."),
    );
  };

  return (
    <div class="share-dialog">
      {preview === null ? (
        <p class="loading">Drawing…</p>
      ) : (
        <img class="share-preview" src={preview.address} alt={`The board: ${names.join(" against ")}`} />
      )}
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={preview === null}
          onClick={() => preview && saveFile(`${file}.png`, preview.png)}
        >
          <Icon name="image" /> Save picture
        </button>
        <button
          type="button"
          class="button"
          disabled={preview === null}
          onClick={() => preview && copyPicture(preview.png).catch(failed)}
        >
          Copy picture
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            given
              .sgf()
              .then((text) => saveText(`${file}.sgf`, text, "application/x-go-sgf"))
              .catch(failed);
          }}
        >
          <Icon name="download" /> Save SGF
        </button>
      </div>
      {moves > 0 && game.board !== "picture" ? (
        <div class="share-animation">
          <Segments legend="The whole game, animated" options={PACES} value={pace} onChange={setPace} />
          <button type="button" class="button" disabled={done !== null} onClick={() => animate().catch(failed)}>
            <Icon name="play" /> {done === null ? "Save GIF" : `Drawing… ${Math.round(100 * done)} %`}
          </button>
        </div>
      ) : null}
      <label class="field">
        <span>Link to this position</span>
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <button type="button" class="button" onClick={copyLink}>
          <Icon name="share" /> Copy the link
        </button>
      </div>
      <p class="quiet-text">
        The position and the names are in the link itself.{" "}
        {local ? "Whoever has Tesuji pastes it on the page Analyse; it needs no address of this machine." : null}
      </p>
    </div>
  );
}

function failed(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  toast(`This did not work: ${words}`, "error");
  announce(words);
}
