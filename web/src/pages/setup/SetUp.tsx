/** The editor: any legal board, set up by hand, to analyse or to share. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, GameInfo, Setup } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import { Segments, Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { packPosition, unpackPosition } from "../../state/links";
import { complain } from "../../state/messages";
import { go } from "../../state/route";
import { parseSpec, playerNames, specTitle, usualSpec } from "../../state/spec";
import { draftOf, emptyDraft, setupOf, viewOf, withLine, withStone, type Draft, type Tool } from "./editor";

interface Start {
  spec: string;
  setup: Setup | null;
}

export function SetUp({ rest }: { rest: string[] }) {
  useTitle("Set up a position");
  const catalog = useCatalog();
  const [game, setGame] = useState<GameInfo | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [tool, setTool] = useState<Tool>("alternate");
  const [busy, run] = useTask();

  const open = ({ spec, setup }: Start): void => {
    api
      .position({ spec, setup: null, moves: [] })
      .then((answer) => {
        setGame(answer.game);
        setDraft(draftOf(answer.game, setup));
      })
      .catch(complain);
  };
  useEffect(() => open(startOf(rest)), [rest.join("/")]);

  if (game === null || draft === null || catalog === null) return <p class="loading">Loading…</p>;
  const known = catalog.games.find((each) => each.name === game.name);
  const colour = tool === "white" ? 1 : tool === "alternate" ? nextColour(draft) : 0;
  const click = (move: number): void => {
    if (game.board === "lines") setDraft(withLine(game, draft, move, draft.to_move));
    else if (move < draft.stones.length) setDraft(withStone(draft, move, tool));
  };
  const analyse = (): void =>
    run(async () => {
      const at = { spec: game.spec, setup: setupOf(game, draft), moves: [] };
      await api.position(at); // an impossible board is refused here, in words
      go("analyse", "p", ...packPosition(at));
    });
  const players = playerNames(game);

  return (
    <div class="page table-page">
      <BoardColumn game={game}>
        <Board
          game={game}
          position={viewOf(game, draft, colour)}
          names={players}
          active={tool !== "erase"}
          label={`Editor, ${specTitle(game.spec)}`}
          onPlay={click}
          onRefused={click}
        />
      </BoardColumn>
      <aside class="table-side">
        <section class="card setup-card" aria-labelledby="setup-title">
          <h1 id="setup-title">Set up a position</h1>
          <p class="quiet-text">
            {game.board === "lines"
              ? "Click lines to draw or remove them. A box that is closed goes to the player to move."
              : "Click points to place stones; click a stone to remove it."}
          </p>
          <GameFields
            catalog={catalog.games}
            game={game}
            known={known}
            onSpec={(spec) => open({ spec, setup: null })}
          />
          {game.board === "stones" ? (
            <Segments<Tool>
              legend="A click places"
              value={tool}
              onChange={setTool}
              options={[
                { value: "alternate", title: "In turn" },
                { value: "black", title: game.colours?.[0] ?? "Black" },
                { value: "white", title: game.colours?.[1] ?? "White" },
                { value: "erase", title: "Nothing" },
              ]}
            />
          ) : null}
          <Segments
            legend="To move"
            value={String(draft.to_move) as "0" | "1"}
            onChange={(value) => setDraft({ ...draft, to_move: value === "1" ? 1 : 0 })}
            options={[
              { value: "0", title: players[0] },
              { value: "1", title: players[1] },
            ]}
          />
          <div class="row">
            <button type="button" class="button primary" disabled={busy} onClick={analyse}>
              <Icon name="graph" /> Analyse this position
            </button>
            <button
              type="button"
              class="button"
              onClick={() => setDraft({ ...emptyDraft(game), to_move: draft.to_move })}
            >
              <Icon name="trash" /> Clear
            </button>
          </div>
        </section>
      </aside>
    </div>
  );
}

function nextColour(draft: Draft): number {
  const black = draft.stones.filter((stone) => stone === 0).length;
  return black > draft.stones.filter((stone) => stone === 1).length ? 1 : 0;
}

function startOf(rest: readonly string[]): Start {
  try {
    if (rest[0] === "p") {
      const { spec, setup } = unpackPosition(rest.slice(1));
      return { spec, setup: setup ?? null };
    }
  } catch (error) {
    complain(error);
  }
  return { spec: rest[0] ?? "torus:size=9", setup: null };
}

interface FieldProps {
  catalog: readonly CatalogGame[];
  game: GameInfo;
  known: CatalogGame | undefined;
  onSpec: (spec: string) => void;
}

function GameFields({ catalog, game, known, onSpec }: FieldProps) {
  const { options } = parseSpec(game.spec);
  const build = (name: string, changed: Record<string, string>): string =>
    `${name}:${Object.entries(changed)
      .map(([key, value]) => `${key}=${value}`)
      .join(",")}`;
  const rules = known?.options.find((option) => option.name === "rules" && options["rules"] !== undefined);
  return (
    <div class="fields">
      <Select
        label="Game"
        value={game.name}
        options={catalog.filter((each) => each.can_set_up).map((each) => ({ value: each.name, title: each.title }))}
        onChange={(name) => {
          const chosen = catalog.find((each) => each.name === name);
          if (chosen) onSpec(usualSpec(chosen));
        }}
      />
      {known && known.sizes.length > 0 ? (
        <Select
          label="Size"
          value={options["size"] ?? ""}
          options={known.sizes.map((size) => ({ value: size, title: size.replace("x", " × ") }))}
          onChange={(size) => onSpec(build(game.name, { ...options, size }))}
        />
      ) : null}
      {rules ? (
        <Select
          label="Rules"
          value={options["rules"] ?? rules.default}
          options={rules.choices ?? []}
          onChange={(value) => onSpec(build(game.name, { ...options, rules: value }))}
        />
      ) : null}
    </div>
  );
}
