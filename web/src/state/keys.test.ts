import { describe, expect, it } from "vitest";
import { actionOf, chordOf, DEFAULT_KEYS, rebind, showChord } from "./keys";

const press = (key: string, more: Partial<Parameters<typeof chordOf>[0]> = {}) =>
  chordOf({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more });

describe("keys", () => {
  it("reads chords", () => {
    expect(press("a")).toBe("a");
    expect(press("A", { shiftKey: true })).toBe("Shift+a");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press(" ")).toBe("Space");
    expect(press("ArrowLeft", { shiftKey: true, ctrlKey: true })).toBe("Ctrl+Shift+ArrowLeft");
    expect(press("Shift", { shiftKey: true })).toBeNull();
  });

  it("shows them", () => {
    expect(showChord("Shift+ArrowLeft")).toBe("Shift + ←");
    expect(showChord("u")).toBe("U");
  });

  it("finds actions and moves keys between them", () => {
    expect(actionOf(DEFAULT_KEYS, "ArrowRight")).toBe("next");
    expect(actionOf(DEFAULT_KEYS, "F9")).toBeNull();
    const changed = rebind(DEFAULT_KEYS, "hint", "u");
    expect(changed.hint).toBe("u");
    expect(changed.undo).toBe("");
    expect(DEFAULT_KEYS.undo).toBe("u");
  });

  it("gives every default key to one action", () => {
    const keys = Object.values(DEFAULT_KEYS);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
