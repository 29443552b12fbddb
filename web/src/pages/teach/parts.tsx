/** What both ways of teaching ask for. */
import type { TeachingView } from "../../api/types";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";

export const TIMES: { value: string; title: string }[] = [
  { value: "1", title: "1 minute" },
  { value: "5", title: "5 minutes" },
  { value: "10", title: "10 minutes" },
  { value: "30", title: "30 minutes" },
  { value: "60", title: "1 hour" },
  { value: "240", title: "4 hours" },
  { value: "600", title: "10 hours" },
];

const LONG = 60;

export function timeNote(minutes: number): string {
  return minutes < LONG
    ? "A small network with short generations: there is soon a version to play against."
    : "A larger network with longer generations, which gets further in the end.";
}

export function CoresSelect(props: { most: number; value: string; onChange: (value: string) => void }) {
  const counts = Array.from({ length: props.most }, (_, index) => String(index + 1));
  if (counts.length < 2) return null;
  return (
    <Select
      label="Processors"
      value={props.value}
      options={counts.map((value) => ({ value, title: value }))}
      onChange={props.onChange}
    />
  );
}

export function TeachButton({ busy, teaching }: { busy: boolean; teaching: TeachingView }) {
  return (
    <button
      type="submit"
      class="button primary large"
      disabled={busy || !teaching.allowed || teaching.at_work !== null}
    >
      <Icon name="learn" /> Teach
    </button>
  );
}
