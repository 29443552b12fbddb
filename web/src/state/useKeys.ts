/** Shortcuts of a page. A board that has the focus takes its arrow keys first. */
import { useEffect, useRef } from "preact/hooks";
import { actionOf, chordOf, type Action } from "./keys";
import { settings } from "./settings";

export type KeyHandlers = Partial<Record<Action, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog[open], [role=radiogroup]") !== null;
}

export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const chord = chordOf(event);
      const action = chord === null ? null : actionOf(settings.get().keys, chord);
      const act = action === null ? undefined : latest.current[action];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
