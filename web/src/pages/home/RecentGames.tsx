/** Games played before: go on, analyse, delete. */
import { useState } from "preact/hooks";
import type { GameSummary } from "../../api/types";
import { DeleteGame } from "../../parts/DeleteGame";
import { GameRow } from "../../parts/GameRow";
import { useGames } from "../../parts/useGames";
import { ALL_GAMES } from "../../state/library";
import { href } from "../../state/route";

const PAGE = 6;

export function RecentGames() {
  const { found, remove } = useGames(ALL_GAMES, PAGE);
  const [leaving, setLeaving] = useState<GameSummary | null>(null);
  return (
    <section class="card" aria-labelledby="recent-title">
      <h2 id="recent-title">Recent games</h2>
      {found === null ? (
        <p class="quiet-text">Loading…</p>
      ) : found.games.length === 0 ? (
        <p class="quiet-text">Your games will be kept here, on this machine.</p>
      ) : (
        <ul class="recent">
          {found.games.map((game) => (
            <GameRow key={game.id} game={game} onDelete={() => setLeaving(game)} />
          ))}
        </ul>
      )}
      <a class="button small quiet" href={href("library")}>
        {found !== null && found.total > PAGE ? `All ${found.total} games` : "Library"}
      </a>
      <DeleteGame game={leaving} onClose={() => setLeaving(null)} onDelete={remove} />
    </section>
  );
}
