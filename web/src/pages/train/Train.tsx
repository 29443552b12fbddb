/** The trainer for the long-chain rule: a fresh position, a question, and then the reason. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { ExerciseView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import type { Overlay } from "../../board/types";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTitle } from "../../parts/useTitle";
import { moveText } from "../../state/format";
import { packPosition } from "../../state/links";
import { announce, complain } from "../../state/messages";
import { href } from "../../state/route";
import { load, save } from "../../state/saved";
import { playerNames } from "../../state/spec";
import { hasPlace, scoreCandidates, signed } from "../analyse/remarks";
import { useExplanation } from "../analyse/useExplanation";
import { answered, loadProgress, saveProgress } from "./progress";

const KINDS = [
  { value: "", title: "All kinds" },
  { value: "parity", title: "How many chains do I want?" },
  { value: "count", title: "Count the long chains" },
  { value: "control", title: "Who gets control?" },
  { value: "line", title: "Find the line" },
];
const NUMBERS = 1_000_000;

const fresh = (): number => Math.floor(Math.random() * NUMBERS);

export function Train({ rest }: { rest: string[] }) {
  useTitle("Train the long-chain rule");
  const [kind, setKind] = useState(() => load("train.kind", ""));
  const [number, setNumber] = useState(() => (/^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest[0]) : fresh()));
  const [exercise, setExercise] = useState<ExerciseView | null>(null);
  const [given, setGiven] = useState<number | null>(null);
  const [progress, setProgress] = useState(() => loadProgress("train"));
  useEffect(() => {
    let gone = false;
    setGiven(null);
    api
      .exercise(number, kind)
      .then((found) => {
        if (!gone) setExercise(found);
      })
      .catch(complain);
    return () => {
      gone = true;
    };
  }, [number, kind]);
  const request = exercise && { spec: exercise.game.spec, setup: exercise.setup, moves: [] };
  const explained = useExplanation(given === null || !request ? null : request);

  if (exercise === null || request === null) return <p class="loading">Loading…</p>;
  const byLine = exercise.answer === null;
  const right = given !== null && (byLine ? exercise.best.includes(given) : given === exercise.answer);
  const answer = (choice: number): void => {
    if (given !== null) return;
    setGiven(choice);
    const good = byLine ? exercise.best.includes(choice) : choice === exercise.answer;
    const next = answered(progress, good);
    setProgress(next);
    saveProgress(next, "train");
    announce(good ? "Right." : "Not quite.");
  };
  const overlay: Overlay =
    given === null
      ? {}
      : {
          remarks: explained?.remarks.filter((remark) => hasPlace(remark) && remark.points.length > 0) ?? [],
          ...(byLine && explained ? { candidates: scoreCandidates(explained) } : {}),
        };
  const name = (line: number): string => moveText(exercise.game.move_names[line]);

  return (
    <div class="page table-page train">
      <BoardColumn game={exercise.game}>
        <Board
          game={exercise.game}
          position={exercise.position}
          names={playerNames(exercise.game)}
          active={byLine && given === null}
          overlay={overlay}
          label={`Board of the exercise. ${exercise.position.notes[0] ?? ""}`}
          onPlay={answer}
        />
      </BoardColumn>
      <aside class="table-side">
        <section class="card" aria-labelledby="train-question">
          <h1 class="train-title">The long-chain rule</h1>
          <p class="quiet-text">
            A long chain has three boxes or more. The player who does not have to open the first one has control, and usually wins.
          </p>
          <h2 id="train-question">{exercise.question}</h2>
          {byLine ? (
            <p class="quiet-text">Click a line on the board, or choose it with the arrow keys and Enter.</p>
          ) : (
            <div class="row train-choices" role="group" aria-label="Answers">
              {exercise.choices.map((choice, index) => (
                <button
                  key={index}
                  type="button"
                  class={`button train-choice${given === null ? "" : index === exercise.answer ? " is-right" : index === given ? " is-wrong" : ""}`}
                  disabled={given !== null}
                  onClick={() => answer(index)}
                >
                  {choice}
                </button>
              ))}
            </div>
          )}
          {given === null ? null : (
            <div class={`train-answer ${right ? "is-right" : "is-wrong"}`} role="status">
              <p>
                <strong>{right ? "Right." : "Not quite."}</strong> {byLine ? lineWords(given) : null}
              </p>
              <ul>
                {exercise.explanation.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          )}
          <div class="row">
            <button type="button" class="button primary" onClick={() => setNumber(fresh())}>
              <Icon name="right" /> {given === null ? "Another one" : "Next"}
            </button>
            <a class="button" href={href("analyse", "p", ...packPosition(request))}>
              <Icon name="graph" /> Analyse it
            </a>
          </div>
        </section>
        <section class="card" aria-labelledby="train-progress">
          <h2 id="train-progress">So far</h2>
          <p>
            {progress.right} of {progress.asked} right, {progress.streak} in a row now, {progress.best} at best.
          </p>
          <Select
            label="Questions"
            value={kind}
            options={KINDS}
            onChange={(value) => {
              setKind(value);
              save("train.kind", value);
            }}
          />
        </section>
      </aside>
    </div>
  );

  function lineWords(line: number): string {
    const score = exercise?.scores[String(line)];
    const best = Math.max(...Object.values(exercise?.scores ?? {}));
    if (score === undefined) return "";
    return score === best
      ? `${name(line)} nets ${signed(score)}.`
      : `${name(line)} nets ${signed(score)}, the best ${signed(best)}.`;
  }
}
