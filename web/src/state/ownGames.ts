/** Games that people add as Python files, on a server of their own machine. */
import { api } from "../api/client";
import { refreshCatalog } from "./catalog";
import { complain, toast } from "./messages";
import { go } from "./route";

const MAX_BYTES = 500_000;

export const isGameFile = (file: File): boolean => file.name.endsWith(".py");

/** Adds the game in a file and opens it; what is wrong with it is said. */
export async function addGameFile(file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    toast("This file is larger than 500 kB; a game is much shorter.", "error");
    return;
  }
  try {
    toast(`Trying random games of ${file.name}…`);
    const added = await api.addOwnGame(file.name, await file.text());
    await refreshCatalog();
    toast(`${file.name} was added.`);
    go("new", added.game ?? "");
  } catch (error) {
    complain(error);
  }
}
