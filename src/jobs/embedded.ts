/**
 * Runs jobs inside this process: each as soon as it is woken, and at least every second, one run of a job
 * at a time. A job that fails is retried with exponential backoff and never ends the process. While the
 * process has more requests than it can handle, jobs make way for them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Bell } from '@/server/bell';
import type { Clock } from '@/server/context';
import type { Job } from '@/server/job';
import { isPressed } from '@/server/pressure';
import { onWake } from '@/server/wake';
import { perform } from './perform';

export interface EmbeddedOptions {
  readonly clock: Clock;
  readonly sweepMs?: number;
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
const BATCH = 200;
/** How long running work may take to finish before it is given back. */
export const GRACE_MS = 3_000;
/** Less than the time limit for the shutdown of the process. */
export const STOP_PATIENCE_MS = 7_000;
const LONGEST_WAY_MS = 150;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** Starts at once with whatever is due. */
export function startEmbedded(jobs: readonly Job[], options: EmbeddedOptions): Runner {
  const stopping = new AbortController();
  const ending = new AbortController();
  const loops = Promise.all(jobs.map((job) => runUntilStopped(job, options, stopping.signal, ending.signal)));
  const end = async (): Promise<void> => {
    stopping.abort();
    const grace = setTimeout(() => ending.abort(), options.graceMs ?? GRACE_MS);
    await Promise.race([loops, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
    clearTimeout(grace);
  };
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()) };
}

async function runUntilStopped(job: Job, options: EmbeddedOptions, signal: AbortSignal, ending: AbortSignal): Promise<void> {
  const bell = new Bell();
  const ring = (): void => bell.ring();
  const silence = onWake(job.name, ring);
  signal.addEventListener('abort', ring, { once: true });
  for (let failures = 0; !signal.aborted;) {
    try {
      const began = performance.now();
      const { more, performed } = await perform(job, { clock: options.clock, limit: BATCH, signal, ending });
      failures = 0;
      if (performed > 0 && isPressed()) await makeWay(performance.now() - began, signal);
      if (!more && !signal.aborted) await bell.wait(options.sweepMs ?? SWEEP_MS);
    } catch (error) {
      options.onFailure(job, error, ++failures);
      await delay(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    }
  }
  silence();
}

/** Leaves requests three times as long as the job ran; due work gathers into larger batches meanwhile. */
const makeWay = (ranMs: number, signal: AbortSignal): Promise<void> =>
  delay(Math.min(LONGEST_WAY_MS, 3 * ranMs), undefined, { signal }).catch(() => undefined);

/** Half of the pause is jitter, so that processes that failed together do not retry together. */
function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return longest / 2 + (Math.random() * longest) / 2;
}
