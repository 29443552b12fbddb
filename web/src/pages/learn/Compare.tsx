/** Runs side by side: their curves in the same charts, and the settings in which they differ. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunSummary } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { useTitle } from "../../parts/useTitle";
import { complain } from "../../state/messages";
import { go, href } from "../../state/route";
import { differences, together, type Axis, type Compared } from "./compare";
import { CurveChart } from "./CurveChart";
import { chartsOf, extended, NO_CURVES } from "./curves";

const MOST = 4;
/** Figures that are compared: those of strength and of what was learnt. */
const COMPARED = /^(elo(?!_error)|test |train |best|fitness|optimality|wins|loss)/;

export function Compare({ names }: { names: readonly string[] }) {
  useTitle("Compare runs");
  const [all, setAll] = useState<readonly RunSummary[] | null>(null);
  const [runs, setRuns] = useState<readonly Compared[] | null>(null);
  const [axis, setAxis] = useState<Axis>("generations");
  useEffect(() => {
    api
      .runs()
      .then((found) => setAll(found.runs))
      .catch(complain);
  }, []);
  useEffect(() => {
    let gone = false;
    Promise.all(
      names.map(async (name) => ({
        view: await api.run(name),
        curves: extended(NO_CURVES, await api.curves(name, 0)),
      })),
    )
      .then((found) => {
        if (!gone) setRuns(found);
      })
      .catch(complain);
    return () => {
      gone = true;
    };
  }, [names.join("/")]);
  if (all === null || runs === null) return <p class="loading">Loading…</p>;
  const toggle = (name: string): void =>
    go("learn", "compare", ...(names.includes(name) ? names.filter((each) => each !== name) : [...names, name]));
  const game = runs[0]?.view.summary.game;
  const curves = together(runs, axis);
  const charts = chartsOf({
    ...curves,
    figures: Object.fromEntries(Object.entries(curves.figures).filter(([name]) => COMPARED.test(name))),
  });
  const rows = differences(runs.map(({ view }) => view));
  return (
    <div class="page learn">
      <p>
        <a href={href("learn")}>← Learn and watch</a>
      </p>
      <header class="hero">
        <h1>Compare runs</h1>
      </header>
      <section class="card" aria-labelledby="which-title">
        <h2 id="which-title">Which</h2>
        <div class="entrants">
          {all
            .filter((run) => game === undefined || run.game === game)
            .map((run) => (
              <label key={run.name} class="entrant">
                <input
                  type="checkbox"
                  checked={names.includes(run.name)}
                  disabled={!names.includes(run.name) && names.length >= MOST}
                  onChange={() => toggle(run.name)}
                />
                <span>
                  <b>{run.name}</b>
                  <small>{run.title}</small>
                </span>
              </label>
            ))}
        </div>
        {names.length < 2 ? <p class="quiet-text">Choose one or more others, at most {MOST} altogether.</p> : null}
      </section>
      <section class="card" aria-labelledby="curves-title">
        <h2 id="curves-title">Curves</h2>
        <Segments<Axis>
          legend="Against"
          value={axis}
          onChange={setAxis}
          options={[
            { value: "generations", title: "Generations" },
            { value: "minutes", title: "Minutes since it began" },
          ]}
        />
        <div class="curve-grid">
          {charts.map((chart) => (
            <CurveChart key={chart.title} chart={chart} curves={curves} />
          ))}
        </div>
      </section>
      <section class="card" aria-labelledby="differences-title">
        <h2 id="differences-title">Settings that differ</h2>
        {rows.length === 0 ? (
          <p class="quiet-text">{names.length < 2 ? "Choose another run." : "They have the same settings."}</p>
        ) : (
          <div class="table-scroll" tabIndex={0}>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Setting</th>
                  {runs.map(({ view }) => (
                    <th key={view.summary.name} scope="col">
                      {view.summary.name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.group} ${row.title}`}>
                    <th scope="row" title={row.help}>
                      {row.group}: {row.title}
                    </th>
                    {row.values.map((value, index) => (
                      <td key={index}>{value ?? "–"}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  );
}
