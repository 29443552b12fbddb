/** Pictures of boards as they are seen in the app: the same elements with the same style sheet, drawn on a canvas. */
import { render } from "preact";
import type { GameInfo, PositionView } from "../api/types";
import { LinesBoard } from "../board/LinesBoard";
import { StonesBoard } from "../board/StonesBoard";
import { NO_OFFSET } from "../board/torus";
import { NO_OVERLAY, type Overlay } from "../board/types";

export interface Still {
  game: GameInfo;
  position: PositionView;
  names: readonly [string, string];
  overlay?: Overlay;
}

/** What is drawn: wood alone, which stays the same during a game, what stands on it, or both. */
type Part = "ground" | "pieces" | "all";

/** The board as SVG text that needs nothing else, `width` pixels wide, and its height. */
export async function stillSvg(
  still: Still,
  width: number,
  part: Part = "all",
): Promise<{ svg: string; height: number }> {
  const { game, position, names, overlay = NO_OVERLAY } = still;
  if (game.board === "picture") return { svg: position.picture ?? "", height: width };
  const box = document.createElement("div");
  const props = { game, position, names, overlay, active: false, label: "" };
  render(
    game.board === "lines" ? (
      <LinesBoard {...props} />
    ) : (
      <StonesBoard {...props} offset={NO_OFFSET} onOffset={() => undefined} />
    ),
    box,
  );
  const board = box.querySelector("svg")?.cloneNode(true) as SVGSVGElement;
  render(null, box);
  const [, , across = 1, down = 1] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const height = Math.round((width * down) / across);
  const root = document.documentElement;
  board.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  board.setAttribute("width", String(width));
  board.setAttribute("height", String(height));
  board.setAttribute("data-theme", root.dataset["theme"] ?? "");
  board.setAttribute("data-board", root.dataset["board"] ?? "");
  if (part === "ground") for (const child of [...board.children]) if (child.tagName !== "defs") child.remove();
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = (await styleText()) + (part === "pieces" ? "svg.board { background: none; box-shadow: none; }" : "");
  board.prepend(style);
  return { svg: new XMLSerializer().serializeToString(board), height };
}

let fetched: Promise<string> | null = null;

/** The app's style sheets. In a picture `:root` is the board, which has the theme on it. */
function styleText(): Promise<string> {
  const sheets = [...document.styleSheets].flatMap((sheet) => (sheet.href === null ? [] : [sheet.href]));
  fetched ??= Promise.all(sheets.map(async (address) => (await fetch(address)).text())).then(
    (texts) => `${texts.join("\n")}
      svg.board { width: 100%; height: 100%; border-radius: 0; font-family: var(--font); }
      * { animation: none !important; transition: none !important; }`,
    (error: unknown) => {
      fetched = null;
      throw error;
    },
  );
  return fetched;
}

export async function drawSvg(
  pen: CanvasRenderingContext2D,
  svg: string,
  x: number,
  y: number,
  width: number,
  height: number,
): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    pen.drawImage(picture, x, y, width, height);
  } finally {
    URL.revokeObjectURL(address);
  }
}
