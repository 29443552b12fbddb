/** Which experiment of evolution runs, with its settings, and for how long. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { ExperimentView, TeachingView } from "../../api/types";
import { Select } from "../../parts/Choices";
import { useTask } from "../../parts/useTask";
import { go } from "../../state/route";
import { CoresSelect, TeachButton, TIMES } from "./parts";

export function EvolutionForm({ teaching }: { teaching: TeachingView }) {
  const [name, setName] = useState("go-random");
  const experiment = teaching.experiments.find((each) => each.name === name) ?? teaching.experiments[0];
  if (experiment === undefined) return null;
  return <Form key={experiment.name} experiment={experiment} teaching={teaching} onName={setName} />;
}

interface Props {
  experiment: ExperimentView;
  teaching: TeachingView;
  onName: (name: string) => void;
}

function Form({ experiment, teaching, onName }: Props) {
  const usual = Object.fromEntries(experiment.settings.map((setting) => [setting.name, setting.default]));
  const [values, setValues] = useState<Record<string, string>>(usual);
  const [minutes, setMinutes] = useState("10");
  const [cores, setCores] = useState(String(teaching.most_cores));
  const [busy, run] = useTask();
  const start = (): void =>
    run(async () => {
      const changed = Object.entries(values).filter(([key, value]) => value !== usual[key]);
      const made = await api.teach({
        experiment: experiment.name,
        settings: Object.fromEntries(changed),
        minutes: Number(minutes),
        cores: Number(cores),
      });
      go("learn", "run", made.summary.name);
    });
  return (
    <form
      aria-labelledby="teach-title"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div class="fields">
        <Select
          label="Experiment"
          value={experiment.name}
          options={teaching.experiments.map((each) => ({ value: each.name, title: `${each.name}, ${each.game}` }))}
          onChange={onName}
        />
        <Select label="At most" value={minutes} options={TIMES} onChange={setMinutes} />
        <CoresSelect most={teaching.most_cores} value={cores} onChange={setCores} />
      </div>
      <p>{experiment.help}</p>
      <details>
        <summary>Settings of this experiment</summary>
        <div class="setting-fields">
          {experiment.settings.map((setting) => (
            <label key={setting.name} class="setting-field">
              <span>
                <b>{setting.title}</b>
                <small>{setting.help}</small>
              </span>
              {choicesOf(setting).length > 0 ? (
                <select
                  value={values[setting.name]}
                  onChange={(event) => setValues({ ...values, [setting.name]: event.currentTarget.value })}
                >
                  {choicesOf(setting).map((choice) => (
                    <option key={choice} value={choice} selected={choice === values[setting.name]}>
                      {choice}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  type="text"
                  value={values[setting.name]}
                  onInput={(event) => setValues({ ...values, [setting.name]: event.currentTarget.value })}
                />
              )}
            </label>
          ))}
        </div>
      </details>
      <TeachButton busy={busy} teaching={teaching} />
    </form>
  );
}

/** What a setting can be, where that is a list. */
function choicesOf({ kind, default: usual }: ExperimentView["settings"][number]): string[] {
  const choices = kind === "bool" ? ["yes", "no"] : kind.includes("|") ? kind.split("|") : [];
  return choices.length === 0 || choices.includes(usual) ? choices : [usual, ...choices];
}
