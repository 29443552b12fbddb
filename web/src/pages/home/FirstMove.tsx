/**
 * One winning move on a turning torus, as an introduction without rules.
 *
 * The torus is loaded after the page, into a reserved place. Without a graphics card the board is
 * flat, and a button shows the move for keyboard users.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { SmallBoard } from "../../board/SmallBoard";
import { href } from "../../state/route";
import { hasGraphicsCard } from "../../torus3d/graphics";
import type { Scene } from "../../torus3d/scene";

const SIZE = 9;
const BLACK = [32, 38, 40, 56, 57, 60];
const WHITE = [20, 24, 31, 39, 41];
const WINS = 49;
const SURROUNDED = 40;
const AROUND = [31, 39, 41, WINS];

type State = "asked" | "wrong" | "won";

const WORDS: Record<State, string> = {
  asked: "White to move and win. Click.",
  wrong: "That black stone still has a way out. Try again.",
  won: "Surrounded on all four sides: White wins. That is the aim of Torus.",
};

function stonesIn(state: State): number[] {
  return Array.from({ length: SIZE * SIZE }, (_, point) => {
    if (BLACK.includes(point)) return 0;
    return WHITE.includes(point) || (state === "won" && point === WINS) ? 1 : -1;
  });
}

export function FirstMove() {
  const box = useRef<HTMLDivElement | null>(null);
  const scene = useRef<Scene | null>(null);
  const [state, setState] = useState<State>("asked");
  const [flat, setFlat] = useState<boolean | null>(null);

  const pick = (point: number): void => {
    if (stonesIn("asked")[point] !== -1) return;
    setState((old) => (old === "won" || point === WINS ? "won" : "wrong"));
  };

  useEffect(() => {
    let gone = false;
    const load = hasGraphicsCard() ? import("../../torus3d/scene") : Promise.reject(new Error("no graphics card"));
    load
      .then(({ Scene }) => {
        if (gone || box.current === null) return;
        scene.current = new Scene(box.current, SIZE, SIZE, pick);
        scene.current.near(0.86);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) scene.current.sway();
        setFlat(false);
      })
      .catch(() => setFlat(true));
    return () => {
      gone = true;
      scene.current?.close();
      scene.current = null;
    };
  }, []);

  const stones = stonesIn(state);
  const lit = state === "won" ? [SURROUNDED, ...AROUND] : [];
  const ghost = state === "won" ? null : 1;
  useEffect(() => {
    scene.current?.show({
      stones,
      last: null,
      ghost,
      legal: new Set(stones.flatMap((stone, point) => (stone === -1 ? [point] : []))),
      hint: null,
      lit,
      offset: { row: 1, column: 0 },
    });
  }, [state, flat]);

  return (
    <header class="first-move">
      <div class="first-words">
        <h1>A workshop for board games</h1>
        <p>
          Play strong opponents, see why a move is good, teach a network, solve what can be solved. Everything runs on
          this machine.
        </p>
        <p class={`first-task is-${state}`} aria-live="polite">
          {WORDS[state]}
        </p>
        <div class="row">
          {state === "won" ? (
            <>
              <a class="button primary" href={href("new", "torus")}>
                Play Torus
              </a>
              <a class="button" href={href("rules", "torus")}>
                All rules
              </a>
            </>
          ) : (
            <button type="button" class="button small" onClick={() => setState("won")}>
              Show me
            </button>
          )}
        </div>
      </div>
      <div
        class="first-torus"
        ref={box}
        role="img"
        aria-label="A torus with stones. A black stone has white stones on three of its four sides."
      >
        {flat ? (
          <SmallBoard
            class="flat-torus"
            size={SIZE}
            stones={stones}
            lit={lit}
            ghost={ghost}
            onPick={pick}
            wraps
            beside={0.45}
          />
        ) : null}
      </div>
    </header>
  );
}
