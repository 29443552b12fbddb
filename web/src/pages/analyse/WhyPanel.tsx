/** The position in words. Pointing at a sentence shows on the board what it speaks of. */
import { useState } from "preact/hooks";
import type { Explanation, GameInfo, Remark } from "../../api/types";
import { Switch } from "../../parts/Choices";
import { moveText } from "../../state/format";
import { href } from "../../state/route";
import { hasPlace, kindTitle, scoreWords } from "./remarks";

const FIRST = 7;

export interface WhySettings {
  /** Marks on the board. */
  marks: boolean;
  /** Exact scores of all moves. */
  scores: boolean;
  /** Expected owners of points. */
  ownership: boolean;
}

interface Props {
  game: GameInfo;
  explanation: Explanation | null;
  settings: WhySettings;
  /** The move under the pointer. */
  hovered: number | null;
  onSettings: (settings: WhySettings) => void;
  onRemark: (remark: Remark | null) => void;
}

export function WhyPanel({ game, explanation, settings, hovered, onSettings, onRemark }: Props) {
  const [all, setAll] = useState(false);
  if (explanation === null || explanation.remarks.length === 0) return null;
  const remarks = all ? explanation.remarks : explanation.remarks.slice(0, FIRST);
  const scored = Object.keys(explanation.scores).length > 0;
  const words = hovered === null ? "" : scoreWords(explanation, hovered, moveText(game.move_names[hovered]));
  const set = (part: Partial<WhySettings>): void => onSettings({ ...settings, ...part });
  return (
    <section class="card why" aria-labelledby="why-title">
      <header class="card-head">
        <h2 id="why-title">In words</h2>
        {game.tools.includes("chains") ? <a href={href("train")}>Train the long-chain rule</a> : null}
      </header>
      <div class="row why-switches">
        {explanation.remarks.some(hasPlace) ? (
          <Switch label="Marks" checked={settings.marks} onChange={(marks) => set({ marks })} />
        ) : null}
        {scored ? (
          <Switch label="Net scores" checked={settings.scores} onChange={(scores) => set({ scores })} />
        ) : null}
        {explanation.ownership.length > 0 ? (
          <Switch label="Ownership" checked={settings.ownership} onChange={(ownership) => set({ ownership })} />
        ) : null}
      </div>
      {settings.ownership && explanation.ownership.length > 0 ? (
        <p class="quiet-text">
          Dark points are expected to be Black's, light ones White's, more surely the stronger the shade. A square on a
          stone: it is expected to die.
        </p>
      ) : null}
      <ul class="remark-list">
        {remarks.map((remark, index) => (
          <li
            key={index}
            class={`remark-row tone-of-${remark.tone}`}
            onPointerEnter={() => onRemark(hasPlace(remark) ? remark : null)}
            onPointerLeave={() => onRemark(null)}
          >
            {hasPlace(remark) ? (
              <button
                type="button"
                class="remark-show"
                onFocus={() => onRemark(remark)}
                onBlur={() => onRemark(null)}
                onClick={() => onRemark(remark)}
              >
                <b>{kindTitle(remark.kind)}</b>
                <span class="visually-hidden">, show on the board: </span>
              </button>
            ) : (
              <b>{kindTitle(remark.kind)}</b>
            )}{" "}
            {remark.text}
          </li>
        ))}
      </ul>
      {explanation.remarks.length > FIRST ? (
        <button type="button" class="button small quiet" onClick={() => setAll(!all)}>
          {all ? "Fewer" : `${explanation.remarks.length - FIRST} more`}
        </button>
      ) : null}
      {scored ? <p class="quiet-text score-words">{words || "Point at a line to see its net score."}</p> : null}
    </section>
  );
}
