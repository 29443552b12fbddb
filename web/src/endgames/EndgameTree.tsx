/** The tree of an endgame: what each position is worth. Choosing one shows it on the board. */
import { useRef, useState } from "preact/hooks";
import type { EndgameNode, GameInfo, TemperatureRegion } from "../api/types";
import { moveText } from "../state/format";
import { closedAtFirst, rowsOf, treeKey } from "./treeView";

interface Props {
  game: GameInfo;
  region: TemperatureRegion;
  /** The node on the board; null for none. */
  chosen: number | null;
  onChoose: (number: number | null) => void;
}

export const KIND_WORDS: Record<string, string> = {
  gote: "gote",
  "black sente": "Black's sente",
  "white sente": "White's sente",
  ko: "ko",
  settled: "settled",
  "": "not followed further",
};

export function EndgameTree({ game, region, chosen, onChoose }: Props) {
  const [closed, setClosed] = useState(() => closedAtFirst(region.tree));
  const [focused, setFocused] = useState(0);
  const list = useRef<HTMLUListElement | null>(null);
  const rows = rowsOf(region.tree, closed);
  const current = rows.some((row) => row.number === focused) ? focused : 0;
  const toggle = (number: number): void =>
    setClosed((old) => {
      const next = new Set(old);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onChoose(current === chosen ? null : current);
      return;
    }
    const step = treeKey(rows, current, event.key);
    if (step === null) return;
    event.preventDefault();
    if ("toggle" in step) toggle(step.toggle);
    else {
      setFocused(step.to);
      list.current?.querySelector<HTMLElement>(`[data-node="${step.to}"]`)?.focus();
    }
  };
  return (
    <ul class="endgame-tree" role="tree" aria-label="Tree of moves with values" ref={list} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <li
          key={row.number}
          role="treeitem"
          data-node={row.number}
          aria-level={row.level}
          aria-posinset={row.place}
          aria-setsize={row.siblings}
          aria-expanded={row.open ?? undefined}
          aria-selected={row.number === chosen}
          aria-label={rowLabel(game, row.node)}
          tabIndex={row.number === current ? 0 : -1}
          style={{ "--level": String(row.level - 1) }}
          onFocus={() => setFocused(row.number)}
          onClick={() => onChoose(row.number === chosen ? null : row.number)}
        >
          <span
            class={`tree-twist${row.open === null ? " is-leaf" : row.open ? " is-open" : ""}`}
            aria-hidden="true"
            onClick={(event) => {
              if (row.open === null) return;
              event.stopPropagation();
              toggle(row.number);
            }}
          />
          {row.node.player === null ? (
            <b>Now</b>
          ) : (
            <b class={`coloured-move player-${row.node.player}`}>{moveText(game.move_names[row.node.move ?? -1])}</b>
          )}
          <span class="tree-mean">
            {row.node.exact ? "" : "≈ "}
            {row.node.mean_text}
          </span>
          <span class="tree-heat">{row.node.temperature > 0 ? row.node.temperature_text : "–"}</span>
          <small>
            {row.node.kind === "settled" ? "" : KIND_WORDS[row.node.kind]}
            {row.node.ko ? " (takes)" : ""}
          </small>
        </li>
      ))}
    </ul>
  );
}

function rowLabel(game: GameInfo, node: EndgameNode): string {
  const who =
    node.player === null
      ? "The position now"
      : `${game.players[node.player as 0 | 1]} ${moveText(game.move_names[node.move ?? -1])}`;
  const parts = [who + (node.ko ? ", takes the ko" : ""), `${node.exact ? "" : "about "}${node.mean_text}`];
  parts.push(node.temperature > 0 ? `a move is worth ${node.temperature_text}` : "settled");
  if (node.temperature > 0) parts.push(KIND_WORDS[node.kind] ?? node.kind);
  return parts.join(", ");
}
