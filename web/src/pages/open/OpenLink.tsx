/** Where the browser leads with a link of the scheme `web+tesuji`. */
import { useEffect } from "preact/hooks";
import { complain } from "../../state/messages";
import { openText } from "../../state/openText";
import { go } from "../../state/route";

export function OpenLink({ rest }: { rest: string[] }) {
  const link = rest.join("/");
  useEffect(() => {
    go("analyse");
    openText(link).catch(complain);
  }, [link]);
  return <p class="loading">Loading…</p>;
}
