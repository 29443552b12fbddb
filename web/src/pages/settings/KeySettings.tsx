/** Keyboard shortcuts, each of which can be changed: press the button, then the key. */
import { useEffect, useState } from "preact/hooks";
import { ACTIONS, chordOf, DEFAULT_KEYS, rebind, showChord, type Action } from "../../state/keys";
import { announce } from "../../state/messages";
import { change, settings } from "../../state/settings";
import { useStore } from "../../state/store";

export function KeySettings() {
  const keys = useStore(settings).keys;
  const [waiting, setWaiting] = useState<Action | null>(null);
  useEffect(() => {
    if (waiting === null) return;
    const onKey = (event: KeyboardEvent): void => {
      const chord = chordOf(event);
      if (chord === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWaiting(null);
      if (chord === "Escape" || chord === "Tab") return;
      change({ keys: rebind(settings.get().keys, waiting, chord) });
      announce(`${ACTIONS[waiting]}: ${showChord(chord)}`);
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [waiting]);
  return (
    <section class="card" aria-labelledby="keys-title">
      <header class="card-head">
        <h2 id="keys-title">Keyboard</h2>
        <button type="button" class="button small" onClick={() => change({ keys: DEFAULT_KEYS })}>
          Reset all
        </button>
      </header>
      <p class="quiet-text">
        On a board with the focus, the arrow keys go from point to point and Enter plays; Shift and an arrow key move
        the view of a torus. These keys work everywhere else:
      </p>
      <table class="table keys">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Key</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(ACTIONS) as Action[]).map((action) => (
            <tr key={action}>
              <th scope="row">{ACTIONS[action]}</th>
              <td>
                <button
                  type="button"
                  class={`key${waiting === action ? " waiting" : ""}`}
                  aria-label={`${ACTIONS[action]}: ${keys[action] ? showChord(keys[action]) : "no key"}. Change`}
                  onClick={() => setWaiting(action)}
                  onBlur={() => setWaiting(null)}
                >
                  {waiting === action ? "Press a key…" : keys[action] ? showChord(keys[action]) : "none"}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
