/**
 * Runs the same jobs as Inngest functions: one visible function per job, woken by an event after commits,
 * at the due time of the next row, and by a sweep every minute that catches whatever a lost event missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Inngest, type GetStepTools, type InngestFunction } from 'inngest';
import { serve } from 'inngest/next';
import { z } from 'zod';
import { fieldsOf } from '@/domain/fields';
import { env } from '@/env';
import type { Clock } from '@/server/platform/context';
import type { Job, JobOutcome, Lanes } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { JOBS } from '@/server/services/jobs';
import { dropSingleton, singleton } from '@/server/platform/singleton';
import { onWake, type JobName } from '@/server/platform/wake';
import { GRACE_MS, STOP_PATIENCE_MS, type Runner } from './embedded';
import { perform } from './perform';

const APP_ID = 'rewards';
const EVERY_MINUTE = '* * * * *';
const SWEEP_MS = 60_000;
/** Concurrent runs of one job, over all instances of the app; each claims different rows. */
const RUNS_AT_ONCE = 4;
const LANES_AT_ONCE = 16;
const BATCHES_PER_RUN = 20;
const BATCH = 200;
/** A step starts nothing new after this long, so that its request stays short. */
const STEP_MS = 20_000;

export const wakeEvent = (job: JobName) => `jobs/${job}.wake`;
export const laneEvent = (job: JobName) => `jobs/${job}.lane`;

const realTime: Clock = { now: () => new Date() };

/** A client for the Inngest server of the settings: a local one (INNGEST_DEV), a self-hosted one (INNGEST_BASE_URL), else the cloud. */
export function newInngest(): Inngest {
  const { INNGEST_DEV, INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = env();
  const isDev = INNGEST_DEV !== undefined;
  const baseUrl = INNGEST_DEV && URL.canParse(INNGEST_DEV) ? INNGEST_DEV : INNGEST_BASE_URL;
  return new Inngest({
    id: APP_ID,
    isDev,
    baseUrl,
    eventKey: INNGEST_EVENT_KEY,
    signingKey: INNGEST_SIGNING_KEY,
    logger: log(),
    checkpointing: false,
  });
}

/** One function per job, in order; a job with lanes has a second one, which works on one lane. */
export function inngestFunctions(client: Inngest, jobs: readonly Job[] = JOBS): InngestFunction.Any[] {
  return jobs.flatMap((job) =>
    job.lanes ? [dispatcherOf(client, job, job.lanes), laneFunction(client, job, job.lanes)] : [wholeJob(client, job)],
  );
}

const triggersOf = (job: Job) => [{ event: wakeEvent(job.name) }, { cron: EVERY_MINUTE }];

function wholeJob(client: Inngest, job: Job): InngestFunction.Any {
  return client.createFunction(
    { id: job.name, name: job.title, triggers: triggersOf(job), concurrency: { limit: RUNS_AT_ONCE }, retries: 3 },
    async ({ step }) => ({ performed: await doWhatIsDue(step, job) }),
  );
}

/** Hands each lane with due rows to a run of its own. A lane already being worked on is handed out again; that run finds nothing. */
function dispatcherOf(client: Inngest, job: Job, lanes: Lanes): InngestFunction.Any {
  return client.createFunction(
    { id: job.name, name: job.title, triggers: triggersOf(job), concurrency: { limit: 1 }, retries: 3 },
    async ({ step }) => {
      const due = await step.run('Find what is due', () => lanes.due(realTime.now()));
      if (due.length > 0)
        await step.sendEvent(
          'Hand it out',
          due.map((lane: string) => ({ name: laneEvent(job.name), data: { [lanes.key]: lane } })),
        );
      else await comeBack(step, job);
      return { handed_out: due.length };
    },
  );
}

/** One run of a lane at a time over all instances of the app, and several lanes in parallel. */
function laneFunction(client: Inngest, job: Job, { key }: Lanes): InngestFunction.Any {
  return client.createFunction(
    {
      id: `${job.name}-lane`,
      name: `${job.title}, by ${key.replace('_id', '')}`,
      triggers: [{ event: laneEvent(job.name) }],
      concurrency: [{ key: `event.data.${key}`, limit: 1 }, { limit: LANES_AT_ONCE }],
      retries: 3,
    },
    async ({ event, step }) => ({ performed: await doWhatIsDue(step, job, z.uuid().parse(fieldsOf(event.data)[key])) }),
  );
}

type Step = Pick<GetStepTools<Inngest>, 'run' | 'sendEvent'>;

/** Works batch by batch, then schedules the next wake-up. @returns how many rows were worked on. */
async function doWhatIsDue(step: Step, job: Job, lane?: string): Promise<number> {
  let performed = 0;
  for (let batch = 1; batch <= BATCHES_PER_RUN; batch++) {
    const outcome = await step.run(`Do what is due (${batch})`, () => runOnce(job, lane));
    performed += outcome.performed;
    if (outcome.more) continue;
    await comeBack(step, job);
    return performed;
  }
  await step.sendEvent('Go on in another run', { name: wakeEvent(job.name) });
  return performed;
}

async function comeBack(step: Step, job: Job): Promise<void> {
  const due = await step.run('Look ahead', () => nextWake(job));
  if (due !== null) await step.sendEvent('Come back when more is due', { id: `${job.name}-${due}`, name: wakeEvent(job.name), ts: due });
}

function runOnce(job: Job, lane?: string): Promise<JobOutcome> {
  const { stopping, ending } = endOfProcess();
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(STEP_MS)]);
  return perform(job, { clock: realTime, lane, limit: BATCH, signal, ending: ending.signal });
}

/**
 * When to wake up for a row that is due before the next sweep, in Unix milliseconds; rounded up to whole
 * seconds, so that runs that look ahead to the same time schedule it only once.
 */
async function nextWake(job: Job): Promise<number | null> {
  const now = realTime.now().getTime();
  const due = await job.nextWake?.(new Date(now + SWEEP_MS));
  return due ? Math.ceil(Math.max(due.getTime(), now + 1) / 1_000) * 1_000 : null;
}

/** Steps run in requests, which the runner does not see: through this they learn that it was stopped. */
const endOfProcess = () => singleton('inngest-end', () => ({ stopping: new AbortController(), ending: new AbortController() }));

/** Sends wake-ups of this process to Inngest until it is stopped, which also ends the steps that run here. */
export function startInngest(client: Inngest = newInngest(), jobs: readonly Job[] = JOBS): Runner {
  dropSingleton('inngest-end');
  const { stopping, ending } = endOfProcess();
  const senders = jobs.map(({ name }) => ({ name, sender: new WakeSender(() => client.send({ name: wakeEvent(name) })) }));
  const silences = senders.map(({ name, sender }) => onWake(name, () => sender.ring()));
  return {
    stop: async () => {
      stopping.abort();
      setTimeout(() => ending.abort(), GRACE_MS).unref();
      for (const silence of silences) silence();
      await Promise.race([Promise.all(senders.map(({ sender }) => sender.idle())), delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/** Sends one event at a time; rings meanwhile are merged into one more. A failure is left to the sweep. */
class WakeSender {
  private again = false;
  private sending: Promise<void> | null = null;

  constructor(private readonly send: () => Promise<unknown>) {}

  ring(): void {
    this.again = true;
    this.sending ??= this.sendWhileRung().finally(() => (this.sending = null));
  }

  async idle(): Promise<void> {
    await this.sending;
  }

  private async sendWhileRung(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.send().catch((error: unknown) =>
        log().warn({ err: error }, 'a job could not be woken through Inngest; its sweep will find the rows'),
      );
    }
  }
}

/** The handlers of /api/inngest; null when JOB_ENGINE is not Inngest. */
export function inngestHandlers(): ReturnType<typeof serve> | null {
  if (env().JOB_ENGINE !== 'inngest') return null;
  return singleton('inngest-handlers', () => {
    const client = newInngest();
    return serve({ client, functions: inngestFunctions(client), servePath: '/api/inngest' });
  });
}
