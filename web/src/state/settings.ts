/** What people can change, kept in the browser. */
import { DEFAULT_KEYS, type KeyMap } from "./keys";
import { load, save } from "./saved";
import { Store } from "./store";

export type Theme = "system" | "light" | "dark" | "paper";
export type BoardStyle = "wood" | "paper" | "slate";

export interface Settings {
  theme: Theme;
  board: BoardStyle;
  coordinates: boolean;
  /** When a first tap only marks the point, and a second one plays. */
  confirmTouch: "small" | "always" | "never";
  sound: boolean;
  /** Whether finished games are reviewed without being asked. */
  coach: boolean;
  keys: KeyMap;
}

const DEFAULTS: Settings = {
  theme: "system",
  board: "wood",
  coordinates: true,
  confirmTouch: "small",
  sound: true,
  coach: true,
  keys: DEFAULT_KEYS,
};

function read(): Settings {
  const kept = load<Partial<Settings>>("settings", {});
  const confirmTouch = ["small", "always", "never"].includes(kept.confirmTouch as string)
    ? (kept.confirmTouch as Settings["confirmTouch"])
    : kept.confirmTouch
      ? "always" // it was yes or no once
      : DEFAULTS.confirmTouch;
  return { ...DEFAULTS, ...kept, confirmTouch, keys: { ...DEFAULT_KEYS, ...kept.keys } };
}

export const settings = new Store<Settings>(read());

export function change(part: Partial<Settings>): void {
  settings.update((old) => ({ ...old, ...part }));
}

const systemIsDark = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** The theme that is seen, also in exported pictures. */
export function shownTheme(now: Settings = settings.get()): Exclude<Theme, "system"> {
  if (now.theme !== "system") return now.theme;
  return systemIsDark().matches ? "dark" : "light";
}

/** Puts the theme on the document, now and whenever it changes. */
export function applySettings(): void {
  const apply = (now: Settings): void => {
    const root = document.documentElement;
    root.dataset["theme"] = shownTheme(now);
    root.dataset["board"] = now.board;
    save("settings", now);
  };
  apply(settings.get());
  settings.subscribe(apply);
  systemIsDark().addEventListener("change", () => apply(settings.get()));
}
