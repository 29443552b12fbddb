/** Opens a game record for analysis. */
import { api } from "../api/client";
import { complain, toast } from "./messages";
import { go } from "./route";
import { fromRecord } from "./tree";
import { newWorkspace, workspace } from "./workspace";

const MAX_BYTES = 2_000_000;

export async function openSgf(file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    toast("This file is larger than 2 MB; a game record is much smaller.", "error");
    return;
  }
  try {
    await openSgfText(await file.text(), file.name);
  } catch (error) {
    complain(error);
  }
}

/** Opens the text of a record; `name` is that of its file. */
export async function openSgfText(text: string, name: string): Promise<void> {
  const record = await api.readSgf(text);
  workspace.set(
    newWorkspace(`file:${Date.now()}`, record.game, record.setup ?? null, fromRecord(record.nodes), {
      names: [record.names[0], record.names[1]],
      result: record.result,
      title: name.replace(/\.sgf$/i, ""),
    }),
  );
  if (record.problem) toast(`Not everything in this record is legal: ${record.problem}.`, "error");
  go("analyse");
}
