/** What can be done with a run: pause, go on, stop, more time, delete. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RunLesson, RunView } from "../../api/types";
import { Select } from "../../parts/Choices";
import { Confirm } from "../../parts/Confirm";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { go, href } from "../../state/route";
import { TIMES } from "../teach/parts";

export const STATES: Record<RunLesson["state"], string> = {
  learning: "Learning now",
  elsewhere: "Learning now, in another program",
  paused: "Paused",
  interrupted: "Interrupted: the server ended",
  ended: "Not running",
};

export const isLearning = ({ state }: RunLesson): boolean => state === "learning" || state === "elsewhere";

interface Props {
  view: RunView;
  take: (view: RunView) => void;
}

export function LessonBar({ view, take }: Props) {
  const { name, lesson } = view.summary;
  const [busy, run] = useTask();
  const [leaving, setLeaving] = useState(false);
  const [more, setMore] = useState("5");
  const act = (work: Promise<RunView>): void => run(async () => take(await work));
  const timed = lesson.planned !== null;
  const waiting = lesson.state === "paused" || lesson.state === "interrupted";
  return (
    <section class="card lesson-bar" aria-label="Lesson">
      {timed ? (
        <p class="lesson-time">
          <progress value={Math.min(lesson.spent, lesson.planned ?? 0)} max={lesson.planned ?? 1} aria-label="Time" />
          <span>
            {minutesText(Math.min(lesson.spent, lesson.planned ?? 0))} of {minutesText(lesson.planned ?? 0)}
          </span>
        </p>
      ) : null}
      {lesson.problem ? (
        <p class="problem" role="alert">
          It stopped: {lesson.problem}
        </p>
      ) : null}
      <div class="row">
        {lesson.state === "learning" ? (
          <>
            <button type="button" class="button" disabled={busy} onClick={() => act(api.pauseRun(name))}>
              <Icon name="pause" /> Pause
            </button>
            <button type="button" class="button" disabled={busy} onClick={() => act(api.stopRun(name))}>
              <Icon name="stop" /> Stop
            </button>
          </>
        ) : null}
        {waiting && lesson.can_learn ? (
          <button type="button" class="button primary" disabled={busy} onClick={() => act(api.resumeRun(name, null))}>
            <Icon name="play" /> Go on
          </button>
        ) : null}
        {lesson.state === "ended" && lesson.can_learn ? (
          <>
            <Select label="More time" value={more} options={TIMES} onChange={setMore} />
            <button
              type="button"
              class="button primary"
              disabled={busy}
              onClick={() => act(api.resumeRun(name, Number(more)))}
            >
              <Icon name="learn" /> Teach on
            </button>
          </>
        ) : null}
        <a class="button" href={href("learn", "compare", name)}>
          <Icon name="graph" /> Compare
        </a>
        {lesson.state === "elsewhere" ? null : (
          <button type="button" class="button quiet" disabled={busy} onClick={() => setLeaving(true)}>
            <Icon name="trash" /> Delete
          </button>
        )}
      </div>
      <Confirm
        title={`Delete ${name}?`}
        text="Its networks, games and figures are deleted as well. Networks on the list of opponents stay."
        yes="Delete"
        open={leaving}
        onClose={() => setLeaving(false)}
        onYes={() =>
          run(async () => {
            await api.deleteRun(name);
            go("learn");
          })
        }
      />
    </section>
  );
}

/** "4:05 min", or hours where there are some. */
function minutesText(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h} h ${m} min` : `${m}:${String(s).padStart(2, "0")} min`;
}
