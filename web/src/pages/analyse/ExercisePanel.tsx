/** The exercise in words, beside the board. */
import { moveText, plural, VERDICTS } from "../../state/format";
import { fallWords } from "../../state/review";
import { playerNames } from "../../state/spec";
import type { Workspace } from "../../state/workspace";
import type { Exercise } from "./useExercise";

export function ExercisePanel({
  space,
  exercise,
  onLeave,
}: {
  space: Workspace;
  exercise: Exercise;
  onLeave: () => void;
}) {
  const { running, feedback } = exercise;
  if (running === null) return null;
  const { judged } = running;
  const name = (move: number): string => moveText(space.game.move_names[move]);
  const who = playerNames(space.game)[judged.player];
  return (
    <section class={`card exercise is-${feedback.kind}`} aria-labelledby="exercise-title">
      <h2 id="exercise-title">Find a better move</h2>
      <p>
        {who} played <b>{name(judged.move)}</b> here, {article(judged.verdict)}: {fallWords(judged)}.
      </p>
      <p class="exercise-answer" role="status">
        {answerWords()}
      </p>
      <div class="row">
        {feedback.kind === "wrong" ? (
          <button type="button" class="button primary small" onClick={exercise.again}>
            Try again
          </button>
        ) : null}
        {feedback.kind === "right" || feedback.kind === "shown" ? null : (
          <button type="button" class="button small" onClick={exercise.show}>
            Show the answer
          </button>
        )}
        <button type="button" class="button small" onClick={onLeave}>
          {feedback.kind === "right" ? "Done" : "Leave"}
        </button>
      </div>
    </section>
  );

  function article(verdict: typeof judged.verdict): string {
    const word = VERDICTS[verdict].title.toLowerCase();
    return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
  }

  function answerWords(): string {
    switch (feedback.kind) {
      case "ask":
        return `${who} to move: play on the board.`;
      case "checking":
        return `Checking ${name(feedback.move)}…`;
      case "right":
        return feedback.best ? `${name(feedback.move)} is the best move.` : `${name(feedback.move)} is good, too.`;
      case "wrong":
        if (feedback.points !== undefined) {
          return `${name(feedback.move)} gives away ${plural(feedback.points, "point")}. Look again.`;
        }
        return feedback.lost === null
          ? `${name(feedback.move)} is not it.`
          : `${name(feedback.move)} gives away ${Math.round(feedback.lost)} %. Look again.`;
      case "shown":
        return `Best was ${judged.line.map(name).join(" ") || name(judged.best)}.`;
    }
  }
}
