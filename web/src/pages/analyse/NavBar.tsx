/** Buttons to step through the tree, and moves that are not places on the board. */
import type { GameInfo, PositionView } from "../../api/types";
import { Icon, type IconName } from "../../parts/Icon";
import { moveText } from "../../state/format";
import { showChord } from "../../state/keys";
import { settings } from "../../state/settings";
import { useStore } from "../../state/store";
import type { Step } from "../../state/tree";
import { extraMoves } from "../play/ExtraMoves";

const STEPS: { kind: Step; icon: IconName; title: string }[] = [
  { kind: "first", icon: "first", title: "To the start" },
  { kind: "previous", icon: "left", title: "One move back" },
  { kind: "next", icon: "right", title: "One move on" },
  { kind: "last", icon: "last", title: "To the end" },
  { kind: "variationUp", icon: "up", title: "Previous variation" },
  { kind: "variationDown", icon: "down", title: "Next variation" },
];

interface Props {
  game: GameInfo;
  position: PositionView;
  onStep: (kind: Step) => void;
  onPlay: (move: number) => void;
}

export function NavBar({ game, position, onStep, onPlay }: Props) {
  const keys = useStore(settings).keys;
  return (
    <div class="nav-bar" role="group" aria-label="Step through the moves">
      {STEPS.map(({ kind, icon, title }) => (
        <button
          key={kind}
          type="button"
          class="icon-button"
          aria-label={title}
          title={keys[kind] ? `${title} (${showChord(keys[kind])})` : title}
          onClick={() => onStep(kind)}
        >
          <Icon name={icon} />
        </button>
      ))}
      {extraMoves(game, position).map((move) => (
        <button key={move} type="button" class="button small" onClick={() => onPlay(move)}>
          {moveText(game.move_names[move])}
        </button>
      ))}
    </div>
  );
}
