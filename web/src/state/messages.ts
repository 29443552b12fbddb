/** Toasts, and the live region that screen readers listen to. */
import { ApiError } from "../api/client";
import { Store } from "./store";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
  action?: { label: string; run: () => void };
}

const SECONDS = { info: 4.5, error: 9 };
let count = 0;

export const toasts = new Store<Toast[]>([]);
export const spoken = new Store<{ text: string; turn: number }>({ text: "", turn: 0 });

export function toast(text: string, kind: Toast["kind"] = "info", action?: Toast["action"]): void {
  const id = ++count;
  const made: Toast = action === undefined ? { id, text, kind } : { id, text, kind, action };
  toasts.update((old) => [...old.filter((other) => other.text !== text), made].slice(-3));
  setTimeout(() => dismiss(id), SECONDS[kind] * 1000);
}

export function dismiss(id: number): void {
  toasts.update((old) => old.filter((shown) => shown.id !== id));
}

/** Removes the messages of the previous page. */
export function clearNotes(): void {
  toasts.update((old) => old.filter((shown) => shown.kind === "error"));
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  spoken.update((old) => ({ text, turn: old.turn + 1 }));
}

/** Shows an error with the server's message. */
export function complain(error: unknown): void {
  if (error instanceof ApiError) toast(error.message, "error");
  else {
    console.error(error);
    toast("Something went wrong in this page. Reloading it may help.", "error");
  }
}
