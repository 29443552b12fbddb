/** Games that were added as Python files, and where one is added. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { OwnGameList } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { refreshCatalog } from "../../state/catalog";
import { complain } from "../../state/messages";
import { addGameFile } from "../../state/ownGames";
import { href } from "../../state/route";

export function OwnGames() {
  const [list, setList] = useState<OwnGameList | null>(null);
  const [busy, run] = useTask();
  useEffect(() => {
    api.ownGames().then(setList).catch(complain);
  }, []);
  if (list === null || !list.allowed) return null;
  const remove = (file: string): void =>
    run(async () => {
      await api.removeOwnGame(file);
      await refreshCatalog();
      setList(await api.ownGames());
    });
  return (
    <section class="card" aria-labelledby="own-games-title">
      <h2 id="own-games-title">A game of your own</h2>
      <p>
        Write its rules in one Python file, and drop it on any page. It is checked with random games, and then it is
        played, analysed and taught like the others.
      </p>
      {list.games.length > 0 ? (
        <ul class="version-list">
          {list.games.map((game) => (
            <li key={game.file}>
              <span>
                {game.game === null ? game.file : <a href={href("new", game.game)}>{game.file}</a>}
                {game.problem === null ? null : <small class="problem"> {game.problem}</small>}
              </span>
              <button type="button" class="button small quiet" disabled={busy} onClick={() => remove(game.file)}>
                <Icon name="trash" /> Remove
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div class="row">
        <label class="button file-button">
          <Icon name="upload" /> Add a Python file
          <input
            type="file"
            accept=".py,text/x-python"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void addGameFile(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </div>
    </section>
  );
}
