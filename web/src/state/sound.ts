/** A short knock for a move; made here, so that no file has to be loaded. */
import { settings } from "./settings";

let audio: AudioContext | undefined;

export function knock(pitch: "move" | "end" = "move"): void {
  if (!settings.get().sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tones = pitch === "move" ? [330] : [262, 330, 392];
  tones.forEach((frequency, index) => {
    const context = audio as AudioContext;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = now + 0.12 * index;
    tone.type = "triangle";
    tone.frequency.setValueAtTime(frequency, begin);
    tone.frequency.exponentialRampToValueAtTime(frequency / 2, begin + 0.08);
    volume.gain.setValueAtTime(0.25, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.15);
  });
}
