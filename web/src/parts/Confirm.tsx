/** A question before something that cannot be undone. */
import { Dialog } from "./Dialog";

interface Props {
  title: string;
  text: string;
  yes: string;
  open: boolean;
  onYes: () => void;
  onClose: () => void;
}

export function Confirm({ title, text, yes, open, onYes, onClose }: Props) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p>{text}</p>
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
