/** How a run learns: a few sentences, and every setting with its help. */
import type { RunView, SettingGroup } from "../../api/types";

export function RunSettings({ view }: { view: RunView }) {
  return (
    <section class="card" aria-labelledby="config-title">
      <h2 id="config-title">How it learns</h2>
      {view.in_words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {view.settings.map((group) => (
        <Group key={group.title} group={group} open={view.in_words.length === 0} />
      ))}
      <p class="quiet-text">The seed of all random numbers is {view.seed}.</p>
    </section>
  );
}

function Group({ group, open }: { group: SettingGroup; open: boolean }) {
  const changed = group.settings.filter((setting) => !setting.is_usual).length;
  return (
    <details class="setting-group" open={open}>
      <summary>
        {group.title} <small>{changed === 0 ? "as usual" : `${changed} changed`}</small>
      </summary>
      <dl class="config-list">
        {group.settings.map((setting) => (
          <div key={setting.name} class={setting.is_usual ? "" : "is-changed"}>
            <dt>
              {setting.title}
              {setting.help ? <small>{setting.help}</small> : null}
            </dt>
            <dd>{setting.value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
