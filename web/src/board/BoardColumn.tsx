/** A board and what stands above and below it, all as wide as the board may be on this screen. */
import type { ComponentChildren } from "preact";
import type { GameInfo } from "../api/types";
import { boardMost, boardRatio } from "./geometry";

export function BoardColumn({ game, children }: { game: GameInfo; children: ComponentChildren }) {
  const measures = {
    "--board-ratio": boardRatio(game).toFixed(3),
    "--board-most": `${boardMost(game, game.board === "lines")}px`,
  };
  return (
    <div class={`table-board${game.wraps ? " has-bar" : ""}`} style={measures}>
      {children}
    </div>
  );
}
