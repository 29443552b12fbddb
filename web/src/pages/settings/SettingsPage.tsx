/** Settings of the app, which are stored in this browser. */
import { Segments, Switch } from "../../parts/Choices";
import { useTitle } from "../../parts/useTitle";
import { SCHEME } from "../../state/links";
import { toast } from "../../state/messages";
import { change, settings, type BoardStyle, type Settings, type Theme } from "../../state/settings";
import { setSound } from "../../state/sound";
import { useStore } from "../../state/store";
import { BoardSample } from "./BoardSample";
import { EngineSettings } from "./EngineSettings";
import { KeySettings } from "./KeySettings";

const THEMES: { value: Theme; title: string }[] = [
  { value: "system", title: "As the system" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
  { value: "paper", title: "Paper" },
];
const BOARDS: { value: BoardStyle; title: string }[] = [
  { value: "wood", title: "Wood" },
  { value: "paper", title: "Paper" },
  { value: "slate", title: "Slate" },
];
const CONFIRMATIONS: { value: Settings["confirmTouch"]; title: string }[] = [
  { value: "small", title: "When points are small" },
  { value: "always", title: "Always" },
  { value: "never", title: "Never" },
];

/** The browser asks the person, and remembers the answer. */
function openLinksHere(): void {
  try {
    navigator.registerProtocolHandler(SCHEME, `${location.origin}/#/open/%s`);
  } catch {
    toast("This browser does not let pages open links. Paste them on the page Analyse.");
  }
}

export function SettingsPage(_: { rest: string[] }) {
  useTitle("Settings");
  const now = useStore(settings);
  return (
    <div class="page settings-page">
      <h1>Settings</h1>
      <section class="card" aria-labelledby="looks-title">
        <h2 id="looks-title">Looks</h2>
        <div class="looks">
          <div class="looks-fields">
            <Segments legend="Theme" options={THEMES} value={now.theme} onChange={(theme) => change({ theme })} />
            <Segments legend="Board" options={BOARDS} value={now.board} onChange={(board) => change({ board })} />
            <Switch
              label="Coordinates"
              note="Letters and numbers around the board."
              checked={now.coordinates}
              onChange={(coordinates) => change({ coordinates })}
            />
          </div>
          <BoardSample />
        </div>
        <p class="quiet-text">Animations follow your system's reduced-motion setting.</p>
      </section>
      <section class="card" aria-labelledby="play-title">
        <h2 id="play-title">Playing</h2>
        <Segments
          legend="On touch screens, tap twice to play"
          options={CONFIRMATIONS}
          value={now.confirmTouch}
          onChange={(confirmTouch) => change({ confirmTouch })}
        />
        <Switch
          label="Coach"
          note="After a game of yours, three moments to learn from."
          checked={now.coach}
          onChange={(coach) => change({ coach })}
        />
        <Switch label="Sound" note="A stone is heard when it is placed." checked={now.sound} onChange={setSound} />
      </section>
      <section class="card" aria-labelledby="links-title">
        <h2 id="links-title">Links</h2>
        <p class="quiet-text">
          Games are shared by links that begin with <code>{SCHEME}:</code> and hold the whole position. This browser can
          open them with Tesuji at this address.
        </p>
        <button type="button" class="button" onClick={openLinksHere}>
          Open such links here
        </button>
      </section>
      <EngineSettings />
      <KeySettings />
    </div>
  );
}
