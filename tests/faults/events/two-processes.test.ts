/** Two service processes share the work on one database: nothing is done twice, and a participant's events keep their order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Campaign, remoteOrganization } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { untilDone } from '@tests/support/crash';
import { brokenInvariants } from '@tests/support/invariants';
import { startReceiver, type Received } from '@tests/support/receiver';
import { startTogether, type ServicesTogether } from '@tests/support/services-together';

const EVENTS = 2_000;

let together: ServicesTogether;

beforeAll(async () => {
  together = await startTogether([{}, {}]);
});

afterAll(() => together.end());

const idOf = ({ headers }: Received): unknown => headers['webhook-id'];

test.each([1, 5])(`${EVENTS} events of %i program(s), each sent to both processes at once`, async (programs) => {
  await using receiver = await startReceiver(200);
  const { query } = together;
  const [first, second] = together.addresses as [string, string];
  const organization = await remoteOrganization(first, { programs, webhookUrl: receiver.url });
  const campaign = new Campaign(organization, { events: EVENTS, participants: 40, lanes: 4 }, 'event');
  const begun = performance.now();
  await Promise.all([campaign.sendPersistently([first, second]), campaign.sendPersistently([second, first])]);
  await untilDone(query, 'events', organization.id);
  note(`${EVENTS} events sent twice, of ${programs} program(s): ${Math.round(performance.now() - begun)} ms`);
  expect(await campaign.outcome(query)).toEqual(campaign.expected());
  expect(await brokenInvariants(query, organization.id)).toEqual([]);

  await untilDone(query, 'deliveries', organization.id);
  const envelopes = await query<{ id: string }>('SELECT id FROM webhook_events WHERE organization_id = $1', [organization.id]);
  const arrived = receiver.received.map(idOf);
  expect(new Set(arrived)).toEqual(new Set(envelopes.map(({ id }) => id)));
  expect(arrived).toHaveLength(envelopes.length);
  expect(await brokenInvariants(query, organization.id)).toEqual([]);
});
