/** Runs something that asks the server: one at a time, errors as toasts. */
import { useState } from "preact/hooks";
import { complain } from "../state/messages";

export function useTask(): [boolean, (work: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>): void => {
    if (busy) return;
    setBusy(true);
    work()
      .catch(complain)
      .finally(() => setBusy(false));
  };
  return [busy, run];
}
