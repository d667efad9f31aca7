/** Work that falls due by itself is found although whichever process would have swept for it is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { made, remoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { startTogether, type ServicesTogether } from '@tests/support/services-together';

const ROUNDS = 6;
/** When the work of a round falls due, and how much later than now its process may be killed. */
const DUE_MS = 1_500;
const KILLED_WITHIN_MS = 2_000;
/** A sweep, another one that is lost with its process, and a busy machine. */
const LATEST_MS = 5_000;

let together: ServicesTogether;

beforeAll(async () => {
  together = await startTogether([{}, {}]);
});

afterAll(() => together.end());

test('of two processes one or the other is killed while work falls due: it is done within seconds of its time', async () => {
  const { services, addresses, query } = together;
  const random = chance('kill -9 of a process that sweeps');
  const { id: organizationId, key, programIds } = await remoteOrganization(addresses[0]!);
  const lateness: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [killed, survivor] = round % 2 === 0 ? [services[0]!, services[1]!] : [services[1]!, services[0]!];
    const { id } = await made<{ id: string }>(killed.address, key, `/programs/${programIds[0]}/automations`, {
      name: `Round ${round}`,
      trigger: { type: 'ONE_TIME', run_at: new Date(Date.now() + DUE_MS).toISOString() },
      scope: 'PROGRAM',
      event: { type: 'nudge' },
    });
    await random.moment(KILLED_WITHIN_MS);
    await killed.kill();
    const run = async () =>
      (
        await query<{ late: number }>(
          `SELECT (extract(epoch FROM completed_at - due_at) * 1000)::int AS late FROM automation_runs
           WHERE organization_id = $1 AND automation_id = $2 AND status = 'COMPLETED'`,
          [organizationId, id],
        )
      )[0];
    await survivor.until(`the automation of round ${round} has run`, async () => (await run()) !== undefined);
    lateness.push((await run())!.late);
    await killed.restart();
  }
  note(`done ${lateness.join(', ')} ms after its time`);
  expect(Math.max(...lateness)).toBeLessThan(LATEST_MS);
  const [events] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM events WHERE organization_id = $1`, [organizationId]);
  expect(events).toEqual({ count: ROUNDS });
});
