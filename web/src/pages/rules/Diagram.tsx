/** A position in the rules, which can be played on. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { DiagramView, PositionView } from "../../api/types";
import { LinesBoard } from "../../board/LinesBoard";
import { shownAtOnce } from "../../board/optimistic";
import { StonesBoard } from "../../board/StonesBoard";
import { NO_OFFSET } from "../../board/torus";
import { Icon } from "../../parts/Icon";
import { announce, complain } from "../../state/messages";
import { knock } from "../../state/sound";
import { playerNames } from "../../state/spec";
import { refusal } from "../refusal";

export function Diagram({ diagram }: { diagram: DiagramView }) {
  const { game, setup } = diagram;
  const [moves, setMoves] = useState<readonly number[]>([]);
  const [position, setPosition] = useState<PositionView>(diagram.position);
  const [offset, setOffset] = useState(NO_OFFSET);
  const request = { spec: game.spec, setup, moves: [...moves] };
  const words = position.ending?.text ?? position.notes[0] ?? "";

  const play = (move: number): void => {
    const played = [...moves, move];
    setMoves(played);
    setPosition(shownAtOnce(game, position, move));
    knock();
    api
      .position({ ...request, moves: played })
      .then((answer) => {
        setPosition(answer.position);
        announce(answer.position.ending?.text ?? answer.position.notes[0] ?? "");
      })
      .catch((error: unknown) => {
        reset();
        complain(error);
      });
  };
  const reset = (): void => {
    setMoves([]);
    setPosition(diagram.position);
  };
  const board = {
    game,
    position,
    names: playerNames(game),
    active: position.ending === null,
    label: `Diagram. ${words}`,
    overlay: moves.length === 0 ? { marks: diagram.labels } : {},
    onPlay: play,
    onRefused: (move: number) => refusal(request, game, move),
  };
  return (
    <figure class="diagram">
      {game.board === "lines" ? (
        <LinesBoard {...board} />
      ) : (
        <StonesBoard {...board} offset={offset} onOffset={setOffset} />
      )}
      <figcaption>
        <span>{moves.length === 0 ? `${words}. Play on the board.` : words}</span>
        {moves.length > 0 ? (
          <button type="button" class="button small" onClick={reset}>
            <Icon name="undo" /> Reset
          </button>
        ) : null}
      </figcaption>
    </figure>
  );
}
