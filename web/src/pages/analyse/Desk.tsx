/** The analysis at work: board, search, tree, graph, mistakes. */
import { useState } from "preact/hooks";
import type { AnalysisView, CountView, PositionView, Remark } from "../../api/types";
import { Board } from "../../board/Board";
import { BoardColumn } from "../../board/BoardColumn";
import type { Candidate, Overlay } from "../../board/types";
import { CountCard } from "../../parts/CountCard";
import { Tabs } from "../../parts/Tabs";
import { countOverlay, useCount } from "../../parts/useCount";
import { moveText } from "../../state/format";
import { announce, toast } from "../../state/messages";
import { chanceOfAnalysis, leadOfFirst, mistakesOf } from "../../state/review";
import { load, save } from "../../state/saved";
import { playerNames, specDetails, specTitle } from "../../state/spec";
import { at, lineThrough, play, promote, setComment, step, type Step } from "../../state/tree";
import { useKeys } from "../../state/useKeys";
import { currentLine, requestAt, withoutNode, workspace, type Workspace } from "../../state/workspace";
import { refusal } from "../refusal";
import { Comment } from "./Comment";
import { DrawBar } from "./DrawBar";
import { EvalBar } from "./EvalBar";
import { ExercisePanel } from "./ExercisePanel";
import { Mistakes } from "./Mistakes";
import { MoveTree } from "./MoveTree";
import { NavBar } from "./NavBar";
import { candidatesOf, heatOf } from "./overlays";
import { RatingsTable } from "./RatingsTable";
import { isShown, scoreCandidates } from "./remarks";
import { SearchPanel } from "./SearchPanel";
import { ShareBar } from "./ShareBar";
import { TemperaturePanel } from "./TemperaturePanel";
import { useExercise } from "./useExercise";
import { useExplanation } from "./useExplanation";
import { useMarks } from "./useMarks";
import { usePosition } from "./usePosition";
import { useReview } from "./useReview";
import { useSearch } from "./useSearch";
import { useTemperature } from "./useTemperature";
import { ValueGraph } from "./ValueGraph";
import { WhyPanel, type WhySettings } from "./WhyPanel";

type Tab = "moves" | "ratings" | "mistakes";

export function Desk({ space }: { space: Workspace }) {
  const [on, setOn] = useState(() => load("analyse.on", true));
  const [heat, setHeat] = useState(false);
  const [seconds, setSeconds] = useState(() => load("analyse.seconds", 20));
  const [tab, setTab] = useState<Tab>("moves");
  const [line, setLine] = useState<readonly number[] | null>(null);
  const [solid, setSolid] = useState(false);
  const [why, setWhy] = useState<WhySettings>(() => load("analyse.why", { marks: true, scores: true, ownership: false }));
  const [remark, setRemark] = useState<Remark | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const { position, exact } = usePosition(space);
  const review = useReview(space);
  const exercise = useExercise(space);
  const temperature = useTemperature(requestAt(space, space.current), at(space.tree, space.current).marks);
  const searching = on && exact && !review.running && !exercise.running && position?.ending === null;
  const search = useSearch(searching ? requestAt(space, space.current) : null, seconds, (view) =>
    remember(space, view),
  );

  const explained = useExplanation(
    exact && !exercise.running && position?.ending === null ? requestAt(space, space.current) : null,
  );

  const marks = useCount(
    space.game.name === "go" && exact && position && position.ending !== null ? requestAt(space, space.current) : null,
  );

  const change = (make: (now: Workspace) => Workspace): void => workspace.update((now) => (now ? make(now) : now));
  const goTo = (id: number): void => {
    setLine(null);
    exercise.stop();
    if (id === space.current) return;
    change((now) => ({ ...now, current: id }));
    const move = at(space.tree, id).move;
    announce(move === null ? (id === 0 ? "The start" : "A set-up") : `Move ${moveText(space.game.move_names[move])}`);
  };
  const playMove = (move: number): void => {
    if (position?.ending) {
      if ((position.stones?.[move] ?? -1) >= 0) marks.click(move);
      return;
    }
    if (temperature.click(move)) return;
    setLine(null);
    if (exercise.running) exercise.answer(move);
    else change((now) => ({ ...now, ...moved(now, move) }));
  };
  const toggle = (): void => {
    setOn(!on);
    save("analyse.on", !on);
  };
  const drawing = useMarks(space);
  const draws = space.game.board === "stones" && !exercise.running;
  const best = search.report?.moves[0]?.move;
  const stepTo = (kind: Step) => () => goTo(step(space.tree, space.current, kind));
  const nextMistake = (): void => {
    const [next] = mistakesOf(currentLine(space), space.judgements)
      .filter(({ id }) => id > space.current)
      .sort((a, b) => a.id - b.id);
    if (next) goTo(next.id);
    else toast("No further mistake in this line.");
  };
  useKeys({
    previous: stepTo("previous"),
    next: stepTo("next"),
    first: stepTo("first"),
    last: stepTo("last"),
    variationUp: stepTo("variationUp"),
    variationDown: stepTo("variationDown"),
    search: toggle,
    heat: () => setHeat(!heat),
    view: () => setSolid(!solid),
    mistake: nextMistake,
    ...(best === undefined ? {} : { best: () => playMove(best) }),
  });

  if (position === null) return <p class="loading">Loading…</p>;
  const colours = playerNames(space.game);
  const names: [string, string] = [space.names[0] || colours[0], space.names[1] || colours[1]];
  const judged = space.judgements[space.current];
  const report = exercise.running ? null : search.report;
  const scored = explained !== null && why.scores && Object.keys(explained.scores).length > 0;
  const ended = space.game.name === "go" && exact && position.ending !== null;
  const over = resultOf(space, position, ended ? marks.count : null);
  const shownLine = line ?? (remark && remark.sequence.length > 0 ? remark.sequence : null);
  const node = at(space.tree, space.current);
  const drawn = { marks: node.marks, arrows: node.arrows ?? [] };
  const unmarked = (candidates: readonly Candidate[]): Candidate[] =>
    candidates.filter(({ move }) => node.marks[String(move)] === undefined);
  const overlay: Overlay = {
    remarks: remark ? [remark] : explained && why.marks ? explained.remarks.filter((each) => isShown(space.game, each)) : [],
    ...(explained && why.ownership && explained.ownership.length > 0 ? { ownership: explained.ownership } : {}),
    ...drawn,
    verdict: judged && !exercise.running ? { move: judged.move, kind: judged.verdict } : null,
    ...(scored && on && explained
      ? { candidates: remark ? [] : unmarked(scoreCandidates(explained)) }
      : report
        ? { candidates: heat || remark ? [] : unmarked(candidatesOf(report)) }
        : {}),
    ...(report && heat ? { heat: heatOf(report) } : {}),
    ...(shownLine
      ? { line: shownLine }
      : exercise.running && exercise.feedback.kind === "shown"
        ? { line: exercise.running.judged.line }
        : {}),
  };
  const showLineOf = (move: number | null): void =>
    setLine(move === null ? null : (report?.moves.find((each) => each.move === move)?.line ?? null));
  const shownOnBoard = new Set(overlay.candidates?.map((each) => each.move));

  return (
    <div class={`page table-page analyse${temperature.shown ? " is-exploring" : ""}`}>
      <BoardColumn game={space.game}>
        <header class="desk-head">
          <h1>{space.title || specTitle(space.game.spec)}</h1>
          <p class="quiet-text">
            {[
              space.title ? specTitle(space.game.spec) : "",
              specDetails(space.game.spec),
              names.join(" – "),
              space.result,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </header>
        <EvalBar names={colours} boxes={space.game.board === "lines"} chance={over ? over.chance : chanceNow(space, report)} lead={over ? over.lead : leadNow(space, report)} />
        <Board
          game={space.game}
          position={temperature.view(position)}
          names={names}
          active={position.ending === null && exact && temperature.mode === "play" && temperature.shown === null}
          marking={ended || (draws && drawing.on)}
          {...(draws ? { onMark: drawing.mark, onArrow: drawing.arrow } : {})}
          overlay={(exercise.running ? null : temperature.overlay) ?? { ...overlay, ...countOverlay(marks.count) }}
          solid={solid}
          onSolid={setSolid}
          label={`Board, ${specTitle(space.game.spec)}. ${position.notes[0] ?? ""}`}
          onPlay={draws && drawing.on ? drawing.mark : playMove}
          onRefused={(move) => {
            if (!temperature.click(move)) refusal(requestAt(space, space.current), space.game, move);
          }}
          onHover={(move) => {
            setHovered(move);
            temperature.hover(move);
            if (!scored) showLineOf(move !== null && shownOnBoard.has(move) ? move : null);
          }}
        />
        <NavBar game={space.game} position={position} onStep={(kind) => stepTo(kind)()} onPlay={playMove} />
        {draws ? <DrawBar drawing={drawing} /> : null}
        <ul class="notes">
          {position.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </BoardColumn>
      <aside class="table-side">
        {exercise.running ? (
          <ExercisePanel
            space={space}
            exercise={exercise}
            onLeave={() => {
              exercise.stop();
              setTab("mistakes");
            }}
          />
        ) : (
          <SearchPanel
            space={space}
            position={position}
            search={search}
            on={on}
            paused={review.running}
            heat={heat}
            seconds={seconds}
            onToggle={toggle}
            onHeat={() => setHeat(!heat)}
            onSeconds={(value) => {
              setSeconds(value);
              save("analyse.seconds", value);
            }}
            onLine={setLine}
            onPlay={(moves) => change((now) => ({ ...now, ...moved(now, ...moves) }))}
          />
        )}
        {exercise.running ? null : (
          <WhyPanel
            game={space.game}
            explanation={explained}
            settings={why}
            hovered={hovered}
            onSettings={(next) => {
              setWhy(next);
              save("analyse.why", next);
            }}
            onRemark={setRemark}
          />
        )}
        {space.game.tools.includes("temperature") && !exercise.running && position.ending === null ? (
          <TemperaturePanel game={space.game} temperature={temperature} />
        ) : null}
        {ended ? <CountCard title="Count of the board" counting={marks} /> : null}
        <ValueGraph space={space} names={colours} onGo={goTo} review={review} />
        <section class="card tab-card" aria-label="Moves and mistakes">
          <Tabs<Tab>
            label="What to show"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "moves", title: "Moves" },
              { value: "ratings", title: "All ratings" },
              { value: "mistakes", title: `Mistakes${countMistakes(space)}` },
            ]}
          >
            {tab === "moves" ? (
              <>
                <MoveTree space={space} onGo={goTo} hidden={exercise.running !== null} />
                <Comment
                  key={space.current}
                  text={at(space.tree, space.current).comment}
                  onChange={(text) => change((now) => ({ ...now, tree: setComment(now.tree, now.current, text) }))}
                />
                <div class="row">
                  <button
                    type="button"
                    class="button small"
                    disabled={space.current === 0}
                    onClick={() => change((now) => ({ ...now, tree: promote(now.tree, now.current) }))}
                  >
                    Make main line
                  </button>
                  <button
                    type="button"
                    class="button small"
                    disabled={space.current === 0}
                    onClick={() => change((now) => withoutNode(now, now.current))}
                  >
                    Delete from here
                  </button>
                </div>
              </>
            ) : null}
            {tab === "ratings" ? (
              <RatingsTable game={space.game} report={report} onLine={setLine} onPlay={playMove} />
            ) : null}
            {tab === "mistakes" ? (
              <Mistakes space={space} names={names} review={review} onGo={goTo} onRetry={exercise.start} />
            ) : null}
          </Tabs>
        </section>
        <ShareBar space={space} position={position} overlay={drawn} />
      </aside>
    </div>
  );
}

function moved(now: Workspace, ...moves: number[]): Pick<Workspace, "tree" | "current"> {
  let [tree, current] = [now.tree, now.current];
  for (const move of moves) ({ tree, id: current } = play(tree, current, move));
  return { tree, current };
}

/** Keeps what the search thinks of a node, for the graph. */
function remember(space: Workspace, view: AnalysisView): void {
  const chance = chanceOfAnalysis(view);
  const id = space.current;
  workspace.update((now) => {
    if (now === null || now.source !== space.source) return now;
    if (!view.done && Math.abs((now.values[id] ?? -1) - chance) < 0.004) return now;
    return { ...now, values: { ...now.values, [id]: chance } };
  });
}

/** The result of a game that is over, for the bar: as it was counted, or as the rules have it. */
function resultOf(
  space: Workspace,
  position: PositionView,
  count: CountView | null,
): { chance: number; lead: number | null } | null {
  const { ending } = position;
  if (!ending) return null;
  if (count) return { chance: count.margin > 0 ? 1 : count.margin < 0 ? 0 : 0.5, lead: count.margin };
  const chance = ending.winner === null ? 0.5 : 1 - ending.winner;
  return { chance, lead: space.game.has_score ? ending.margin : null };
}

function chanceNow(space: Workspace, report: AnalysisView | null): number | null {
  if (report) return chanceOfAnalysis(report);
  const judged = space.judgements[space.current];
  if (judged) return judged.player === 0 ? judged.chance : 1 - judged.chance;
  return space.values[space.current] ?? null;
}

function leadNow(space: Workspace, report: AnalysisView | null): number | null {
  if (report) return leadOfFirst(report.lead, report.for_player);
  const judged = space.judgements[space.current];
  return judged ? leadOfFirst(judged.lead, judged.player) : null;
}

function countMistakes(space: Workspace): string {
  const count = mistakesOf(lineThrough(space.tree, space.current), space.judgements).length;
  return count === 0 ? "" : ` (${count})`;
}
