/** A game in a list: go on, analyse, delete. */
import type { ComponentChildren } from "preact";
import { api } from "../api/client";
import type { GameSummary } from "../api/types";
import { useCatalog } from "../state/catalog";
import { agoText, plural, seatName } from "../state/format";
import { complain } from "../state/messages";
import { href } from "../state/route";
import { parseSpec, specTitle } from "../state/spec";
import { saveText } from "./download";
import { Icon } from "./Icon";

interface Props {
  game: GameSummary;
  onDelete: () => void;
  /** What stands below the names. */
  children?: ComponentChildren;
  /** More buttons. */
  actions?: ComponentChildren;
}

export function GameRow({ game, onDelete, children, actions }: Props) {
  const name = parseSpec(game.spec).name;
  const colours = useCatalog()?.games.find((known) => known.name === name)?.players ?? ["First", "Second"];
  const names = game.seats.map((seat, index) => seatName(seat, colours[index] ?? ""));
  const state = game.ending ? resultWords(game, names) : plural(game.num_moves, "move");
  const title = `${specTitle(game.spec)}, ${names.join(" against ")}`;
  const about = (
    <>
      <strong>{specTitle(game.spec)}</strong>
      <span>
        {names[0]} – {names[1]}
      </span>
      <small>
        {game.status === "playing" ? <b class="badge">in play</b> : null} {state} · {agoText(game.updated)}
        {game.rules_loaded ? null : " · rules not loaded"}
      </small>
    </>
  );
  const saveSgf = (): void => {
    api
      .gameSgf(game.id)
      .then((sgf) => saveText(`${game.id}.sgf`, sgf, "application/x-go-sgf"))
      .catch(complain);
  };
  return (
    <li class={`recent-game ${game.status}`}>
      {game.rules_loaded ? (
        <a class="recent-main" href={href("play", game.id)}>
          {about}
        </a>
      ) : (
        <div class="recent-main" title="Start the server with --game and the file of this game to open it.">
          {about}
        </div>
      )}
      {children}
      <div class="recent-actions">
        {actions}
        {game.rules_loaded ? null : (
          <button type="button" class="icon-button" aria-label={`Save ${title}`} title="Save SGF" onClick={saveSgf}>
            <Icon name="download" />
          </button>
        )}
        {game.rules_loaded && game.num_moves > 0 ? (
          <a
            class="icon-button"
            href={href("analyse", "game", game.id)}
            aria-label={`Analyse ${title}`}
            title="Analyse"
          >
            <Icon name="graph" />
          </a>
        ) : null}
        <button type="button" class="icon-button" aria-label={`Delete ${title}`} title="Delete" onClick={onDelete}>
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}

function resultWords(game: GameSummary, names: readonly string[]): string {
  const ending = game.ending;
  if (!ending) return "";
  if (ending.winner === null) return `Draw, ${ending.reason}`;
  const who = names[ending.winner];
  return `${who} won, ${ending.reason}`;
}
