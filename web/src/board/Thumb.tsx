/** A small board to look at, without any move to be made. */
import type { GameInfo, PositionView } from "../api/types";
import { LinesBoard } from "./LinesBoard";
import { StonesBoard } from "./StonesBoard";
import { NO_OFFSET } from "./torus";
import type { Overlay } from "./types";

interface Props {
  game: GameInfo;
  position: PositionView;
  label: string;
  overlay?: Overlay;
}

const ignore = (): void => undefined;

export function Thumb({ game, position, label, overlay = {} }: Props) {
  if (game.board === "picture") {
    return position.picture ? (
      <img class="thumb" src={`data:image/svg+xml;utf8,${encodeURIComponent(position.picture)}`} alt={label} />
    ) : null;
  }
  const props = { game, position, overlay, label, names: game.players, active: false } as const;
  return (
    <div class="thumb" role="img" aria-label={label}>
      <div inert>
        {game.board === "lines" ? <LinesBoard {...props} /> : null}
        {game.board === "stones" ? <StonesBoard {...props} offset={NO_OFFSET} onOffset={ignore} /> : null}
      </div>
    </div>
  );
}
