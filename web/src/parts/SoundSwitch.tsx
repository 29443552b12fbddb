/** Turns the sound of stones on and off, beside the board. */
import { settings } from "../state/settings";
import { setSound } from "../state/sound";
import { useStore } from "../state/store";
import { Icon } from "./Icon";

export function SoundSwitch() {
  const { sound } = useStore(settings);
  return (
    <button
      type="button"
      class="icon-button"
      aria-pressed={sound}
      aria-label="Sound"
      title={sound ? "Turn the sound off" : "Turn the sound on"}
      onClick={() => setSound(!sound)}
    >
      <Icon name={sound ? "sound" : "silence"} />
    </button>
  );
}
