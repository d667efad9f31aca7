/** Wake-ups are hints: three workers that get each three times, in any order, with hardly a connection, do everything once. */
import { afterEach, expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { startEmbedded, type Runner } from '@/jobs/embedded';
import { statement } from '@/server/db/transaction';
import { JOBS } from '@/server/services/jobs';
import { JOB_NAMES, onWake, wake, type JobName } from '@/server/platform/wake';
import { brokenInvariants, unfinished } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint } from '@tests/support/webhooks';

await useOwnDatabase();

const WORKERS = 3;
const TIMES = 3;
const EVENTS = 120;
const PEOPLE = 7;
/** So few that workers must wait for a connection: one of them is for lookups. */
const CONNECTIONS = '3';

const runners: Runner[] = [];
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

/** Repeats each wake-up later, among others. @returns a function that stops it. */
function repeatWakeUps(): () => void {
  let isRepeating = false;
  const late: JobName[] = [];
  const silences = JOB_NAMES.map((job) =>
    onWake(job, () => {
      if (isRepeating) return;
      for (let time = 1; time < TIMES; time++) late.splice(Math.floor(Math.random() * (late.length + 1)), 0, job);
      setImmediate(() => {
        isRepeating = true;
        for (const name of late.splice(0, TIMES)) wake(name);
        isRepeating = false;
      });
    }),
  );
  return () => silences.forEach((silence) => silence());
}

test('three workers that hear every wake-up three times and out of order, over three connections, do everything once', async () => {
  publishSettings({ DATABASE_POOL_SIZE: CONNECTIONS });
  await using receiver = await startReceiver();
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  await createEndpoint(club.api, receiver.url, ['event.completed']);
  await club.addRule({ amount: '{{ event.amount }}' });
  const failures: unknown[] = [];
  const onFailure = (_: unknown, error: unknown): void => void failures.push(error);
  for (let number = 0; number < WORKERS; number++) runners.push(startEmbedded(JOBS, { clock: { now: () => new Date() }, onFailure }));
  const stop = repeatWakeUps();
  const sent = Array.from({ length: EVENTS }, (_, number) =>
    club.send({ external_id: `person-${number % PEOPLE}`, idempotency_key: `event-${number}`, event_data: { amount: 1 } }),
  );
  await Promise.all(sent);
  await vi.waitUntil(
    async () => {
      const { events, deliveries } = await unfinished(statement, club.id);
      return events + deliveries === 0;
    },
    { timeout: 60_000, interval: 20 },
  );
  stop();
  expect(failures).toEqual([]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
  const [{ credited } = { credited: '' }] = await statement<{ credited: string }>(
    'SELECT trim_scale(sum(available))::text AS credited FROM balances WHERE organization_id = $1 AND account_type = $2',
    [club.id, 'PARTICIPANT'],
  );
  expect(credited).toBe(String(EVENTS));
  expect(receiver.received).toHaveLength(EVENTS);
});
