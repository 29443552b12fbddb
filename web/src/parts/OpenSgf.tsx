/** A button that opens a game record. */
import { openSgf } from "../state/openSgf";
import { Icon } from "./Icon";

export function OpenSgf({ small = false }: { small?: boolean }) {
  return (
    <label class={`button file-button${small ? " small" : ""}`}>
      <Icon name="upload" /> Open SGF
      <input
        type="file"
        accept=".sgf,application/x-go-sgf,text/plain"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void openSgf(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
