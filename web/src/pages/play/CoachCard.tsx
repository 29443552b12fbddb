/** Three moments after a game: what was played, what it allowed, what was better, and a reason in words. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameView, Remark, ReviewedMove } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { moveText, plural, VERDICTS } from "../../state/format";
import { fallWords } from "../../state/review";
import type { Coaching } from "./useCoach";
import { requestOf } from "./useGame";

type Look = "played" | "better";

/** What the board is to show: the position after so many plies, and a line from there. */
export interface CoachLook {
  ply: number;
  line: readonly number[];
  verdict: { move: number; kind: ReviewedMove["verdict"] } | null;
}

interface Props {
  view: GameView;
  coach: Coaching;
  names: [string, string];
  onLook: (look: CoachLook | null) => void;
}

const SHOWN = 8;

export function CoachCard({ view, coach, names, onLook }: Props) {
  const [number, setNumber] = useState<number | null>(null);
  const [look, setLook] = useState<Look>("played");
  const { moments, judged, running } = coach;
  const moment = number === null ? undefined : moments[number];
  const reply = moment ? judged[moment.ply + 1] : undefined;
  const reason = useReason(view, moment ?? null, reply?.line[0] ?? null);
  const name = (move: number): string => moveText(view.game.move_names[move]);

  const open = (next: number | null, how: Look = "played"): void => {
    setNumber(next);
    setLook(how);
    const shown = next === null ? undefined : moments[next];
    if (shown === undefined) {
      onLook(null);
      return;
    }
    const answer = judged[shown.ply + 1]?.line.slice(0, SHOWN) ?? [];
    onLook(
      how === "played"
        ? { ply: shown.ply + 1, line: answer, verdict: { move: shown.move, kind: shown.verdict } }
        : { ply: shown.ply, line: shown.line.slice(0, SHOWN), verdict: null },
    );
  };

  return (
    <section class="card coach" aria-labelledby="coach-title">
      <h2 id="coach-title">Coach</h2>
      {moment === undefined ? (
        <>
          <p role="status">{overview()}</p>
          {!running && moments.length > 0 ? (
            <button type="button" class="button primary" onClick={() => open(0)}>
              <Icon name="learn" /> Look at {plural(moments.length, "moment")}
            </button>
          ) : null}
        </>
      ) : (
        <>
          <p class="coach-head">
            <span class={`verdict-badge verdict-${moment.verdict}`} aria-hidden="true">
              {VERDICTS[moment.verdict].sign}
            </span>
            <span>
              <b>
                Move {moment.ply + 1}: {names[moment.player]} played {name(moment.move)}.
              </b>{" "}
              {VERDICTS[moment.verdict].title}: {fallWords(moment)}.
            </span>
          </p>
          <Segments
            legend="On the board"
            hideLegend
            value={look}
            onChange={(how) => open(number, how)}
            options={[
              { value: "played", title: `After ${name(moment.move)}` },
              { value: "better", title: `Better: ${name(moment.best)}` },
            ]}
          />
          <p role="status">
            {look === "better"
              ? `${name(moment.best)} was better. Expected: ${lineWords(moment.line)}.`
              : reply
                ? `The answer to it: ${lineWords(reply.line)}.`
                : "The game ended with it."}
          </p>
          {look === "played" && reason ? <p class="coach-reason">{reason.text}</p> : null}
          <div class="row">
            <button type="button" class="button small" disabled={number === 0} onClick={() => open((number ?? 1) - 1)}>
              Back
            </button>
            {(number ?? 0) + 1 < moments.length ? (
              <button type="button" class="button small primary" onClick={() => open((number ?? 0) + 1)}>
                Next
              </button>
            ) : (
              <button type="button" class="button small primary" onClick={() => open(null)}>
                Done
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );

  function overview(): string {
    if (running) return `Looking at the game: ${judged.length} of ${view.moves.length} moves.`;
    if (judged.length === 0) return "The game could not be reviewed.";
    if (moments.length === 0) return "No mistakes found. Well played!";
    return moments.length === 1 ? "One move made a difference." : `${moments.length} moves made a difference.`;
  }

  function lineWords(line: readonly number[]): string {
    return line.slice(0, SHOWN).map(name).join(" ");
  }
}

/** What theory says after a move, of that move or of the answer to it; the most important remark first. */
function useReason(view: GameView, moment: ReviewedMove | null, reply: number | null): Remark | null {
  const [found, setFound] = useState<{ ply: number; remark: Remark | null } | null>(null);
  useEffect(() => {
    if (moment === null || moment.ply + 1 >= view.moves.length) return;
    let gone = false;
    api
      .explain(requestOf(view, moment.ply + 1))
      .then(({ remarks }) => {
        const seen = remarks.find(({ points, lines, sequence, tone }) => {
          const places = [...(view.game.board === "lines" ? lines : points), ...sequence.slice(0, 1)];
          return tone !== "neutral" && places.some((place) => place === moment.move || place === reply);
        });
        if (!gone) setFound({ ply: moment.ply, remark: seen ?? null });
      })
      .catch(() => undefined); // the moment is shown without a reason
    return () => {
      gone = true;
    };
  }, [view.id, moment?.ply, reply]);
  return found !== null && found.ply === moment?.ply ? found.remark : null;
}
