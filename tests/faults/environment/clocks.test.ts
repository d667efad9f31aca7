/** Two processes on one database with clocks twenty minutes apart: this costs the order between them, and nothing else. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { Campaign, remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { untilDone } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants } from '@tests/support/invariants';
import { startReceiver, type Received } from '@tests/support/receiver';
import { startTogether, type ServicesTogether } from '@tests/support/services-together';

const EVENTS = 400;
const REDEMPTIONS = 20;
const MINUTE_MS = 60_000;
const SHIFTS_MS = [-10 * MINUTE_MS, 10 * MINUTE_MS];
const SHIFT = pathToFileURL(join(import.meta.dirname, '..', '..', 'support', 'clock-shift.mjs')).href;

let together: ServicesTogether;

beforeAll(async () => {
  const clocks = SHIFTS_MS.map((shift) => ({
    NODE_OPTIONS: `--import=${SHIFT}`,
    CLOCK_SHIFT_MS: String(shift),
  }));
  together = await startTogether(clocks);
});

afterAll(() => together.end());

const envelopeOf = ({ body }: Received): string => (JSON.parse(body) as { id: string }).id;

/** Redeems at both processes at once with one key. @returns the ids of the redemptions they answered with. */
async function redeemAtBoth({ key, programIds }: RemoteOrganization, participant: string, asset_id: string): Promise<Set<string>> {
  const body = JSON.stringify({ program_id: programIds[0], asset_id, amount: '1', idempotency_key: randomUUID() });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', path: `/v1/participants/ext:${participant}/redemptions`, headers, body };
  const answers = await Promise.all(together.addresses.map((address) => send(address, request)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  return new Set(answers.map(({ text }) => (JSON.parse(text) as Redemption).id));
}

test('nothing is lost or done twice, and every webhook arrives', async () => {
  await using receiver = await startReceiver(200);
  const { addresses, query } = together;
  const organization = await remoteOrganization(addresses[0]!, { programs: 3, inventoryMode: 'LOT', webhookUrl: receiver.url });
  const campaign = new Campaign(organization, { events: EVENTS, participants: 20, lanes: 4 }, 'event');
  await Promise.all([campaign.sendPersistently(addresses), campaign.sendPersistently([...addresses].reverse())]);
  await untilDone(query, 'events', organization.id);
  expect({ ...(await campaign.outcome(query)), outOfOrder: [] }).toEqual(campaign.expected());

  const [asset] = await query<{ id: string }>('SELECT asset_id AS id FROM program_assets WHERE program_id = $1', [
    organization.programIds[0],
  ]);
  for (let number = 0; number < REDEMPTIONS; number++)
    expect((await redeemAtBoth(organization, `participant-${number % 20}`, asset!.id)).size).toBe(1);
  await untilDone(query, 'deliveries', organization.id);
  expect(await brokenInvariants(query)).toEqual([]);
  const envelopes = await query<{ id: string }>('SELECT id FROM webhook_events WHERE organization_id = $1', [organization.id]);
  const arrived = receiver.received.map(envelopeOf);
  note(`${envelopes.length} envelopes, of which ${arrived.length - envelopes.length} arrived more than once`);
  expect(new Set(arrived)).toEqual(new Set(envelopes.map(({ id }) => id)));
});
