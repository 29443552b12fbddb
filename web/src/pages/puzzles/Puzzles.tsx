/** Puzzles of Gomoku: the win is there, the defender answers every move. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PositionView, PuzzleAnswer, PuzzleList, PuzzleView } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import { shownAtOnce } from "../../board/optimistic";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTitle } from "../../parts/useTitle";
import { moveText } from "../../state/format";
import { packPosition } from "../../state/links";
import { announce, complain } from "../../state/messages";
import { href } from "../../state/route";
import { load, save } from "../../state/saved";
import { playerNames } from "../../state/spec";
import { refusal } from "../refusal";
import { choose, lengthsOf, type Wish } from "./choose";

interface Try {
  moves: number[];
  position: PositionView;
  state: PuzzleAnswer["state"];
  text: string;
}

const KINDS: { value: Wish["kind"]; title: string }[] = [
  { value: "", title: "All wins" },
  { value: "fours", title: "By fours alone" },
  { value: "threats", title: "By fours and threes" },
];

export function Puzzles({ rest }: { rest: string[] }) {
  useTitle("Gomoku puzzles");
  const [list, setList] = useState<PuzzleList["puzzles"]>([]);
  const [wish, setWish] = useState<Wish>(() => load("puzzles.wish", { kind: "", plies: 0 }));
  const [solved, setSolved] = useState<Set<number>>(() => new Set(load<number[]>("puzzles.solved", [])));
  const [number, setNumber] = useState<number | null>(/^\d{1,5}$/.test(rest[0] ?? "") ? Number(rest[0]) : null);
  const [puzzle, setPuzzle] = useState<PuzzleView | null>(null);
  const [now, setNow] = useState<Try | null>(null);
  const [line, setLine] = useState<number[] | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    api
      .puzzles()
      .then((found) => {
        setList(found.puzzles);
        setNumber((old) => old ?? choose(found.puzzles, wish, solved, Math.random()));
      })
      .catch(complain);
  }, []);
  useEffect(() => {
    if (number === null) return;
    let gone = false;
    api
      .puzzle(number)
      .then((found) => {
        if (gone) return;
        setPuzzle(found);
        setNow(fresh(found));
        setLine(null);
      })
      .catch(complain);
    return () => {
      gone = true;
    };
  }, [number]);

  if (puzzle === null || now === null) return <p class="loading">Loading…</p>;
  const active = !busy && line === null && now.state === "going on";
  const play = (move: number): void => {
    setBusy(true);
    setNow({ ...now, position: shownAtOnce(puzzle.game, now.position, move) });
    api
      .tryPuzzle(puzzle.number, [...now.moves, move])
      .then((answer) => {
        const moves = [...now.moves, move, ...(answer.answer === null ? [] : [answer.answer])];
        setNow({ moves, position: answer.position, state: answer.state, text: answer.text });
        announce(answer.text);
        if (answer.state === "solved") {
          const more = new Set([...solved, puzzle.number]);
          setSolved(more);
          save("puzzles.solved", [...more]);
        }
      })
      .catch((error: unknown) => {
        setNow(now);
        complain(error);
      })
      .finally(() => setBusy(false));
  };
  const again = (): void => {
    setLine(null);
    setNow(fresh(puzzle));
  };
  const show = (): void => {
    const from = now.state === "going on" ? now : fresh(puzzle);
    api
      .solvePuzzle(puzzle.number, from.moves)
      .then((found) => {
        setNow(from);
        setLine(found);
      })
      .catch(complain);
  };
  const next = (wanted: Wish): void => {
    const others = list.filter((each) => each.number !== puzzle.number);
    setNumber(choose(others, wanted, solved, Math.random()) ?? puzzle.number);
  };
  const change = (wanted: Wish): void => {
    setWish(wanted);
    save("puzzles.wish", wanted);
    next(wanted);
  };
  const request = { spec: puzzle.game.spec, setup: null, moves: [...puzzle.moves, ...now.moves] };
  const lengths = lengthsOf(list, wish.kind);

  return (
    <div class="page table-page train">
      <BoardColumn game={puzzle.game}>
        <Board
          game={puzzle.game}
          position={now.position}
          names={playerNames(puzzle.game)}
          active={active}
          overlay={line ? { line } : {}}
          label={`Puzzle ${puzzle.number + 1}. ${puzzle.question}`}
          onPlay={play}
          onRefused={(move) => {
            if (active) refusal(request, puzzle.game, move);
          }}
        />
      </BoardColumn>
      <aside class="table-side">
        <section class="card" aria-labelledby="puzzle-title">
          <h1 class="train-title" id="puzzle-title">
            Gomoku: win by force
          </h1>
          <h2>{puzzle.question}</h2>
          <p class="quiet-text">
            Puzzle {puzzle.number + 1}: a win in {(puzzle.plies + 1) / 2} ({puzzle.plies} plies) against the longest
            defence.
            {solved.has(puzzle.number) ? " You have solved it." : ""}
          </p>
          <div class={`train-answer is-${STATES[now.state]}`} role="status">
            <p>
              {line ? `So it is won: ${line.map((move) => moveText(puzzle.game.move_names[move])).join(" ")}.` : now.text}
            </p>
          </div>
          <div class="row">
            {now.state === "solved" || line !== null ? (
              <button type="button" class="button primary" onClick={() => next(wish)}>
                <Icon name="right" /> Next
              </button>
            ) : (
              <button type="button" class="button" onClick={show}>
                <Icon name="hint" /> Show the solution
              </button>
            )}
            <button type="button" class="button" disabled={now.moves.length === 0 && line === null} onClick={again}>
              <Icon name="undo" /> Again
            </button>
            <a class="button" href={href("analyse", "p", ...packPosition(request))}>
              <Icon name="graph" /> Analyse
            </a>
          </div>
        </section>
        <section class="card" aria-labelledby="puzzle-choice">
          <h2 id="puzzle-choice">Which puzzles</h2>
          <div class="fields">
            <Select
              label="Win"
              value={wish.kind}
              options={KINDS}
              onChange={(kind) => change({ kind: kind as Wish["kind"], plies: 0 })}
            />
            <Select
              label="Length"
              value={String(wish.plies)}
              options={[
                { value: "0", title: "Step by step" },
                ...lengths.map((plies) => ({ value: String(plies), title: `Win in ${(plies + 1) / 2}` })),
              ]}
              onChange={(plies) => change({ ...wish, plies: Number(plies) })}
            />
          </div>
          <p class="quiet-text">
            {solved.size} of {list.length} solved.
          </p>
        </section>
      </aside>
    </div>
  );
}

const STATES = { "going on": "open", solved: "right", failed: "wrong" } as const;

function fresh(puzzle: PuzzleView): Try {
  return { moves: [], position: puzzle.position, state: "going on", text: "Find the win: play on the board." };
}
