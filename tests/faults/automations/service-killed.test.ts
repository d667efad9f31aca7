/** kill -9 during a run over very many participants: a surviving process resumes it, and each participant gets one event. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Automation } from '@/contract/automation';
import { startPostgres } from '@/cli/postgres';
import { made, remoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { crowdOf } from '@tests/support/crowd';
import { queryAt, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const CROWD = 4_000;
const KEYS = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 2).toString('base64') };

/** Two processes of the service on one database. */
async function twoServices(): Promise<{ services: readonly [CrashableService, CrashableService]; query: Query }> {
  const places = [await Installation.create(), await Installation.create()] as const;
  const database = await startPostgres(join(places[0].folder, 'database'));
  onTestFinished(async () => {
    await places[1].remove();
    await database.stop();
    await places[0].remove();
  });
  const start = (place: Installation) => CrashableService.start(place, { ...KEYS, DATABASE_URL: database.url });
  return { services: [await start(places[0]), await start(places[1])], query: queryAt(database.url) };
}

interface Progress {
  status: string;
  evaluated: number;
  events: number;
}

test('of two processes one is killed in the first run and both in the second: nobody is told twice and nobody is left out', async () => {
  const { services, query } = await twoServices();
  const [first, second] = services;
  const random = chance('kill -9 amid runs of automations');
  const { id: organizationId, key, programIds } = await remoteOrganization(first.address);
  const path = `/programs/${programIds[0]}/automations`;
  await crowdOf(query, { organizationId, programId: programIds[0]!, count: CROWD });

  const runs = () =>
    query<Progress>(
      'SELECT status, evaluated_count AS evaluated, event_count AS events FROM automation_runs WHERE organization_id = $1 ORDER BY created_at',
      [organizationId],
    );
  const underWay = async (): Promise<Progress> => {
    const share = random.between(1, 5) * (CROWD / 10);
    await second.until(`${share} participants are evaluated`, async () => ((await runs()).at(-1)?.evaluated ?? 0) >= share);
    return (await runs()).at(-1)!;
  };
  const everybodyTold = async (times: number): Promise<void> => {
    await second.until(`run ${times} is over`, async () => (await runs()).filter(({ status }) => status === 'COMPLETED').length === times);
    expect(await runs()).toEqual(Array(times).fill({ status: 'COMPLETED', evaluated: CROWD, events: CROWD }));
    expect(
      await query(
        `SELECT told, count(*)::int AS people FROM (
           SELECT count(e.id)::int AS told FROM participants p LEFT JOIN events e ON e.participant_id = p.id WHERE p.organization_id = $1 GROUP BY p.id) each
         GROUP BY told`,
        [organizationId],
      ),
    ).toEqual([{ told: times, people: CROWD }]);
  };

  const settings = {
    name: 'A nudge',
    trigger: { type: 'CRON', cron_expression: '0 0 1 1 *' },
    scope: 'PARTICIPANTS',
    event: { type: 'nudge' },
  };
  const automation = await made<Automation>(first.address, key, path, settings);
  const trigger = (address: string) => made(address, key, `${path}/${automation.id}/trigger`, {});

  await trigger(first.address);
  const before = await underWay();
  await first.kill();
  note(`killed one of two processes: ${before.evaluated} of ${CROWD} evaluated`);
  expect(before.status).toBe('RUNNING');
  await everybodyTold(1);

  await trigger(second.address);
  const again = await underWay();
  await second.kill();
  note(`killed the other one: ${again.evaluated} of ${CROWD} evaluated`);
  expect(again.status).toBe('RUNNING');
  await second.restart();
  await everybodyTold(2);
});
