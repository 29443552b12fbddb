/** The size of the board: square ones first, oblong ones in a group of their own. */
import type { CatalogGame } from "../../api/types";
import { sizeTitle } from "../../state/spec";

interface Props {
  game: CatalogGame;
  value: string;
  onChange: (size: string) => void;
}

export function SizeSelect({ game, value, onChange }: Props) {
  if (game.sizes.length === 0) return null;
  const oblong = game.sizes.filter((size) => size.includes("x"));
  const option = (size: string) => (
    <option key={size} value={size} selected={size === value}>
      {sizeTitle(size)}
    </option>
  );
  return (
    <label class="field">
      <span>{game.size_title}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {game.sizes.filter((size) => !size.includes("x")).map(option)}
        {oblong.length > 0 ? <optgroup label="Oblong">{oblong.map(option)}</optgroup> : null}
      </select>
    </label>
  );
}
