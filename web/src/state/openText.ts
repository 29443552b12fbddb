/** Opens what people paste: a link of either kind, or the text of a game record. */
import { partsOfLink } from "./links";
import { toast } from "./messages";
import { openSgfText } from "./openSgf";
import { go } from "./route";

export async function openText(text: string): Promise<void> {
  const parts = partsOfLink(text);
  if (parts !== null) go("analyse", "p", ...parts);
  else if (text.trim().startsWith("(")) await openSgfText(text, "");
  else toast("This is neither a link of Tesuji nor a game record (SGF).", "error");
}
