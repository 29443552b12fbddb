/** The options of a game other than its size: rules, komi, opening. */
import type { CatalogGame } from "../../api/types";
import { Select, Switch } from "../../parts/Choices";

interface Props {
  game: CatalogGame;
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

export function OptionFields({ game, values, onChange }: Props) {
  return (
    <>
      {game.options.map((option) =>
        option.kind === "choice" ? (
          <Select
            key={option.name}
            label={option.title}
            value={values[option.name] ?? option.default}
            options={option.choices ?? []}
            onChange={(value) => onChange(option.name, value)}
          />
        ) : option.kind === "number" ? (
          <label key={option.name} class="field">
            <span>{option.title}</span>
            <input
              type="number"
              step="0.5"
              min="-100"
              max="100"
              value={values[option.name] ?? option.default}
              onInput={(event) => onChange(option.name, event.currentTarget.value || option.default)}
            />
          </label>
        ) : (
          <Switch
            key={option.name}
            label={option.title}
            checked={values[option.name] === "yes"}
            onChange={(checked) => onChange(option.name, checked ? "yes" : "no")}
          />
        ),
      )}
    </>
  );
}
