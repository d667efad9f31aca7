/** The database dies or drops its connections under load: the service recovers by itself and does what it acknowledged exactly once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Campaign, remoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService, untilDone } from '@tests/support/crash';
import { brokenInvariants, unfinished, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';
import { EVENT_RECORDS } from '@tests/support/event-records';

let place: Installation;
let service: CrashableService;

beforeEach(async () => {
  const made = await Installation.create();
  place = made;
  service = await CrashableService.start(place);
  return () => made.remove();
});

async function expectAllRewardedOnce(campaign: Campaign, query: Query): Promise<void> {
  await untilDone(query, 'events');
  expect(await campaign.outcome(query)).toEqual(campaign.expected());
  expect(await brokenInvariants(query)).toEqual([]);
}

test('kill -9 of Postgres: the service brings it back on its own, and loses and doubles nothing', async () => {
  const random = chance('kill -9 of Postgres');
  const campaign = new Campaign(await remoteOrganization(service.address), { events: 1_000, participants: 30 }, 'event');
  const { pid } = await place.postgres();
  const sending = campaign.sendPersistently([service.address]);
  const share = random.between(1, 7) * 100;
  await service.until(`${share} events are acknowledged`, () => campaign.acknowledged.size >= share);
  await random.moment(50);
  const begun = performance.now();
  process.kill(pid, 'SIGKILL');
  const acknowledged = campaign.acknowledged.size;
  await service.until('Postgres is back', () => service.stderr.includes('The embedded Postgres is back.'));
  await service.until('the service is ready', () => service.isReady());
  note(`killed Postgres after ${acknowledged} events; ready again after ${Math.round(performance.now() - begun)} ms`);
  await sending;
  await expectAllRewardedOnce(campaign, await service.query());
  expect([...campaign.statuses].filter((status) => status !== 202 && status !== 503)).toEqual([]);
});

describe('every connection is cut, again and again, while events are processed', () => {
  const CUT = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

  test('nothing is lost or doubled, no order is changed, and nobody is answered worse than 503', async () => {
    const random = chance('pg_terminate_backend');
    const campaign = new Campaign(await remoteOrganization(service.address), { events: 200, participants: 20 }, 'event');
    const query = await service.query();
    const sending = campaign.sendPersistently([service.address]);
    let cuts = 0;
    let hit = 0;
    for (const end = performance.now() + 2_000; performance.now() < end; cuts++) {
      await random.moment(80);
      if ((await query(CUT)).length > 0 && (await unfinished(query)).events > 0) hit++;
    }
    note(`cut all connections ${cuts} times, ${hit} of them with events in the queue`);
    await sending;
    await expectAllRewardedOnce(campaign, query);
    expect([...campaign.statuses].filter((status) => status !== 202 && status !== 503)).toEqual([]);
    const [{ failures } = { failures: -1 }] = await query<{ failures: number }>(
      `SELECT count(*)::int AS failures FROM ${EVENT_RECORDS} e WHERE status = 'FAILED'`,
    );
    expect(failures).toBe(0);
  });
});
