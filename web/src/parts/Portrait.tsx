/** An opponent's face, made of a few shapes. */
import type { Character } from "../state/characters";

export function Portrait({ character }: { character: Character }) {
  const { tile, face, head, eyes, mouth, brows } = character;
  const [apart, size] = eyes;
  return (
    <svg class="portrait" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill={tile} />
      <path d={head} fill={face} stroke="#23262b" stroke-width="1.6" stroke-linejoin="round" />
      <circle cx={20 - apart} cy="21" r={size} fill="#23262b" />
      <circle cx={20 + apart} cy="21" r={size} fill="#23262b" />
      <path d={`${mouth}${brows}`} fill="none" stroke="#23262b" stroke-width="1.5" stroke-linecap="round" />
    </svg>
  );
}
