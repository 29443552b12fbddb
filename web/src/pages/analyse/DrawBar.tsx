/** What is drawn on the board: the kind of mark, drawing by clicks, and clearing. */
import { Segments } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import type { Drawing, MarkKind } from "./useMarks";

const KINDS: { value: MarkKind; title: string; sign: string }[] = [
  { value: "circle", title: "Circle", sign: "○" },
  { value: "triangle", title: "Triangle", sign: "△" },
  { value: "square", title: "Square", sign: "□" },
  { value: "cross", title: "Cross", sign: "×" },
  { value: "number", title: "Number", sign: "1" },
  { value: "letter", title: "Letter", sign: "A" },
];

export function DrawBar({ drawing }: { drawing: Drawing }) {
  const { on, kind, setOn, setKind, clear, isEmpty } = drawing;
  return (
    <div class="draw-bar" role="group" aria-label="Draw on the board">
      <button
        type="button"
        class="button small"
        aria-pressed={on}
        title="Clicks draw instead of playing. A right click or a long press draws at any time, a right drag an arrow."
        onClick={() => setOn(!on)}
      >
        <Icon name="edit" /> Draw
      </button>
      {on ? (
        <Segments
          legend="Mark"
          hideLegend
          value={kind}
          onChange={setKind}
          options={KINDS.map(({ value, title, sign }) => ({
            value,
            title: (
              <>
                <span aria-hidden="true">{sign}</span>
                <span class="visually-hidden">{title}</span>
              </>
            ),
          }))}
        />
      ) : null}
      {isEmpty ? null : (
        <button type="button" class="button small quiet" onClick={clear}>
          Clear the drawing
        </button>
      )}
    </div>
  );
}
