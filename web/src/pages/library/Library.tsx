/** All games that were played or imported: found by what they are about, tagged, exported, counted. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameSummary } from "../../api/types";
import { DeleteGame } from "../../parts/DeleteGame";
import { saveText } from "../../parts/download";
import { GameRow } from "../../parts/GameRow";
import { Icon } from "../../parts/Icon";
import { useGames } from "../../parts/useGames";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { plural } from "../../state/format";
import { ALL_GAMES, queryOf, readTags } from "../../state/library";
import { complain, toast } from "../../state/messages";
import { specTitle } from "../../state/spec";
import { Filters } from "./Filters";
import { Results } from "./Results";

const PAGE = 30;

export function Library() {
  useTitle("Library");
  const [filter, setFilter] = useState(ALL_GAMES);
  const { found, more, remove, refresh } = useGames(filter, PAGE);
  const [leaving, setLeaving] = useState<GameSummary | null>(null);
  const [tagging, setTagging] = useState<string | null>(null);
  const [busy, run] = useTask();

  const keepFile = async (file: File): Promise<void> => {
    const done = await api.importGames(await file.text());
    const known = done.known > 0 ? `, ${done.known} known already` : "";
    toast(`${plural(done.kept, "game")} imported${known}.`);
    if (done.problems.length > 0) complain(new Error(`Not imported: ${done.problems.join("; ")}.`));
    refresh();
  };
  const saveAll = async (): Promise<void> => {
    saveText("tesuji-games.sgf", await api.exportGames(queryOf(filter)), "application/x-go-sgf");
  };
  const setTags = async (game: GameSummary, text: string): Promise<void> => {
    await api.setTags(game.id, readTags(text));
    setTagging(null);
    refresh();
  };

  return (
    <div class="page library">
      <header class="library-head">
        <h1>Library</h1>
        <div class="row">
          <label class="button file-button" aria-disabled={busy}>
            <Icon name="upload" /> Import SGF
            <input
              type="file"
              accept=".sgf,application/x-go-sgf,text/plain"
              disabled={busy}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) run(() => keepFile(file));
                event.currentTarget.value = "";
              }}
            />
          </label>
          <button type="button" class="button" disabled={busy || !found?.total} onClick={() => run(saveAll)}>
            <Icon name="download" /> Export {found === null ? "" : plural(Math.min(found.total, 1000), "game")}
          </button>
        </div>
      </header>
      <Filters filter={filter} tags={found?.tags ?? []} onChange={setFilter} />
      <div class="home-columns">
        <section class="card" aria-labelledby="found-title">
          <h2 id="found-title" aria-live="polite">
            {found === null ? "Loading…" : plural(found.total, "game")}
          </h2>
          {found !== null && found.games.length === 0 ? (
            <p class="quiet-text">
              {queryOf(filter) === "" ? "Your games will be kept here, on this machine." : "No game matches."}
            </p>
          ) : null}
          <ul class="recent">
            {found?.games.map((game) => (
              <GameRow
                key={game.id}
                game={game}
                onDelete={() => setLeaving(game)}
                actions={
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`Tags of ${specTitle(game.spec)}`}
                    title="Tags"
                    aria-expanded={tagging === game.id}
                    onClick={() => setTagging(tagging === game.id ? null : game.id)}
                  >
                    <Icon name="edit" />
                  </button>
                }
              >
                {tagging === game.id ? (
                  <form
                    class="tag-form"
                    onSubmit={(event) => {
                      event.preventDefault();
                      const text = new FormData(event.currentTarget).get("tags");
                      run(() => setTags(game, String(text ?? "")));
                    }}
                  >
                    <label class="field">
                      <span>Tags, separated by commas</span>
                      <input type="text" name="tags" defaultValue={game.tags.join(", ")} autoFocus maxLength={400} />
                    </label>
                    <button type="submit" class="button small primary" disabled={busy}>
                      Save
                    </button>
                  </form>
                ) : game.tags.length > 0 ? (
                  <p class="tags">
                    {game.tags.map((tag) => (
                      <button key={tag} type="button" class="tag" onClick={() => setFilter({ ...ALL_GAMES, tag })}>
                        {tag}
                      </button>
                    ))}
                  </p>
                ) : null}
              </GameRow>
            ))}
          </ul>
          {more === null ? null : (
            <button type="button" class="button small quiet" onClick={more}>
              Show older games
            </button>
          )}
        </section>
        <Results query={queryOf(filter)} version={found?.total ?? 0} />
      </div>
      <DeleteGame game={leaving} onClose={() => setLeaving(null)} onDelete={remove} />
    </div>
  );
}
