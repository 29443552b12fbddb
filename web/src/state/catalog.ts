/** The catalogue of games, asked for once. */
import { useEffect } from "preact/hooks";
import { api } from "../api/client";
import type { Catalog } from "../api/types";
import { complain } from "./messages";
import { Store, useStore } from "./store";

const catalog = new Store<Catalog | null>(null);
let asked: Promise<void> | null = null;

function fetchCatalog(): void {
  asked ??= api
    .catalog()
    .then((found) => catalog.set(found))
    .catch((error: unknown) => {
      asked = null;
      complain(error);
      setTimeout(fetchCatalog, 3000);
    });
}

/** Asks again: a game was added or removed. */
export async function refreshCatalog(): Promise<void> {
  catalog.set(await api.catalog());
}

export function useCatalog(): Catalog | null {
  useEffect(fetchCatalog, []);
  return useStore(catalog);
}
