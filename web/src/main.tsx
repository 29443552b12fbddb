import { render } from "preact";
import { App } from "./App";
import { watchAddress } from "./state/route";
import { applySettings } from "./state/settings";

applySettings();
watchAddress();
render(<App />, document.getElementById("app") as HTMLElement);
