/** The count in words, with what can be done about it: agree, or play on. */
import type { ComponentChildren } from "preact";
import type { CountView } from "../api/types";
import { Segments } from "./Choices";
import type { ClickMeans, Counting } from "./useCount";

interface Props {
  title: string;
  counting: Counting;
  /** Buttons below the words. */
  children?: ComponentChildren;
}

export function CountCard({ title, counting, children }: Props) {
  const { count } = counting;
  return (
    <section class="card count-card" aria-labelledby="count-title">
      <h2 id="count-title">{title}</h2>
      {count === null ? (
        <p class="quiet-text">Looking for dead stones…</p>
      ) : (
        <>
          <p class="quiet-text">
            Click a stone to change its whole group between alive and {counting.means === "seki" ? "seki" : "dead"}.
          </p>
          {count.by_territory ? (
            <Segments<ClickMeans>
              legend="A click marks"
              value={counting.means}
              onChange={counting.setMeans}
              options={[
                { value: "dead", title: "Dead" },
                { value: "seki", title: "Seki" },
              ]}
            />
          ) : null}
          <CountWords count={count} />
        </>
      )}
      {children}
    </section>
  );
}

export function CountWords({ count }: { count: CountView }) {
  const last = count.sentences.length - 1;
  return (
    <ul class="count-words" aria-live="polite">
      {count.sentences.map((said, index) => (
        <li key={said} class={index === last ? "count-result" : index === 0 ? "quiet-text" : ""}>
          {said}
        </li>
      ))}
    </ul>
  );
}
