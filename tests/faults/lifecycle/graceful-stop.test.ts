/** SIGTERM during a batch of events and while a receiver hangs: the process exits in time, and another takes over its work at once. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '@/cli/postgres';
import { Campaign, CAMPAIGN_SETTINGS, remoteOrganization } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { CrashableService, LAUNCHER, untilDone } from '@tests/support/crash';
import { DELIVERY_STATES } from '@tests/support/delivery-states';
import { brokenInvariants, queryAt } from '@tests/support/invariants';
import { startReceiver, type Received } from '@tests/support/receiver';
import { Installation } from '@tests/support/service';

const EVENTS = 600;
const SHUTDOWN_MS = 10_000;
/** Concurrent deliveries to one endpoint. */
const UNDER_WAY = 8;
/** Far less than the remaining lease of a minute. */
const AT_ONCE_MS = 5_000;
const KEYS = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 2).toString('base64') };

const envelopeOf = ({ body }: Received): string => (JSON.parse(body) as { id: string }).id;

test('a process that is asked to end gives back what hangs, and another one sends that at once', async () => {
  const [first, second] = [await Installation.create(), await Installation.create()];
  const database = await startPostgres(join(first.folder, 'database'));
  onTestFinished(async () => {
    await second.remove();
    await database.stop();
    await first.remove();
  });
  const query = queryAt(database.url);
  const settings = { ...CAMPAIGN_SETTINGS, ...KEYS, DATABASE_URL: database.url };
  const service = first.run(settings, LAUNCHER);
  await service.ready();
  await using receiver = await startReceiver(() => undefined);
  const organization = await remoteOrganization(service.address, { webhookUrl: receiver.url });
  const campaign = new Campaign(organization, { events: EVENTS, participants: 40, lanes: 2 }, 'event');

  const sending = campaign.sendUntilSilence(service.address);
  await vi.waitUntil(() => receiver.received.length === UNDER_WAY, { timeout: 30_000, interval: 1 });
  const begun = performance.now();
  service.signal('SIGTERM');
  const ended = await service.ended;
  const took = Math.round(performance.now() - begun);
  await sending;
  const [left] = await query<{ sending: number; unsent: number; events: number }>(
    `SELECT (count(*) FILTER (WHERE lease_until IS NOT NULL))::int AS sending, (count(*) FILTER (WHERE attempt_count = 0))::int AS unsent,
       (SELECT count(*)::int FROM event_queue) AS events FROM webhook_queue`,
  );
  note(`ended after ${took} ms with ${left!.events} events and ${left!.unsent} webhooks to go`);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(took).toBeLessThan(SHUTDOWN_MS);
  expect(left).toMatchObject({ sending: 0 });

  const hung = receiver.received.map(envelopeOf);
  receiver.script(200);
  const other = await CrashableService.start(second, settings);
  const again = performance.now();
  const isSent = (): boolean => hung.every((id) => receiver.received.filter((one) => envelopeOf(one) === id).length === 2);
  await vi.waitUntil(isSent, { timeout: AT_ONCE_MS, interval: 10 });
  note(`what hung was sent ${Math.round(performance.now() - again)} ms after another process was ready`);

  await campaign.sendPersistently([other.address]);
  await untilDone(query, 'events', organization.id);
  await untilDone(query, 'deliveries', organization.id);
  expect(await campaign.outcome(query)).toEqual(campaign.expected());
  expect(await brokenInvariants(query)).toEqual([]);
  const envelopes = await query<{ id: string }>('SELECT id FROM webhook_events');
  const arrived = receiver.received.map(envelopeOf);
  expect(new Set(arrived)).toEqual(new Set(envelopes.map(({ id }) => id)));
  expect(arrived).toHaveLength(envelopes.length + hung.length);
  expect(await query(`SELECT 1 FROM (${DELIVERY_STATES}) d WHERE attempt_count <> 1`)).toEqual([]);
});
