/** The counting trainer: the best move in a region and what it is worth; then why. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CountingAnswer, CountingList, CountingView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import type { Overlay } from "../../board/types";
import { RegionDetails } from "../../endgames/RegionDetails";
import { regionRemark, withStones, type Shown } from "../../endgames/shown";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { moveText } from "../../state/format";
import { packPosition } from "../../state/links";
import { announce, complain, toast } from "../../state/messages";
import { href } from "../../state/route";
import { load, save } from "../../state/saved";
import { playerNames } from "../../state/spec";
import { answered, loadProgress, saveProgress } from "../train/progress";
import { chooseProblem, fitting, parseCount, type Counting, type CountWish } from "./count";

const KINDS: { value: CountWish["kind"]; title: string }[] = [
  { value: "", title: "All kinds" },
  { value: "gote", title: "Gote" },
  { value: "sente", title: "Sente" },
  { value: "reverse sente", title: "Reverse sente" },
  { value: "ko", title: "Ko" },
];
const SIZES: { value: CountWish["size"]; title: string }[] = [
  { value: "", title: "Any size" },
  { value: "small", title: "Up to 4 empty points" },
  { value: "medium", title: "5 or 6 empty points" },
  { value: "large", title: "7 and more" },
];
const COUNTINGS: { value: Counting; title: string; note: string }[] = [
  { value: "territory", title: "Territory", note: "what the move gains; the stone itself counts nothing" },
  { value: "area", title: "Area", note: "one point more: the stone itself counts" },
  { value: "difference", title: "Difference", note: "between both players' moves, by territory: twice the gain" },
];
const PROGRESS = "count";

export function Count({ rest }: { rest: string[] }) {
  useTitle("Count endgames");
  const [list, setList] = useState<CountingList["problems"]>([]);
  const [wish, setWish] = useState<CountWish>(() => load("count.wish", { kind: "", size: "" }));
  const [solved, setSolved] = useState<Set<number>>(() => new Set(load<number[]>("count.solved", [])));
  const [counting, setCounting] = useState<Counting>(() => load("count.counting", "territory"));
  const [number, setNumber] = useState<number | null>(/^\d{1,5}$/.test(rest[0] ?? "") ? Number(rest[0]) : null);
  const [problem, setProblem] = useState<CountingView | null>(null);
  const [move, setMove] = useState<number | null>(null);
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<CountingAnswer | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [progress, setProgress] = useState(() => loadProgress(PROGRESS));
  const [busy, run] = useTask();

  useEffect(() => {
    api
      .countingProblems()
      .then(({ problems }) => {
        setList(problems);
        setNumber((old) => old ?? chooseProblem(problems, wish, solved, Math.random()));
      })
      .catch(complain);
  }, []);
  useEffect(() => {
    if (number === null) return;
    let gone = false;
    api
      .countingProblem(number)
      .then((found) => {
        if (gone) return;
        setProblem(found);
        setMove(null);
        setText("");
        setAnswer(null);
        setShown(null);
      })
      .catch(complain);
    return () => {
      gone = true;
    };
  }, [number]);

  if (problem === null) return <p class="loading">Loading…</p>;
  const name = (point: number): string => moveText(problem.game.move_names[point]);
  const unreadable = text.trim() !== "" && parseCount(text) === null;
  const ready = move !== null && parseCount(text) !== null && answer === null && !busy;
  const check = (): void => {
    if (!ready || move === null) return;
    run(async () => {
      const found = await api.tryCounting(problem.number, { move, value: text.trim(), counting });
      const right = found.move_right && found.value_right;
      setAnswer(found);
      const next = answered(progress, right);
      setProgress(next);
      saveProgress(next, PROGRESS);
      if (right) {
        const more = new Set([...solved, problem.number]);
        setSolved(more);
        save("count.solved", [...more]);
      }
      announce(right ? "Right." : "Not quite.");
    });
  };
  const next = (wanted: CountWish): void => {
    const others = list.filter((each) => each.number !== problem.number);
    setNumber(chooseProblem(others, wanted, solved, Math.random()) ?? problem.number);
  };
  const change = (wanted: CountWish): void => {
    setWish(wanted);
    save("count.wish", wanted);
    next(wanted);
  };
  const overlay: Overlay = shown
    ? { remarks: [regionRemark(problem.region)], marks: shown.marks }
    : {
        tints: new Map(problem.region.map((point) => [point, 3])),
        hint: answer === null ? move : null,
        ...(answer
          ? {
              candidates: [
                ...answer.best.map((point) => ({ move: point, text: "✓", sub: "", loss: 0, best: true })),
                ...(move !== null && !answer.best.includes(move)
                  ? [{ move, text: "✗", sub: "", loss: 1, best: false }]
                  : []),
              ],
            }
          : {}),
      };
  const right = answer !== null && answer.move_right && answer.value_right;
  const request = { spec: problem.game.spec, setup: problem.setup, moves: [] };
  const note = COUNTINGS.find((each) => each.value === counting)?.note ?? "";

  return (
    <div class={`page table-page train count${shown ? " is-exploring" : ""}`}>
      <BoardColumn game={problem.game}>
        <Board
          game={problem.game}
          position={shown ? withStones(problem.position, shown) : problem.position}
          names={playerNames(problem.game)}
          active={answer === null}
          overlay={overlay}
          label={`Problem ${problem.number + 1}. ${problem.question}`}
          onPlay={(point) => {
            setMove(point);
            announce(`${name(point)} chosen.`);
          }}
          onRefused={(point) => {
            if (shown) setShown(null);
            else if (answer === null) toast(`${name(point)} cannot be answered: choose an empty point of the region.`);
          }}
        />
      </BoardColumn>
      <aside class="table-side">
        <section class="card" aria-labelledby="count-question">
          <h1 class="train-title">Count endgames</h1>
          <h2 id="count-question">{problem.question}</h2>
          <p class="quiet-text">
            Problem {problem.number + 1}, {problem.from_game ? "from a game between engines" : "generated at random"}.
            The coloured region is undecided; all around it stays as it is.
            {solved.has(problem.number) ? " You have solved it." : ""}
          </p>
          <form
            class="count-form"
            onSubmit={(event) => {
              event.preventDefault();
              check();
            }}
          >
            <p class="count-move">
              Move: <b>{move === null ? "click a point of the region" : name(move)}</b>
            </p>
            <div class="fields">
              <label class="field">
                <span>It is worth</span>
                <input
                  type="text"
                  value={text}
                  placeholder="e.g. 3 1/2"
                  autocomplete="off"
                  maxLength={20}
                  disabled={answer !== null}
                  aria-invalid={unreadable}
                  aria-describedby="count-note"
                  onInput={(event) => setText(event.currentTarget.value)}
                />
              </label>
              <Select
                label="I count"
                value={counting}
                options={COUNTINGS.map(({ value, title }) => ({ value, title }))}
                onChange={(value) => {
                  setCounting(value as Counting);
                  save("count.counting", value);
                }}
              />
            </div>
            <p class="quiet-text" id="count-note">
              {unreadable ? "Write a number such as 3 1/2, 7/2 or 3.5." : `Points: ${note}.`}
            </p>
            <div class="row">
              <button type="submit" class={`button${answer === null ? " primary" : ""}`} disabled={!ready}>
                {busy ? "Checking…" : "Check"}
              </button>
              <button
                type="button"
                class={`button${answer === null ? "" : " primary"}`}
                onClick={() => next(wish)}
              >
                <Icon name="right" /> {answer === null ? "Another one" : "Next"}
              </button>
              <a class="button" href={href("analyse", "p", ...packPosition(request))}>
                <Icon name="graph" /> Analyse
              </a>
            </div>
          </form>
          {answer === null ? null : (
            <div class={`train-answer ${right ? "is-right" : "is-wrong"}`} role="status">
              <p>
                <strong>{right ? "Right." : "Not quite."}</strong>
              </p>
              <ul>
                {answer.text.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          )}
          {answer === null ? null : (
            <>
              <RegionDetails game={problem.game} region={answer.region} active={shown !== null} onShow={setShown} />
              <p class="quiet-text">{answer.counting_text}</p>
            </>
          )}
        </section>
        <section class="card" aria-labelledby="count-progress">
          <h2 id="count-progress">So far</h2>
          <p>
            {progress.right} of {progress.asked} right, {progress.streak} in a row now, {progress.best} at best;{" "}
            {solved.size} of {list.length} problems solved.
          </p>
          <div class="fields">
            <Select
              label="Kind"
              value={wish.kind}
              options={KINDS.map((each) => ({ ...each, title: `${each.title} (${countOf({ ...wish, kind: each.value })})` }))}
              onChange={(kind) => change({ ...wish, kind: kind as CountWish["kind"] })}
            />
            <Select
              label="Size of the region"
              value={wish.size}
              options={SIZES}
              onChange={(size) => change({ ...wish, size: size as CountWish["size"] })}
            />
          </div>
        </section>
        <section class="card" aria-labelledby="count-how">
          <h2 id="count-how">How to count</h2>
          <p>
            In gote a move is worth half of the difference between the two moves: (score if you move − score if the other
            moves) / 2. In sente the answer gives the turn back, so the other player&apos;s move, reverse sente, is worth the
            whole difference. In a ko three moves share it.
          </p>
          <p>
            By area, stones and territory count; by territory, empty points and prisoners do. A move adds a stone, so that
            area counting always gives one point more: a neutral point is worth 1 by area and 0 by territory.
          </p>
        </section>
      </aside>
    </div>
  );

  function countOf(wanted: CountWish): number {
    return fitting(list, wanted).length;
  }
}
