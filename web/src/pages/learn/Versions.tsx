/** The versions of a run: each can be played, and put on the list of opponents. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunView } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { plural } from "../../state/format";
import { toast } from "../../state/messages";

const FIRST = 10;

interface Props {
  view: RunView;
  busy: boolean;
  onPlay: (version: string | null) => void;
}

export function Versions({ view, busy, onPlay }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? view.versions : view.versions.slice(0, FIRST);
  const newest = Math.max(...view.versions.map(({ number }) => number ?? -1));
  return (
    <section class="card" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      {view.versions.length === 0 ? (
        <p class="quiet-text">The first version appears here when it has learnt something.</p>
      ) : view.summary.spec === null ? (
        <p class="quiet-text">
          {plural(view.versions.length, "version")} of a game that is not known here: {view.summary.game}.
        </p>
      ) : (
        <ol class="version-list">
          {shown.map((version) => (
            <li key={version.name}>
              <span>
                <b>{version.number === null ? version.name.replace(/\.[^.]*$/, "") : `Version ${version.number}`}</b>
                {version.number !== null && version.number === newest ? <small> newest</small> : null}
              </span>
              <span class="row tight">
                <Ship view={view} version={version.name} number={version.number} />
                <button
                  type="button"
                  class="button small"
                  disabled={busy}
                  aria-label={`Play against ${version.name}`}
                  onClick={() => onPlay(version.name)}
                >
                  <Icon name="play" /> Play
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {view.versions.length > FIRST ? (
        <button type="button" class="button small quiet" onClick={() => setAll(!all)}>
          {all ? "Only the newest" : `All ${view.versions.length}`}
        </button>
      ) : null}
    </section>
  );
}

/** One click, and the version is among the opponents of its game. */
function Ship({ view, version, number }: { view: RunView; version: string; number: number | null }) {
  const [busy, run] = useTask();
  const { name } = view.summary;
  const shipped = `${name}${number === null ? "" : ` · ${number}`}`.slice(0, 60);
  return (
    <button
      type="button"
      class="button small quiet"
      disabled={busy}
      aria-label={`Add ${version} to the opponents`}
      title="Add it to the list of opponents"
      onClick={() =>
        run(async () => {
          await api.ship(name, version, shipped);
          toast(`${shipped} is now among the opponents of ${view.summary.title}.`);
        })
      }
    >
      <Icon name="people" /> Opponent
    </button>
  );
}
