/** What people can change, kept in the browser. */
import { DEFAULT_KEYS, type KeyMap } from "./keys";
import { load, save } from "./saved";
import { Store } from "./store";

export type Theme = "system" | "light" | "dark";
export type BoardStyle = "wood" | "paper" | "slate";

export interface Settings {
  theme: Theme;
  board: BoardStyle;
  coordinates: boolean;
  /** Whether a first tap only marks the point, and a second one plays. */
  confirmTouch: boolean;
  sound: boolean;
  keys: KeyMap;
}

const DEFAULTS: Settings = {
  theme: "system",
  board: "wood",
  coordinates: true,
  confirmTouch: false,
  sound: false,
  keys: DEFAULT_KEYS,
};

function read(): Settings {
  const kept = load<Partial<Settings>>("settings", {});
  return { ...DEFAULTS, ...kept, keys: { ...DEFAULT_KEYS, ...kept.keys } };
}

export const settings = new Store<Settings>(read());

export function change(part: Partial<Settings>): void {
  settings.update((old) => ({ ...old, ...part }));
}

/** Puts the theme on the document, now and whenever it changes. */
export function applySettings(): void {
  const apply = (now: Settings): void => {
    const root = document.documentElement;
    if (now.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = now.theme;
    root.dataset["board"] = now.board;
    save("settings", now);
  };
  apply(settings.get());
  settings.subscribe(apply);
}
