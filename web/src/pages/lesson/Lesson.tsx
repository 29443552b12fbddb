/** First steps in a game: a position, a question, and an answer on the board. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { LessonAnswer, LessonView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import { shownAtOnce } from "../../board/optimistic";
import { Icon } from "../../parts/Icon";
import { useTitle } from "../../parts/useTitle";
import { moveText } from "../../state/format";
import { announce, complain } from "../../state/messages";
import { href } from "../../state/route";
import { load, save } from "../../state/saved";
import { gameTitle, playerNames } from "../../state/spec";
import { refusal } from "../refusal";
import { type Progress, passed, stepToBegin } from "./progress";

export function Lesson({ rest }: { rest: string[] }) {
  const name = rest[0] ?? "torus";
  useTitle(`First steps in ${gameTitle(name)}`);
  const [lesson, setLesson] = useState<LessonView | null>(null);
  useEffect(() => {
    let gone = false;
    setLesson(null);
    api
      .lesson(name)
      .then((found) => {
        if (!gone) setLesson(found);
      })
      .catch(complain);
    return () => {
      gone = true;
    };
  }, [name]);
  return lesson === null ? <p class="loading">Loading…</p> : <Steps key={name} name={name} lesson={lesson} />;
}

function Steps({ name, lesson }: { name: string; lesson: LessonView }) {
  const [progress, setProgress] = useState<Progress>(() => load(`lesson.${name}`, []));
  const [number, setNumber] = useState(() => stepToBegin(progress, lesson.steps.length));
  const [move, setMove] = useState<number | null>(null);
  const [answer, setAnswer] = useState<LessonAnswer | null>(null);
  const [hinted, setHinted] = useState(false);
  const step = lesson.steps[number];
  if (step === undefined) return null;
  const isLast = number === lesson.steps.length - 1;
  const open = (next: number): void => {
    setNumber(next);
    setMove(null);
    setAnswer(null);
    setHinted(false);
  };
  const play = (tried: number): void => {
    setMove(tried);
    api
      .tryLesson(name, number, tried)
      .then((found) => {
        setAnswer(found);
        announce(words(found));
        if (!found.right) return;
        const more = passed(progress, number);
        setProgress(more);
        save(`lesson.${name}`, more);
      })
      .catch((error: unknown) => {
        setMove(null);
        complain(error);
      });
  };
  const words = (found: LessonAnswer): string =>
    found.reply === null
      ? found.text
      : `${found.text} (${moveText(step.game.move_names[found.reply])} is the answer.)`;
  const position =
    answer?.refuted ?? answer?.position ?? (move === null ? step.position : shownAtOnce(step.game, step.position, move));
  const request = { spec: step.game.spec, setup: step.setup, moves: [] };

  return (
    <div class="page table-page train">
      <BoardColumn game={step.game}>
        <Board
          game={step.game}
          position={position}
          names={playerNames(step.game)}
          active={move === null}
          overlay={{}}
          label={`${step.title}. ${step.text}`}
          onPlay={play}
          onRefused={(refused) => {
            if (move === null) refusal(request, step.game, refused);
          }}
        />
      </BoardColumn>
      <aside class="table-side">
        <section class="card" aria-labelledby="lesson-title">
          <h1 class="train-title" id="lesson-title">
            First steps in {gameTitle(name)}
          </h1>
          <StepDots titles={lesson.steps.map((each) => each.title)} now={number} progress={progress} onOpen={open} />
          <h2>{step.title}</h2>
          <p>{step.text}</p>
          <div class={`train-answer is-${answer === null ? "open" : answer.right ? "right" : "wrong"}`} role="status">
            <p>{answer !== null ? words(answer) : hinted ? step.hint : "Play on the board."}</p>
          </div>
          <div class="row">
            {answer?.right && !isLast ? (
              <button type="button" class="button primary" onClick={() => open(number + 1)}>
                <Icon name="right" /> Next
              </button>
            ) : null}
            {answer !== null && !answer.right ? (
              <button type="button" class="button primary" onClick={() => open(number)}>
                <Icon name="undo" /> Try again
              </button>
            ) : null}
            {answer === null && !hinted ? (
              <button type="button" class="button" onClick={() => setHinted(true)}>
                <Icon name="hint" /> Hint
              </button>
            ) : null}
          </div>
          {answer?.right && isLast ? (
            <>
              <p>{lesson.ending}</p>
              <a class="button primary" href={href("new", name)}>
                <Icon name="play" /> Play {gameTitle(name)}
              </a>
            </>
          ) : null}
          <p class="quiet-text lesson-rules">
            All of it in words: <a href={href("rules", name)}>the rules of {gameTitle(name)}</a>.
          </p>
        </section>
      </aside>
    </div>
  );
}

/** The steps as a row of buttons, with those that are done. */
function StepDots({
  titles,
  now,
  progress,
  onOpen,
}: {
  titles: readonly string[];
  now: number;
  progress: Progress;
  onOpen: (number: number) => void;
}) {
  return (
    <ol class="step-dots">
      {titles.map((title, number) => (
        <li key={title}>
          <button
            type="button"
            class={`step-dot${progress.includes(number) ? " is-done" : ""}`}
            aria-current={number === now ? "step" : undefined}
            aria-label={`Step ${number + 1}: ${title}${progress.includes(number) ? ", done" : ""}`}
            onClick={() => onOpen(number)}
          >
            {number + 1}
          </button>
        </li>
      ))}
    </ol>
  );
}
