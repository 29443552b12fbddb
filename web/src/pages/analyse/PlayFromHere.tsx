/** A game that goes on from the position on the board. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Seat } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { Dialog } from "../../parts/Dialog";
import { LevelPicker } from "../../parts/LevelPicker";
import { useTask } from "../../parts/useTask";
import { useCatalog } from "../../state/catalog";
import { opponentName } from "../../state/characters";
import { go } from "../../state/route";
import { parseSpec, playerNames } from "../../state/spec";
import { requestAt, type Workspace } from "../../state/workspace";

export function PlayFromHere({ space, open, onClose }: { space: Workspace; open: boolean; onClose: () => void }) {
  const game = useCatalog()?.games.find((each) => each.name === space.game.name);
  const [level, setLevel] = useState<string | null>(null);
  const [side, setSide] = useState<"0" | "1">("0");
  const [busy, run] = useTask();
  if (game === undefined) return null;
  const chosen = game.levels.find((each) => each.id === level) ?? game.levels[1] ?? game.levels[0];
  const names = playerNames(space.game);
  const start = (): void =>
    run(async () => {
      const { name, options } = parseSpec(space.game.spec);
      const here = requestAt(space, space.current);
      const you: Seat = { kind: "human", name: "You", level: null };
      const other: Seat = { kind: "engine", name: chosen ? opponentName(chosen) : "", level: chosen?.id ?? null };
      const made = await api.newGame({
        game: name,
        options,
        handicap: null,
        clock: null,
        setup: here.setup ?? null,
        moves: here.moves ?? [],
        seats: side === "0" ? [you, other] : [other, you],
      });
      onClose();
      go("play", made.id);
    });
  return (
    <Dialog title="Play from here" open={open} onClose={onClose}>
      <Segments
        legend="You play"
        value={side}
        onChange={setSide}
        options={[
          { value: "0", title: names[0] },
          { value: "1", title: names[1] },
        ]}
      />
      <LevelPicker legend="Against" levels={game.levels} board={space.game.spec} value={chosen?.id ?? ""} onChange={setLevel} />
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={busy} onClick={start}>
          Play
        </button>
      </div>
    </Dialog>
  );
}
