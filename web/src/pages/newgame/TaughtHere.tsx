/** Networks taught here, as opponents of a new game. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, ShippedOpponent } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { complain } from "../../state/messages";
import { parseSpec, specTitle } from "../../state/spec";
import type { Choices } from "./choices";

interface Props {
  game: CatalogGame;
  choices: Choices;
  onChange: (part: Partial<Choices>) => void;
}

export function TaughtHere({ game, choices, onChange }: Props) {
  const [networks, setNetworks] = useState<readonly ShippedOpponent[]>([]);
  useEffect(() => {
    api
      .opponents()
      .then((found) => setNetworks(found.opponents.filter((each) => each.game === game.name)))
      .catch(complain);
  }, [game.name]);
  if (networks.length === 0) return null;
  const choose = (network: ShippedOpponent | undefined): void => {
    if (network === undefined) {
      onChange({ network: null });
      return;
    }
    const { size, ...options } = parseSpec(network.spec).options;
    onChange({
      network: { id: network.id, name: network.name },
      size: size ?? choices.size,
      options: { ...choices.options, ...options },
    });
  };
  const remove = async (id: string): Promise<void> => {
    await api.removeOpponent(id);
    setNetworks(networks.filter((each) => each.id !== id));
    onChange({ network: null });
  };
  return (
    <div class="taught-here">
      <label class="field">
        <span>Or a network taught here</span>
        <select
          value={choices.network?.id ?? ""}
          onChange={(event) => choose(networks.find((each) => each.id === event.currentTarget.value))}
        >
          <option value="" selected={choices.network === null}>
            No, the level above
          </option>
          {networks.map((each) => (
            <option key={each.id} value={each.id} selected={each.id === choices.network?.id}>
              {each.name}, {specTitle(each.spec)}
            </option>
          ))}
        </select>
      </label>
      {choices.network === null ? null : (
        <button
          type="button"
          class="button quiet small"
          onClick={() => void remove(choices.network?.id ?? "").catch(complain)}
        >
          <Icon name="trash" /> Remove it from the list
        </button>
      )}
    </div>
  );
}
