/** Opens the dialogue in which a game is shared; its code comes when it is asked for. */
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { complain } from "../state/messages";
import type { ToShare } from "./ShareDialog";

/** `share` is asked when the dialogue opens. */
export function ShareButton({ share, small = false }: { share: () => ToShare; small?: boolean }) {
  const [shown, setShown] = useState<{ Body: ComponentType<ToShare>; what: ToShare } | null>(null);
  const open = (): void => {
    import("./ShareDialog").then(({ ShareDialog }) => setShown({ Body: ShareDialog, what: share() }), complain);
  };
  return (
    <>
      <button type="button" class={`button${small ? " small" : ""}`} onClick={open}>
        <Icon name="share" /> Share
      </button>
      <Dialog title="Share" open={shown !== null} onClose={() => setShown(null)}>
        {shown ? <shown.Body {...shown.what} /> : null}
      </Dialog>
    </>
  );
}
