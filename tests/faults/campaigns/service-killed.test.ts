/** kill -9 while many campaigns start and end: each start and each end is announced once. */
import { expect, test } from 'vitest';
import { made, remoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const CAMPAIGNS = 24;
/** Within which all of them start, and later end. */
const SPREAD_MS = 6_000;
/** Until the first starts; by then all are made, unless the machine is very busy. */
const BEGIN_MS = 12_000;
const KILLS = 4;

const TOLD = `SELECT type, count(*)::int AS told, count(DISTINCT data ->> 'campaign_id')::int AS campaigns FROM webhook_events
  WHERE organization_id = $1 AND type LIKE 'campaign.%' GROUP BY type ORDER BY type`;

const toldOf = (query: Query, id: string) => query<{ type: string; told: number; campaigns: number }>(TOLD, [id]);

test('a service that is killed while campaigns start and end announces each start and each end once', async ({ onTestFinished }) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid campaigns');
  const service = await CrashableService.start(place);
  const { id, key, programIds } = await remoteOrganization(service.address);
  await made(service.address, key, '/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] });
  const first = Date.now() + BEGIN_MS;
  const at = (index: number, later = 0): string => new Date(first + later + Math.round((index / CAMPAIGNS) * SPREAD_MS)).toISOString();
  let awaited = 0;
  for (let index = 0; index < CAMPAIGNS; index++) {
    const window = { starts_at: at(index), ends_at: at(index, SPREAD_MS) };
    const campaign = { program_id: programIds[0], name: `Number ${index}`, status: 'ACTIVE', ...window };
    const { status } = await made<{ status: string }>(service.address, key, '/campaigns', campaign);
    // One that was made when its window was over never ran.
    if (status !== 'ENDED') awaited++;
  }
  let before = await service.query();
  await service.until('the first campaign has started', async () => (await toldOf(before, id)).length > 0);
  for (let kills = 0; kills < KILLS; kills++) {
    await random.moment((2 * SPREAD_MS) / KILLS);
    await service.kill();
    before = await service.query();
    note(`killed the service with ${JSON.stringify(await toldOf(before, id))}`);
    expect(await brokenInvariants(before)).toEqual([]);
    await service.restart();
  }
  const query = await service.query();
  await service.until('all campaigns have ended', async () =>
    (await toldOf(query, id)).some(({ type, told }) => type === 'campaign.ended' && told >= awaited),
  );
  expect(awaited).toBeGreaterThan(0);
  expect(await toldOf(query, id)).toEqual([
    { type: 'campaign.ended', told: awaited, campaigns: awaited },
    { type: 'campaign.started', told: awaited, campaigns: awaited },
  ]);
});
