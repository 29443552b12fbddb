/** External engines: programs on this machine that speak GTP or the protocol of Gomocup. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { EngineList } from "../../api/types";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useCatalog } from "../../state/catalog";
import { complain, toast } from "../../state/messages";
import { go } from "../../state/route";
import { gameTitle } from "../../state/spec";
import { defaultChoices, request } from "../newgame/choices";

const PROTOCOLS: { value: "gtp" | "gomocup"; title: string }[] = [
  { value: "gtp", title: "GTP" },
  { value: "gomocup", title: "Gomocup" },
];

export function EngineSettings() {
  const catalog = useCatalog();
  const [list, setList] = useState<EngineList | null>(null);
  const [name, setName] = useState("");
  const [command, setCommand] = useState("");
  const [protocol, setProtocol] = useState<"gtp" | "gomocup">("gtp");
  const [game, setGame] = useState("go");
  const [seconds, setSeconds] = useState("1");
  const [busy, run] = useTask();
  const load = (): Promise<void> => api.engines().then(setList);
  useEffect(() => void load().catch(complain), []);
  if (list === null || catalog === null) return null;
  const add = (): void =>
    run(async () => {
      await api.addEngine({ name, command, protocol, game, move_seconds: Number(seconds) });
      [setName, setCommand].forEach((clear) => clear(""));
      toast(`${name} works and has been added.`);
      await load();
    });
  const play = (engine: EngineList["engines"][number]): void =>
    run(async () => {
      const known = catalog.games.find((each) => each.name === engine.game);
      if (known === undefined) return;
      const usual = request(known, defaultChoices(known));
      const seat = { kind: "engine" as const, engine: engine.id, name: engine.name, level: null };
      go("play", (await api.newGame({ ...usual, seats: [usual.seats[0], seat] })).id);
    });
  return (
    <section class="card" aria-labelledby="engines-title">
      <h2 id="engines-title">Other engines</h2>
      {list.allowed ? (
        <>
          <p class="quiet-text">
            A program on this machine that speaks GTP or the protocol of Gomocup plays against you and in tournaments.
            It is started by its command line, without a shell, and must make a first move before it is added.
          </p>
          {list.engines.length > 0 ? (
            <ul class="engine-list">
              {list.engines.map((engine) => (
                <li key={engine.id}>
                  <span>
                    <b>{engine.name}</b> <small>{gameTitle(engine.game)}</small>
                    <code>{engine.command}</code>
                  </span>
                  <button type="button" class="button small" disabled={busy} onClick={() => play(engine)}>
                    <Icon name="play" /> Play<span class="visually-hidden"> against {engine.name}</span>
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`Remove ${engine.name}`}
                    disabled={busy}
                    onClick={() =>
                      run(async () => {
                        await api.removeEngine(engine.id);
                        await load();
                      })
                    }
                  >
                    <Icon name="trash" />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              add();
            }}
          >
            <div class="fields">
              <label class="field">
                <span>Name</span>
                <input type="text" maxLength={60} value={name} onInput={(event) => setName(event.currentTarget.value)} />
              </label>
              <label class="field">
                <span>Command</span>
                <input
                  type="text"
                  maxLength={1000}
                  placeholder="gnugo --mode gtp"
                  value={command}
                  onInput={(event) => setCommand(event.currentTarget.value)}
                />
              </label>
              <Select
                label="Game"
                value={game}
                options={catalog.games.map((each) => ({ value: each.name, title: each.title }))}
                onChange={setGame}
              />
              <Select
                label="Protocol"
                value={protocol}
                options={PROTOCOLS}
                onChange={(value) => setProtocol(value === "gomocup" ? "gomocup" : "gtp")}
              />
              <Select
                label="Time per move"
                value={seconds}
                options={["0.5", "1", "2", "5", "10"].map((value) => ({ value, title: `${value} s` }))}
                onChange={setSeconds}
              />
            </div>
            <button type="submit" class="button" disabled={busy || name.trim() === "" || command.trim() === ""}>
              {busy ? "Trying it…" : "Add the engine"}
            </button>
          </form>
        </>
      ) : (
        <p class="quiet-text">
          External engines are programs on the machine of the server. They can be added only where the server listens
          on that machine alone, and not where it is shared on a network.
        </p>
      )}
    </section>
  );
}
