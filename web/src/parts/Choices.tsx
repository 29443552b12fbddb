/** Radio buttons styled as segments and cards, with the browser's own keyboard handling. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Option<T extends string> {
  value: T;
  title: ComponentChildren;
}

interface Props<T extends string> {
  legend: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  hideLegend?: boolean;
}

export function Segments<T extends string>({ legend, options, value, onChange, hideLegend = false }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="field segments">
      <legend class={hideLegend ? "visually-hidden" : ""}>{legend}</legend>
      <div class="segment-row">
        {options.map((option) => (
          <label key={option.value} class="segment">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; title: string }[];
  onChange: (value: string) => void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SwitchProps {
  label: string;
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, note, checked, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="switch-track" aria-hidden="true" />
      <span class="switch-text">
        {label}
        {note ? <small>{note}</small> : null}
      </span>
    </label>
  );
}
