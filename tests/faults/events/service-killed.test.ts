/** kill -9 of the service, at random moments: what was acknowledged happens once, and its webhooks arrive at least once. */
import { describe, expect, test, type TestContext } from 'vitest';
import { Campaign, remoteOrganization } from '@tests/support/campaign';
import { chance, note, type Chance } from '@tests/support/chance';
import { CrashableService, untilDone } from '@tests/support/crash';
import { DELIVERY_STATES } from '@tests/support/delivery-states';
import { brokenInvariants, unfinished } from '@tests/support/invariants';
import { startReceiver, type Received } from '@tests/support/receiver';
import { Installation } from '@tests/support/service';

const ROUNDS = 3;
const EVENTS = 1_000;
/** Deliveries awaiting an answer when the service is killed; they have just arrived, so none has timed out yet. */
const UNANSWERED = 4;

/** A place of its own for each of several concurrent tests. */
async function placeOf({ onTestFinished }: TestContext): Promise<Installation> {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  return place;
}

/** Kills the service, optionally with its database, at a random moment after a random share of the events is acknowledged. */
async function crashAmid(service: CrashableService, campaign: Campaign, random: Chance, withDatabase: boolean): Promise<void> {
  const database = await service.place.postgres();
  const query = await service.query();
  const sending = campaign.sendUntilSilence(service.address);
  const share = random.between(1, 10) * (EVENTS / 10);
  await service.until(`${share} events are acknowledged`, () => campaign.acknowledged.size >= share);
  await random.moment(100);
  const before = await unfinished(query);
  if (withDatabase) process.kill(database.pid, 'SIGKILL');
  await service.kill();
  await sending;
  const victims = withDatabase ? 'the service and Postgres' : 'the service';
  note(`killed ${victims}: ${campaign.acknowledged.size} events acknowledged, ${before.events} in the queue`);
}

const idOf = ({ body }: Received): string => (JSON.parse(body) as { id: string }).id;

// They mostly wait: for a start, or for a lease to expire.
describe.concurrent('kill -9', () => {
  test('amid 1,000 events: each acknowledged one ends, credited exactly once, with one envelope of a type', async (context) => {
    await using receiver = await startReceiver(200);
    const random = chance('kill -9 amid events');
    const service = await CrashableService.start(await placeOf(context));
    for (let round = 1; round <= ROUNDS; round++) {
      const inventoryMode = round % 2 === 0 ? 'SIMPLE' : 'LOT';
      const organization = await remoteOrganization(service.address, { inventoryMode, webhookUrl: receiver.url });
      const campaign = new Campaign(organization, { events: EVENTS, participants: 30 }, `round-${round}`);
      await crashAmid(service, campaign, random, round === ROUNDS);

      const begun = performance.now();
      await service.restart();
      const ready = performance.now() - begun;
      const query = await service.query();
      await untilDone(query, 'events');
      note(`ready ${Math.round(ready)} ms after the start, all events done after ${Math.round(performance.now() - begun)} ms`);
      const { balances: _, ...sound } = campaign.expected();
      expect(await campaign.outcome(query)).toMatchObject(sound);
      expect(await brokenInvariants(query)).toEqual([]);

      await campaign.sendPersistently([service.address]);
      await untilDone(query, 'events');
      expect(await campaign.outcome(query)).toEqual(campaign.expected());
      expect(await brokenInvariants(query)).toEqual([]);
    }
  });

  test('amid webhook deliveries: every envelope arrives, whatever was on its way', async (context) => {
    const random = chance('kill -9 amid deliveries');
    const arrived = random.between(30, 180);
    await using receiver = await startReceiver((response) => {
      if (receiver.received.length <= arrived - UNANSWERED) response.end();
    });
    const service = await CrashableService.start(await placeOf(context), { WEBHOOK_TIMEOUT_MS: '2000' });
    const organization = await remoteOrganization(service.address, { webhookUrl: receiver.url });
    const campaign = new Campaign(organization, { events: 200, participants: 10 }, 'event');
    const query = await service.query();
    await campaign.sendPersistently([service.address]);
    await service.until(`${arrived} deliveries arrived`, () => receiver.received.length >= arrived);
    await service.kill();
    const [{ sending } = { sending: 0 }] = await query<{ sending: number }>(
      `SELECT count(*)::int AS sending FROM webhook_queue WHERE lease_until IS NOT NULL`,
    );
    note(`killed the service with ${receiver.received.length} deliveries arrived and ${sending} under way`);
    expect(sending).toBeGreaterThan(0);
    receiver.script(200);

    const begun = performance.now();
    await service.restart();
    const again = await service.query();
    await untilDone(again, 'events');
    await untilDone(again, 'deliveries');
    note(`every delivery ended ${Math.round(performance.now() - begun)} ms after the start`);
    expect(await brokenInvariants(again)).toEqual([]);
    const deliveries = await again<{ id: string; status: string }>(`SELECT webhook_event_id AS id, status FROM (${DELIVERY_STATES}) d`);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['DELIVERED']));
    expect(new Set(receiver.received.map(idOf))).toEqual(new Set(deliveries.map(({ id }) => id)));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(deliveries.length);
  });
});
