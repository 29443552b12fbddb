/** The sound of a stone on wood; made here, so that no file has to be loaded. */
import { change, settings } from "./settings";

const VOLUME = 0.16;
const SECONDS = 0.09;

let audio: AudioContext | undefined;

/** A stone is placed, or three in a row: the game is over. */
export function knock(kind: "move" | "end" = "move"): void {
  if (!settings.get().sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const strokes = kind === "move" ? [1] : [1, 0.85, 0.7];
  strokes.forEach((pitch, index) => strike(audio as AudioContext, 0.13 * index, pitch));
}

/** A click of noise, and the board that answers it. */
function strike(context: AudioContext, delay: number, pitch: number): void {
  const begin = context.currentTime + delay;
  const click = context.createBufferSource();
  click.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2600 * pitch * (0.95 + 0.1 * Math.random());
  filter.Q.value = 1.4;
  click.connect(filter).connect(fading(context, begin, VOLUME, SECONDS / 2));
  click.start(begin);
  const board = context.createOscillator();
  board.frequency.setValueAtTime(240 * pitch, begin);
  board.frequency.exponentialRampToValueAtTime(150 * pitch, begin + SECONDS);
  board.connect(fading(context, begin, VOLUME, SECONDS));
  board.start(begin);
  board.stop(begin + SECONDS);
}

function fading(context: AudioContext, begin: number, volume: number, seconds: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0005, begin + seconds);
  gain.connect(context.destination);
  return gain;
}

let burst: AudioBuffer | undefined;

function noise(context: AudioContext): AudioBuffer {
  if (burst === undefined) {
    burst = context.createBuffer(1, Math.ceil(context.sampleRate * SECONDS), context.sampleRate);
    const samples = burst.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  }
  return burst;
}

/** Turns the sound on, with an example of it, or off. */
export function setSound(sound: boolean): void {
  change({ sound });
  if (sound) knock();
}
