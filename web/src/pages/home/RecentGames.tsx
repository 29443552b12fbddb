/** Games played before: go on, analyse, delete. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameSummary } from "../../api/types";
import { Confirm } from "../../parts/Confirm";
import { saveText } from "../../parts/download";
import { Icon } from "../../parts/Icon";
import { useCatalog } from "../../state/catalog";
import { agoText, plural, seatName } from "../../state/format";
import { complain, toast } from "../../state/messages";
import { href } from "../../state/route";
import { parseSpec, specTitle } from "../../state/spec";

const PAGE = 6;

export function RecentGames() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  const [more, setMore] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<GameSummary | null>(null);

  const fetchGames = (before: number | null): void => {
    api
      .games(PAGE, before)
      .then((list) => {
        setGames((old) => (before === null ? list.games : [...(old ?? []), ...list.games]));
        setMore(list.next_before);
      })
      .catch(complain);
  };
  useEffect(() => fetchGames(null), []);

  const remove = async (game: GameSummary): Promise<void> => {
    try {
      await api.deleteGame(game.id);
      setGames((old) => old?.filter((each) => each.id !== game.id) ?? null);
      toast("The game was deleted.");
    } catch (error) {
      complain(error);
    }
  };

  return (
    <section class="card" aria-labelledby="recent-title">
      <h2 id="recent-title">Recent games</h2>
      {games === null ? (
        <p class="quiet-text">Loading…</p>
      ) : games.length === 0 ? (
        <p class="quiet-text">Your games will be kept here, on this machine.</p>
      ) : (
        <ul class="recent">
          {games.map((game) => (
            <Recent key={game.id} game={game} onDelete={() => setLeaving(game)} />
          ))}
        </ul>
      )}
      {more === null ? null : (
        <button type="button" class="button small quiet" onClick={() => fetchGames(more)}>
          Show older games
        </button>
      )}
      <Confirm
        title="Delete this game?"
        yes="Delete"
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        text="The game and its moves will be gone."
        onYes={() => {
          if (leaving) void remove(leaving);
        }}
      />
    </section>
  );
}

function Recent({ game, onDelete }: { game: GameSummary; onDelete: () => void }) {
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
      <div class="recent-actions">
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
