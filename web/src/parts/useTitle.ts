import { useEffect } from "preact/hooks";

/** Names the page in the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Tesuji" : `${title} · Tesuji`;
  }, [title]);
}
