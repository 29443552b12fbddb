import { render } from "preact";
import { App } from "./App";
import { watchAddress } from "./state/route";
import { applySettings } from "./state/settings";

applySettings();
watchAddress();
// Installed, the app opens even when its server is not running. Browsers allow that on secure addresses only.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => undefined);
render(<App />, document.getElementById("app") as HTMLElement);
