/** Tabs after the usual pattern: arrow keys change the tab, Tab goes into the panel. */
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface Tab<T extends string> {
  value: T;
  title: ComponentChildren;
}

interface Props<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  children: ComponentChildren;
}

export function Tabs<T extends string>({ label, tabs, value, onChange, children }: Props<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || event.shiftKey) return;
    event.preventDefault();
    const index = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    onChange((tabs[index] as Tab<T>).value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} class="tab-panel" tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
