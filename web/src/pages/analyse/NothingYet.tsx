/** The analysis page before anything was opened. */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { complain } from "../../state/messages";
import { openText } from "../../state/openText";
import { href } from "../../state/route";
import { gameTitle } from "../../state/spec";
import { packPosition } from "../../state/links";

const STARTS = ["torus:size=9", "go:size=9,komi=7.5", "gomoku:size=15,rules=freestyle", "dots-and-boxes:size=5"];

export function NothingYet() {
  const [text, setText] = useState("");
  return (
    <div class="page narrow">
      <h1>Analyse</h1>
      <p>
        Open a game that you played, a game record, or an empty board, and see what the search thinks of every move.
      </p>
      <div class="card">
        <h2>A game record</h2>
        <p class="quiet-text">Drop an SGF file anywhere on this page, or choose one.</p>
        <OpenSgf />
      </div>
      <div class="card">
        <h2>A link, or the text of a record</h2>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            openText(text).catch(complain);
          }}
        >
          <label class="field">
            <span class="visually-hidden">Link or record</span>
            <textarea
              rows={3}
              value={text}
              placeholder="web+tesuji:… or (;GM[1]…)"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={text.trim() === ""}>
            Open
          </button>
        </form>
      </div>
      <div class="card">
        <h2>An empty board</h2>
        <div class="row">
          {STARTS.map((spec) => {
            const name = spec.split(":")[0] as string;
            return (
              <a
                key={spec}
                class="button"
                href={href("analyse", "p", ...packPosition({ spec, setup: null, moves: [] }))}
              >
                {gameTitle(name)}
              </a>
            );
          })}
        </div>
      </div>
      <div class="card">
        <h2>A position of your own</h2>
        <a class="button" href={href("setup")}>
          <Icon name="edit" /> Set up a position
        </a>
      </div>
    </div>
  );
}
