/**
 * The WebSocket: games as they go on, analyses as they deepen. It reconnects by itself, watches
 * again what was watched, and starts again the jobs that had not ended.
 */
import { heldSeat } from "../state/seats";
import { Store } from "../state/store";
import { sentence } from "./client";
import type { AnalysisView, GameChange, GameView, LiveCommand, LiveEvent, PositionRequest, ReviewedMove } from "./types";

export type LiveStatus = "idle" | "connecting" | "open" | "lost";
export const liveStatus = new Store<LiveStatus>("idle");

interface JobHandlers {
  onAnalysis?: (view: AnalysisView) => void;
  onJudgement?: (view: ReviewedMove) => void;
  onDone?: () => void;
  onProblem?: (detail: string) => void;
}
interface RunningJob extends JobHandlers {
  command: LiveCommand;
}
/** Gets the state of a game, at first and after every reconnection, and its changes. */
export interface GameListener {
  onGame: (view: GameView) => void;
  onChange: (change: GameChange) => void;
}

const FIRST_DELAY = 500;
const LAST_DELAY = 8000;

let socket: WebSocket | null = null;
let delay = FIRST_DELAY;
let timer: ReturnType<typeof setTimeout> | undefined;
let jobCount = 0;
const watched = new Map<string, Set<GameListener>>();
const jobs = new Map<string, RunningJob>();

function wanted(): boolean {
  return watched.size > 0 || jobs.size > 0;
}

function send(command: LiveCommand): void {
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
    for (const game of watched.keys()) send(watching(game));
    for (const job of jobs.values()) send(job.command);
  };
  opened.onmessage = (message) => understand(JSON.parse(String(message.data)) as LiveEvent);
  opened.onclose = () => {
    socket = null;
    liveStatus.set(wanted() ? "lost" : "idle");
    if (!wanted()) return;
    timer = setTimeout(connect, delay);
    delay = Math.min(2 * delay, LAST_DELAY);
  };
}

function understand(event: LiveEvent): void {
  if (event.type === "game" || event.type === "change") {
    for (const listener of watched.get(event.about) ?? []) {
      if (event.type === "game") listener.onGame(event.body);
      else listener.onChange(event.body);
    }
    return;
  }
  const job = jobs.get(event.about);
  if (job === undefined) return; // of a job that is no longer wanted
  if (event.type === "analysis") job.onAnalysis?.(event.body);
  if (event.type === "judgement") job.onJudgement?.(event.body);
  if (event.type === "done" || event.type === "problem") jobs.delete(event.about);
  if (event.type === "done") job.onDone?.();
  if (event.type === "problem") job.onProblem?.(sentence(event.body.detail));
}

/** In a shared game the key tells the others which player has come. */
function watching(game: string): LiveCommand {
  return { type: "watch", game, key: heldSeat(game)?.key ?? null };
}

/** Sends `listener` the updates of a game until the returned function is called. */
export function watchGame(game: string, listener: GameListener): () => void {
  const listeners = watched.get(game) ?? new Set();
  watched.set(game, listeners.add(listener));
  send(watching(game));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watched.delete(game);
    if (socket?.readyState === WebSocket.OPEN) send({ type: "unwatch", game });
  };
}

function start(name: (job: string) => LiveCommand, handlers: JobHandlers): () => void {
  const job = `job-${++jobCount}`;
  const command = name(job);
  jobs.set(job, { ...handlers, command });
  send(command);
  return () => {
    if (!jobs.delete(job)) return;
    if (socket?.readyState === WebSocket.OPEN) send({ type: "cancel", job });
  };
}

/** Searches a position; returns a function that cancels it. */
export function analyse(at: PositionRequest, seconds: number, handlers: JobHandlers): () => void {
  return start((job) => ({ type: "analyse", job, at, seconds }), handlers);
}

/** Judges every move of a game; returns a function that cancels it. */
export function review(game: PositionRequest, secondsPerMove: number, handlers: JobHandlers): () => void {
  return start((job) => ({ type: "review", job, game, seconds_per_move: secondsPerMove }), handlers);
}
