/** Pictures to share: a board with the players above it, still or as the whole game. */
import type { GameInfo, PositionView } from "../api/types";
import type { Overlay } from "../board/types";
import { drawSvg, stillSvg, type Still } from "./still";

export interface Sheet {
  game: GameInfo;
  names: readonly [string, string];
  /** What game it is, e.g. "Go 9×9". */
  title: string;
  /** How it ended; empty while it is played. */
  result: string;
}

export interface Timing {
  /** Milliseconds that each position is shown. */
  move: number;
  /** Milliseconds that the last one is shown. */
  last: number;
}

const PNG_WIDTH = 1200;
const GIF_WIDTH = 600;

/** A board with its heading on a canvas. */
class Canvas {
  readonly canvas = document.createElement("canvas");
  readonly pen: CanvasRenderingContext2D;
  private readonly head: number;
  private readonly margin: number;
  private ground: ImageData | null = null;

  constructor(
    private readonly sheet: Sheet,
    private readonly width: number,
    boardHeight: number,
  ) {
    this.margin = Math.round(width * 0.025);
    this.head = Math.round(width * 0.085);
    this.canvas.width = width;
    this.canvas.height = boardHeight + this.head + this.margin;
    this.pen = this.canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  }

  get boardWidth(): number {
    return this.width - 2 * this.margin;
  }

  /** Draws the position; `words` stand at the right end of the heading. */
  async draw(position: PositionView, words: string, overlay: Overlay): Promise<void> {
    const still: Still = { game: this.sheet.game, names: this.sheet.names, position, overlay };
    if (this.ground === null) {
      const { svg, height } = await stillSvg(still, this.boardWidth, "ground");
      this.pen.fillStyle = colour("--ground");
      this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
      await drawSvg(this.pen, svg, this.margin, this.head, this.boardWidth, height);
      this.ground = this.pen.getImageData(0, 0, this.canvas.width, this.canvas.height);
    } else this.pen.putImageData(this.ground, 0, 0);
    const { svg, height } = await stillSvg(still, this.boardWidth, "pieces");
    await drawSvg(this.pen, svg, this.margin, this.head, this.boardWidth, height);
    this.heading(words);
  }

  private heading(words: string): void {
    const size = this.head * 0.36;
    const family = getComputedStyle(document.body).fontFamily;
    const middle = this.head / 2;
    this.pen.textBaseline = "middle";
    this.pen.font = `${size}px ${family}`;
    this.pen.fillStyle = colour("--text-soft");
    this.pen.textAlign = "right";
    const note = [this.sheet.title, words].filter(Boolean).join(" · ");
    this.pen.fillText(note, this.width - this.margin, middle, 0.62 * this.width);
    const taken = Math.min(0.62 * this.width, this.pen.measureText(note).width);
    this.pen.font = `600 ${size}px ${family}`;
    this.pen.fillStyle = colour("--text");
    this.pen.textAlign = "left";
    this.pen.fillText(this.sheet.names.join(" – "), this.margin, middle, this.width - taken - 3 * this.margin);
  }
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

async function canvasFor(sheet: Sheet, position: PositionView, width: number): Promise<Canvas> {
  const margin = Math.round(width * 0.025);
  const { height } = await stillSvg({ ...sheet, position }, width - 2 * margin, "ground");
  return new Canvas(sheet, width, height);
}

/** One position as PNG. */
export async function pngOf(sheet: Sheet, position: PositionView, overlay: Overlay = {}): Promise<Blob> {
  const canvas = await canvasFor(sheet, position, PNG_WIDTH);
  await canvas.draw(position, sheet.result, overlay);
  return new Promise((resolve, reject) =>
    canvas.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"),
  );
}

/** A game as an animated GIF; `onProgress` gets the share that is done. */
export async function gifOf(
  sheet: Sheet,
  positions: readonly PositionView[],
  timing: Timing,
  onProgress: (share: number) => void,
  isCancelled: () => boolean,
): Promise<Blob | null> {
  const { GIFEncoder, applyPalette, quantize } = await import("gifenc");
  const first = positions[0];
  const last = positions.at(-1);
  if (first === undefined || last === undefined) return null;
  const canvas = await canvasFor(sheet, first, GIF_WIDTH);
  const { width, height } = canvas.canvas;
  const pixels = (): Uint8ClampedArray => canvas.pen.getImageData(0, 0, width, height).data;

  // One palette for all pictures, from the first and the last; one colour means "as before".
  await canvas.draw(last, sheet.result, {});
  const sample = new Uint8ClampedArray(2 * width * height * 4);
  sample.set(pixels());
  await canvas.draw(first, "", {});
  sample.set(pixels(), width * height * 4);
  const palette = quantize(sample, 255);
  const same = palette.length;
  palette.push([0, 0, 0]);

  const gif = GIFEncoder();
  let before: Uint32Array | null = null;
  for (const [ply, position] of positions.entries()) {
    if (isCancelled()) return null;
    const isLast = ply === positions.length - 1;
    await canvas.draw(position, isLast && sheet.result ? sheet.result : ply === 0 ? "" : String(ply), {});
    const now = pixels();
    const whole = new Uint32Array(now.buffer.slice(0));
    const indexed = applyPalette(now, palette.slice(0, same));
    if (before !== null) for (let at = 0; at < whole.length; at++) if (whole[at] === before[at]) indexed[at] = same;
    gif.writeFrame(indexed, width, height, {
      ...(before === null ? { palette, repeat: 0 } : {}),
      delay: isLast ? timing.last : timing.move,
      transparent: before !== null,
      transparentIndex: same,
      dispose: 1,
    });
    before = whole;
    onProgress((ply + 1) / positions.length);
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: "image/gif" });
}
