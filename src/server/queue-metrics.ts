/** The queues as metrics: measured when asked for, by whichever process is asked, since they are of the whole service. */
import { Gauge } from 'prom-client';
import { queueDepths } from './db/repositories/queue-depths';
import { log } from './log';
import { metricsRegistry } from './metrics';
import { singleton } from './singleton';
import { JOB_NAMES } from './wake';

/** The same jobs have no queue that could grow: they tidy up or sum up on their own. */
const HAVE_NO_QUEUE = ['count-activity', 'prune-request-logs', 'prune-webhooks', 'prune-assistants'];

const gauges = () =>
  singleton('metrics-queues', () => {
    const registers = [metricsRegistry()];
    return {
      rows: new Gauge({ name: 'queue_due_rows', help: 'Rows that are due and not done, by job.', labelNames: ['job'], registers }),
      age: new Gauge({
        name: 'queue_oldest_seconds',
        help: 'How long the oldest due row of a job has been waiting.',
        labelNames: ['job'],
        registers,
      }),
      up: new Gauge({ name: 'database_up', help: '1 when the queues could be read, else 0 and no queue is told.', registers }),
    };
  });

/** Brings the gauges up to date; while the database cannot be read they are empty rather than old. @param now real time. */
export async function measureQueues(now: Date): Promise<void> {
  const { rows, age, up } = gauges();
  rows.reset();
  age.reset();
  try {
    const depths = new Map((await queueDepths(now)).map((depth) => [depth.job, depth]));
    for (const job of JOB_NAMES.filter((name) => !HAVE_NO_QUEUE.includes(name))) {
      rows.set({ job }, depths.get(job)?.due ?? 0);
      age.set({ job }, depths.get(job)?.oldest_seconds ?? 0);
    }
    up.set(1);
  } catch (error) {
    log().warn({ err: error }, 'the queues could not be measured');
    up.set(0);
  }
}
