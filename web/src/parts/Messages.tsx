/** Toasts in the corner, and the region that speaks to screen readers. */
import { dismiss, spoken, toasts } from "../state/messages";
import { useStore } from "../state/store";
import { Icon } from "./Icon";

export function Messages() {
  const shown = useStore(toasts);
  const said = useStore(spoken);
  return (
    <>
      <div class="toasts" role="region" aria-label="Messages" aria-live="polite">
        {shown.map((toast) => (
          <div key={toast.id} class={`toast ${toast.kind}`}>
            <p>{toast.text}</p>
            {toast.action ? (
              <button
                type="button"
                class="button small"
                onClick={() => {
                  dismiss(toast.id);
                  toast.action?.run();
                }}
              >
                {toast.action.label}
              </button>
            ) : null}
            <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
      {/* The same words twice in a row must still be a change. */}
      <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
        {said.text}
        {said.turn % 2 === 0 ? "" : "\u00a0"}
      </div>
    </>
  );
}
