/** Small endgames with a stack of coupons, in which temperatures tell the best move. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CouponView } from "../../api/types";
import { Board } from "../../board/Board";
import { Segments, Select, Switch } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { announce, toast } from "../../state/messages";
import { load, save } from "../../state/saved";
import { answered, loadProgress, saveProgress } from "../train/progress";
import { answerWords, DEFAULT_CHOICES, LEVELS, stepsOf, takenBack, type CouponChoices, type CouponStep } from "./coupons";
import { CouponReview } from "./CouponReview";

const NUMBERS = 1_000_000;
const NAMES = ["Black", "White"] as const;
const PROGRESS = "coupons";
const fresh = (): number => Math.floor(Math.random() * NUMBERS);

export function Coupons({ rest }: { rest: string[] }) {
  useTitle("Coupon Go");
  const [choices, setChoices] = useState<CouponChoices>(() => ({ ...DEFAULT_CHOICES, ...load("coupons.choices", {}) }));
  const [number, setNumber] = useState(() => (/^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest[0]) : fresh()));
  const [view, setView] = useState<CouponView | null>(null);
  const [hints, setHints] = useState(() => load("coupons.hints", false));
  const [tookBack, setTookBack] = useState(false);
  const [progress, setProgress] = useState(() => loadProgress(PROGRESS));
  const [busy, run] = useTask();

  const ask = (moves: readonly CouponStep[]): void =>
    run(async () => {
      const found = await api.coupons({ number, ...choices, moves: [...moves] });
      setView(found);
      const words = answerWords(found, choices.person, NAMES);
      if (found.review) announce(`The game is over: ${found.review.score_text}.`);
      else if (words !== "") announce(`${words} Your turn.`);
      if (found.review && !tookBack) {
        const next = answered(progress, !found.review.person_lost);
        setProgress(next);
        saveProgress(next, PROGRESS);
      }
    });
  useEffect(() => {
    setView(null);
    setTookBack(false);
    ask([]);
  }, [number, choices]);

  if (view === null) return <p class="loading">Loading…</p>;
  const mine = !view.over && view.to_move === choices.person && !busy;
  const play = (step: CouponStep): void => {
    if (mine) ask([...stepsOf(view), step]);
  };
  const change = (next: CouponChoices): void => {
    setChoices(next);
    save("coupons.choices", next);
  };
  const back = takenBack(view, choices.person);
  const [top, ...below] = view.coupons;

  return (
    <div class="page coupons">
      <header class="hero">
        <h1>Coupon Go</h1>
        <p>
          Black and White move in turn: a stone in one of the regions, or the coupon on top of the stack. Area in the
          regions and coupons are the score. Everything outside the coloured points stays as it is.
        </p>
      </header>
      <div class="coupon-table">
        <div class="coupon-boards">
          {view.regions.map((region, index) => (
            <section key={index} class="card coupon-region" aria-labelledby={`region-${index}`}>
              <h2 id={`region-${index}`}>
                Region {index + 1}
                <small>
                  {region.settled
                    ? ` settled, ${region.mean_text}`
                    : hints
                      ? ` a move ${region.temperature_text}, now ${region.mean_text}`
                      : ""}
                </small>
              </h2>
              <Board
                game={region.game}
                position={region.position}
                names={NAMES}
                active={mine && !region.settled}
                overlay={region.settled ? {} : { tints: new Map(region.region.map((point) => [point, 3])) }}
                label={`Region ${index + 1}${region.settled ? ", settled" : ""}`}
                onPlay={(point) => play({ region: index, point })}
                onRefused={() => {
                  if (mine) toast(region.settled ? "This region is settled." : "No stone can be put there.");
                }}
              />
            </section>
          ))}
        </div>
        <aside class="table-side">
          <section class="card" aria-labelledby="stack-title">
            <h2 id="stack-title">Coupons</h2>
            {top === undefined ? (
              <p>The stack is empty.</p>
            ) : (
              <div class="coupon-stack">
                <button
                  type="button"
                  class="coupon is-top"
                  aria-label={`Take the coupon ${top}`}
                  disabled={!mine}
                  onClick={() => play({ region: null, point: null })}
                >
                  {top}
                </button>
                <ol aria-label="Below it">
                  {below.map((coupon) => (
                    <li key={coupon} class="coupon">
                      {coupon}
                    </li>
                  ))}
                </ol>
              </div>
            )}
            <dl class="coupon-score">
              {([0, 1] as const).map((player) => (
                <div key={player}>
                  <dt>
                    {NAMES[player]}
                    {player === choices.person ? " (you)" : ""}
                  </dt>
                  <dd>{view.taken[player].length === 0 ? "no coupon yet" : view.taken[player].join(" + ")}</dd>
                </div>
              ))}
              <div>
                <dt>Sure so far</dt>
                <dd>{view.score_text}</dd>
              </div>
            </dl>
            <p role="status" class="status-line">
              {view.over
                ? "The game is over."
                : `${answerWords(view, choices.person, NAMES)} ${busy ? "…" : `${NAMES[view.to_move as 0 | 1]} to move.`}`}
            </p>
            <div class="row">
              <button
                type="button"
                class="button"
                disabled={busy || back === null}
                onClick={() => {
                  setTookBack(true);
                  if (back) ask(back);
                }}
              >
                <Icon name="undo" /> Take back
              </button>
              <button type="button" class={`button${view.over ? " primary" : ""}`} onClick={() => setNumber(fresh())}>
                <Icon name="right" /> New game
              </button>
            </div>
          </section>
          {view.review ? (
            <CouponReview
              review={view.review}
              person={choices.person}
              onAgain={(ply) => {
                setTookBack(true);
                ask(stepsOf({ moves: view.moves.slice(0, ply) }));
              }}
            />
          ) : null}
          <section class="card" aria-labelledby="coupon-choices">
            <h2 id="coupon-choices">The game</h2>
            <div class="fields">
              <Segments<"2" | "3">
                legend="Regions"
                value={String(choices.regions) as "2" | "3"}
                onChange={(value) => change({ ...choices, regions: value === "2" ? 2 : 3 })}
                options={[
                  { value: "2", title: "Two" },
                  { value: "3", title: "Three" },
                ]}
              />
              <Segments<"0" | "1">
                legend="You play"
                value={String(choices.person) as "0" | "1"}
                onChange={(value) => change({ ...choices, person: value === "0" ? 0 : 1 })}
                options={[
                  { value: "0", title: "Black, first" },
                  { value: "1", title: "White" },
                ]}
              />
              <Select
                label="The program"
                value={choices.level}
                options={LEVELS.map(({ value, title }) => ({ value, title }))}
                onChange={(level) => change({ ...choices, level: level as CouponChoices["level"] })}
              />
            </div>
            <p class="quiet-text">It {LEVELS.find((each) => each.value === choices.level)?.note}.</p>
            <Switch
              label="Show temperatures"
              checked={hints}
              onChange={(on) => {
                setHints(on);
                save("coupons.hints", on);
              }}
            />
            <p class="quiet-text">
              {progress.right} of {progress.asked} games without a lost point, {progress.streak} in a row now,{" "}
              {progress.best} at best.
            </p>
          </section>
          {view.moves.length === 0 ? null : (
            <section class="card" aria-labelledby="coupon-moves">
              <h2 id="coupon-moves">Moves</h2>
              <ol class="coupon-moves">
                {view.moves.map((each, ply) => (
                  <li key={ply}>
                    <span class={`coloured-move player-${each.player}`}>
                      <span class="visually-hidden">{NAMES[each.player as 0 | 1]}: </span>
                      {each.text}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}
