/** The frame around all pages, and which page is shown. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Home } from "./pages/home/Home";
import { Play } from "./pages/play/Play";
import { DropZone } from "./parts/DropZone";
import { Header } from "./parts/Header";
import { Messages } from "./parts/Messages";
import { clearNotes, complain } from "./state/messages";
import { href, route } from "./state/route";
import { useStore } from "./state/store";

type Page = ComponentType<{ rest: string[] }>;

/** Pages that are not needed at first come when they are opened. */
const LATER: Record<string, () => Promise<Page>> = {
  analyse: async () => (await import("./pages/analyse/Analyse")).Analyse,
  join: async () => (await import("./pages/join/Join")).Join,
  open: async () => (await import("./pages/open/OpenLink")).OpenLink,
  setup: async () => (await import("./pages/setup/SetUp")).SetUp,
  lesson: async () => (await import("./pages/lesson/Lesson")).Lesson,
  learn: async () => (await import("./pages/learn/Learn")).Learn,
  puzzles: async () => (await import("./pages/puzzles/Puzzles")).Puzzles,
  count: async () => (await import("./pages/count/Count")).Count,
  coupons: async () => (await import("./pages/coupons/Coupons")).Coupons,
  teach: async () => (await import("./pages/teach/Teach")).Teach,
  train: async () => (await import("./pages/train/Train")).Train,
  tournaments: async () => (await import("./pages/tournaments/Tournaments")).Tournaments,
  library: async () => (await import("./pages/library/Library")).Library,
  new: async () => (await import("./pages/newgame/NewGame")).NewGame,
  rules: async () => (await import("./pages/rules/Rules")).Rules,
  settings: async () => (await import("./pages/settings/SettingsPage")).SettingsPage,
};
const NOW: Record<string, Page> = { home: Home, play: Play };

export function App() {
  const { page, rest } = useStore(route);
  const [loaded, setLoaded] = useState<Record<string, Page>>(NOW);
  const main = useRef<HTMLElement | null>(null);
  const first = useRef(true);

  useEffect(() => {
    const fetchPage = LATER[page];
    if (fetchPage === undefined || loaded[page] !== undefined) return;
    fetchPage()
      .then((Found) => setLoaded((old) => ({ ...old, [page]: Found })))
      .catch(complain);
  }, [page]);

  // A new page begins at its top, also for those who read with the keyboard.
  useEffect(() => {
    if (first.current) first.current = false;
    else {
      clearNotes();
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [page]);

  const Shown = loaded[page];
  const known = Shown !== undefined || LATER[page] !== undefined;
  return (
    <>
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        {Shown ? <Shown rest={rest} /> : known ? <p class="loading">Loading…</p> : <Lost />}
      </main>
      <Messages />
      <DropZone />
    </>
  );
}

function Lost() {
  return (
    <div class="page narrow">
      <h1>There is no such page</h1>
      <p>
        <a class="button primary" href={href("home")}>
          To the start page
        </a>
      </p>
    </div>
  );
}
