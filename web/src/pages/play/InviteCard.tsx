/** The link to a shared game while it waits for the friend: to copy, to send, to scan. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Icon } from "../../parts/Icon";
import { complain, toast } from "../../state/messages";
import { inviteLink, isLocal } from "../../state/seats";

export function InviteCard({ game }: { game: string }) {
  const [link, setLink] = useState<string | null>(null);
  const [picture, setPicture] = useState<string | null>(null);
  const [reached, setReached] = useState(true);
  useEffect(() => {
    let gone = false;
    const prepare = async (): Promise<void> => {
      const invitation = await api.invitation(game);
      const local = isLocal(location.hostname);
      const address = local ? (invitation.address ?? location.origin) : location.origin;
      const made = inviteLink(address, game, invitation.invitation);
      const { default: encodeQR } = await import("qr");
      if (gone) return;
      setReached(!local || invitation.address !== null);
      setLink(made);
      setPicture(encodeQR(made, "svg", { border: 2 }));
    };
    prepare().catch(complain);
    return () => {
      gone = true;
    };
  }, [game]);
  const copy = (): void => {
    navigator.clipboard.writeText(link ?? "").then(
      () => toast("The link is copied."),
      () => toast("Copying is not allowed here: mark the link and copy it by hand."),
    );
  };
  return (
    <section class="card invite" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite a friend</h2>
      <p>Send this link. The first to open it plays against you; everybody after that watches.</p>
      {link === null ? (
        <p class="loading">Loading…</p>
      ) : (
        <>
          <label class="field">
            <span class="visually-hidden">Link to this game</span>
            <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <div class="row">
            <button type="button" class="button primary" onClick={copy}>
              <Icon name="share" /> Copy the link
            </button>
          </div>
          {picture === null ? null : (
            <img
              class="qr"
              alt="The link as a QR code, to be scanned with a phone"
              src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
            />
          )}
          {reached ? null : (
            <p class="quiet-text">
              Only this machine can open the link. For a friend on your home network start Tesuji with{" "}
              <code>tesuji serve --host 0.0.0.0</code>; the manual tells how to play over the internet.
            </p>
          )}
        </>
      )}
    </section>
  );
}
