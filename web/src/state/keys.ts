/** Keyboard shortcuts: chords as text ("Shift+ArrowLeft"), actions with names, both editable. */

export const ACTIONS = {
  previous: "One move back",
  next: "One move on",
  first: "To the start",
  last: "To the end",
  variationUp: "Previous variation",
  variationDown: "Next variation",
  undo: "Take back",
  pass: "Pass",
  hint: "Hint",
  search: "Live search on or off",
  best: "Play the best move",
  heat: "Heat map on or off",
  view: "Flat board or 3-D",
  mistake: "Next mistake",
} as const;

export type Action = keyof typeof ACTIONS;
export type KeyMap = Record<Action, string>;

export const DEFAULT_KEYS: KeyMap = {
  previous: "ArrowLeft",
  next: "ArrowRight",
  first: "Home",
  last: "End",
  variationUp: "ArrowUp",
  variationDown: "ArrowDown",
  undo: "u",
  pass: "p",
  hint: "h",
  search: "l",
  best: "b",
  heat: "m",
  view: "3",
  mistake: "n",
};

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"]);

/** The chord of a key press; null for a modifier alone. */
export function chordOf(event: KeyLike): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const parts = [];
  if (event.ctrlKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  if (event.metaKey) parts.push("Meta");
  // A shifted sign ("?") is a key of its own; a shifted letter or named key is not.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) parts.push("Shift");
  return [...parts, key].join("+");
}

const SHOWN: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** A chord as people read it. */
export function showChord(chord: string): string {
  return chord
    .split("+")
    .map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" + ");
}

/** The action of a chord, if any. */
export function actionOf(keys: KeyMap, chord: string): Action | null {
  const found = (Object.keys(keys) as Action[]).find((action) => keys[action] === chord);
  return found ?? null;
}

/** The map with `action` on `chord`; whichever action had it before goes without. */
export function rebind(keys: KeyMap, action: Action, chord: string): KeyMap {
  const changed = { ...keys };
  for (const other of Object.keys(changed) as Action[]) {
    if (changed[other] === chord) changed[other] = "";
  }
  changed[action] = chord;
  return changed;
}
