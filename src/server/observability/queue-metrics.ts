/** Publishes the queues as metrics, measured on request by whichever process is asked, as they belong to the whole service. */
import { Gauge } from 'prom-client';
import { queueDepths } from '@/server/db/repositories/operations/queue-depths';
import { log } from '@/server/platform/log';
import { metricsRegistry } from './metrics';
import { singleton } from '@/server/platform/singleton';
import { JOB_NAMES } from '@/server/platform/wake';

/** These jobs have no queue that could grow: they clean up or aggregate on their own. */
const HAVE_NO_QUEUE = ['count-activity', 'prune-request-logs', 'prune-evaluations', 'prune-webhooks', 'prune-assistants'];

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

/** Updates the gauges; while the database cannot be read they are empty rather than stale. @param now real time. */
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
