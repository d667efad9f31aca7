/**
 * Runs jobs inside this process: each as soon as it is woken, and whenever it is this process's turn to sweep for its due rows,
 * which of all processes on the database one does every second. One run of a job at a time. A job that fails is retried with
 * exponential backoff and never ends the process. While the process has more requests than it can handle, jobs make way for them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AutoResetEvent } from '@/server/platform/auto-reset-event';
import type { Clock } from '@/server/platform/context';
import type { Job } from '@/server/platform/job';
import { isDeciding, isOverloaded } from '@/server/platform/pressure';
import { sharedTurns, type SweepTurns } from '@/server/services/jobs/sweeps';
import { onWake, type JobName } from '@/server/platform/wake';
import { perform } from './perform';

interface EmbeddedOptions {
  readonly clock: Clock;
  readonly sweepMs?: number;
  readonly turns?: SweepTurns;
  /** How long jobs that are running on stop may take to finish. */
  readonly graceMs?: number;
  /** Called for every failed run, with the number of failures in a row so far. */
  readonly onFailure: (job: Job, error: unknown, failures: number) => void;
}

export interface Runner {
  /** Starts nothing new, gives back what does not finish soon, and resolves when nothing runs, or after seven seconds. */
  stop(): Promise<void>;
}

const SWEEP_MS = 1_000;
/** Less than 1, so that a process that asks every `sweepMs` is never a moment too early for its own next sweep. */
const APART = 0.9;
const BATCH = 200;
/** A process with a backlog asks for help no more often than this. */
const OFFER_EVERY_MS = 250;
/** How long running work may take to finish before it is given back. */
export const GRACE_MS = 3_000;
/** Less than the time limit for the shutdown of the process. */
export const STOP_PATIENCE_MS = 7_000;
const LONGEST_YIELD_MS = 150;
/** How long requests are left alone after a job, as a multiple of the time that it ran. */
const [OVERLOADED_SHARE, DECIDING_SHARE] = [3, 2];
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** A job and what makes it run. */
interface Worker {
  readonly job: Job;
  readonly wakeUp: AutoResetEvent;
  isWaiting: boolean;
}

type Run = Required<Pick<EmbeddedOptions, 'sweepMs' | 'turns'>> &
  EmbeddedOptions & { readonly signal: AbortSignal; readonly ending: AbortSignal };

/** Starts at once with whatever is due. */
export function startEmbedded(jobs: readonly Job[], options: EmbeddedOptions): Runner {
  const stopping = new AbortController();
  const ending = new AbortController();
  const run: Run = { sweepMs: SWEEP_MS, turns: sharedTurns, ...options, signal: stopping.signal, ending: ending.signal };
  const workers = jobs.map((job): Worker => ({ job, wakeUp: new AutoResetEvent(), isWaiting: false }));
  const running = Promise.all([...workers.map((worker) => workUntilStopped(worker, run)), sweepUntilStopped(workers, run)]);
  const ended = running.then(() => run.turns.offer(jobs.map(({ name }) => name)).catch(() => undefined));
  const end = async (): Promise<void> => {
    stopping.abort();
    const grace = setTimeout(() => ending.abort(), options.graceMs ?? GRACE_MS);
    await Promise.race([ended, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
    clearTimeout(grace);
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= end()) };
}

async function workUntilStopped(worker: Worker, { clock, signal, ending, turns, onFailure }: Run): Promise<void> {
  const { job, wakeUp } = worker;
  const wakeWorker = (): void => wakeUp.set();
  const silence = onWake(job.name, wakeWorker);
  signal.addEventListener('abort', wakeWorker, { once: true });
  let offeredAt = -Infinity;
  for (let failures = 0; !signal.aborted;) {
    try {
      const began = performance.now();
      const { more, performed } = await perform(job, { clock, limit: BATCH, signal, ending });
      failures = 0;
      if (performed >= BATCH && more && began - offeredAt >= OFFER_EVERY_MS) {
        offeredAt = began;
        await turns.offer([job.name]).catch(() => undefined); // help comes with the next sweep
      }
      if (performed > 0) await yieldToRequests(performance.now() - began, performed, signal);
      if (!more && !signal.aborted) {
        worker.isWaiting = true;
        await wakeUp.wait();
        worker.isWaiting = false;
      }
    } catch (error) {
      onFailure(job, error, ++failures);
      await delay(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    }
  }
  silence();
}

/**
 * Wakes each waiting job whose sweep falls to this process, one after another over the interval: all at once they would hold up the requests of that moment.
 */
async function sweepUntilStopped(workers: readonly Worker[], { sweepMs, turns, signal }: Run): Promise<void> {
  const alarm = new AutoResetEvent();
  signal.addEventListener('abort', () => alarm.set(), { once: true });
  await alarm.wait(sweepMs);
  while (!signal.aborted) {
    const waiting = workers.filter(({ isWaiting }) => isWaiting);
    const due = new Set(await turnsOf(waiting, sweepMs, turns));
    const swept = waiting.filter(({ job }) => due.has(job.name));
    const apartMs = sweepMs / (swept.length + 1);
    for (const { wakeUp } of swept) {
      wakeUp.set();
      await alarm.wait(apartMs);
      if (signal.aborted) return;
    }
    await alarm.wait(apartMs);
  }
}

/** Where the turns cannot be read, every job sweeps for itself, and says what is wrong. */
async function turnsOf(workers: readonly Worker[], sweepMs: number, turns: SweepTurns): Promise<readonly JobName[]> {
  if (workers.length === 0) return [];
  const asked = workers.map(({ job }) => ({ job: job.name, apartMs: APART * Math.max(sweepMs, job.sweepMs ?? 0) }));
  return turns.take(asked).catch(() => asked.map(({ job }) => job));
}

/** Leaves requests some time if they need it: due work gathers into larger batches meanwhile. To decisions alone, a backlog does not yield. */
async function yieldToRequests(ranMs: number, performed: number, signal: AbortSignal): Promise<void> {
  const share = isOverloaded() ? OVERLOADED_SHARE : isDeciding() && performed < BATCH ? DECIDING_SHARE : 0;
  if (share > 0) await delay(Math.min(LONGEST_YIELD_MS, share * ranMs), undefined, { signal }).catch(() => undefined);
}

/** Half of the pause is jitter, so that processes that failed together do not retry together. */
function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return longest / 2 + (Math.random() * longest) / 2;
}
