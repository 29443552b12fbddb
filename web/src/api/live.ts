/**
 * The WebSocket: games as they go on, analyses as they deepen. It reconnects by itself, watches
 * again what was watched, and starts again the jobs that had not ended.
 */
import { Store } from "../state/store";
import { sentence } from "./client";
import type { AnalysisView, GameView, PositionRequest, ReviewedMove } from "./types";

export type LiveStatus = "idle" | "connecting" | "open" | "lost";
export const liveStatus = new Store<LiveStatus>("idle");

interface JobHandlers {
  onAnalysis?: (view: AnalysisView) => void;
  onJudgement?: (view: ReviewedMove) => void;
  onDone?: () => void;
  onProblem?: (detail: string) => void;
}
interface RunningJob extends JobHandlers {
  command: object;
}
interface Event {
  type: "game" | "analysis" | "judgement" | "done" | "problem";
  about: string;
  body: unknown;
}

const FIRST_DELAY = 500;
const LAST_DELAY = 8000;

let socket: WebSocket | null = null;
let delay = FIRST_DELAY;
let timer: ReturnType<typeof setTimeout> | undefined;
let jobCount = 0;
const watched = new Map<string, Set<(view: GameView) => void>>();
const jobs = new Map<string, RunningJob>();

function wanted(): boolean {
  return watched.size > 0 || jobs.size > 0;
}

function send(command: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  else connect();
}

function connect(): void {
  if (socket !== null) return;
  clearTimeout(timer);
  liveStatus.set(liveStatus.get() === "lost" ? "lost" : "connecting");
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(`${scheme}//${location.host}/api/v1/live`);
  socket = opened;
  opened.onopen = () => {
    delay = FIRST_DELAY;
    liveStatus.set("open");
    for (const game of watched.keys()) send({ type: "watch", game });
    for (const job of jobs.values()) send(job.command);
  };
  opened.onmessage = (message) => understand(JSON.parse(String(message.data)) as Event);
  opened.onclose = () => {
    socket = null;
    liveStatus.set(wanted() ? "lost" : "idle");
    if (!wanted()) return;
    timer = setTimeout(connect, delay);
    delay = Math.min(2 * delay, LAST_DELAY);
  };
}

function understand(event: Event): void {
  if (event.type === "game") {
    for (const tell of watched.get(event.about) ?? []) tell(event.body as GameView);
    return;
  }
  const job = jobs.get(event.about);
  if (job === undefined) return; // of a job that is no longer wanted
  if (event.type === "analysis") job.onAnalysis?.(event.body as AnalysisView);
  if (event.type === "judgement") job.onJudgement?.(event.body as ReviewedMove);
  if (event.type === "done" || event.type === "problem") jobs.delete(event.about);
  if (event.type === "done") job.onDone?.();
  if (event.type === "problem") job.onProblem?.(sentence((event.body as { detail: string }).detail));
}

/** Tells `tell` every new state of a game until the returned function is called. */
export function watchGame(game: string, tell: (view: GameView) => void): () => void {
  const listeners = watched.get(game) ?? new Set();
  watched.set(game, listeners.add(tell));
  send({ type: "watch", game });
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    watched.delete(game);
    if (socket?.readyState === WebSocket.OPEN) send({ type: "unwatch", game });
  };
}

function start(command: object, handlers: JobHandlers): () => void {
  const job = `job-${++jobCount}`;
  const full = { ...command, job };
  jobs.set(job, { ...handlers, command: full });
  send(full);
  return () => {
    if (!jobs.delete(job)) return;
    if (socket?.readyState === WebSocket.OPEN) send({ type: "cancel", job });
  };
}

/** Searches a position; returns what cancels it. */
export function analyse(at: PositionRequest, seconds: number, handlers: JobHandlers): () => void {
  return start({ type: "analyse", at, seconds }, handlers);
}

/** Judges every move of a game; returns what cancels it. */
export function review(game: PositionRequest, secondsPerMove: number, handlers: JobHandlers): () => void {
  return start({ type: "review", game, seconds_per_move: secondsPerMove }, handlers);
}
