/** Pages live in the hash of the address: `#/play/AbC`. */
import { Store } from "./store";

export interface Route {
  page: string;
  /** What follows the page, decoded. */
  rest: string[];
}

export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter((part) => part !== "");
  const decoded = parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { page: decoded[0] ?? "home", rest: decoded.slice(1) };
}

export const route = new Store<Route>(parseRoute(typeof location === "undefined" ? "" : location.hash));

export function watchAddress(): void {
  addEventListener("hashchange", () => route.set(parseRoute(location.hash)));
}

export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function go(...parts: string[]): void {
  location.hash = href(...parts);
}
