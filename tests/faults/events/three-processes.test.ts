/** Three service processes on one database, killed and restarted at random: everything happens once and every webhook arrives. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '@/cli/postmaster';
import { Campaign, remoteOrganization } from '@tests/support/campaign';
import { chance, note, type Chance } from '@tests/support/chance';
import { untilDone, type CrashableService } from '@tests/support/crash';
import { brokenInvariants } from '@tests/support/invariants';
import { startReceiver, type Received } from '@tests/support/receiver';
import { metricsAt, sampleOf } from '@tests/support/metrics';
import { startTogether, type ServicesTogether } from '@tests/support/services-together';

/** FAULT_EVENTS=10000 is the long form. */
const LONG = process.env.FAULT_EVENTS;
const EVENTS = Number(LONG || 800);
/** Sent in a round while all three are alive, to check that each does a share. */
const CALM_EVENTS = 200;
/** Within these each must have done a share; in one round a quick process may have done all before the others look. */
const CALM_ROUNDS = 20;
/** A process counts what it did after the commit that shows it. */
const COUNTED_WITHIN_MS = 10_000;
const PATIENCE_MS = Math.max(60_000, EVENTS * 20);
const PROGRAMS = 6;
const LONGEST_LIFE_MS = LONG ? 3_000 : 1_500;
const FEWEST_KILLS = LONG ? 2 : 1;
/** Longer than a busy machine delays an answer, since a retry is minutes away; a killed process's lease lasts six times as long. */
const WEBHOOK_TIMEOUT_MS = '2000';

let together: ServicesTogether;

beforeAll(async () => {
  together = await startTogether(Array.from({ length: 3 }, () => ({ WEBHOOK_TIMEOUT_MS })));
});

afterAll(() => together.end());

/** Kills and restarts a process until told to stop and killed often enough; returns the number of kills. */
async function keepCrashing(service: CrashableService, random: Chance, isOver: () => boolean): Promise<number> {
  for (let kills = 0; ; kills++) {
    if (isOver() && kills >= FEWEST_KILLS) return kills;
    await random.moment(LONGEST_LIFE_MS);
    await service.kill();
    await service.restart();
  }
}

/** Rows processed by a job, per live process. */
const shares = async (job: string): Promise<number[]> =>
  Promise.all(together.addresses.map(async (address) => sampleOf(await metricsAt(address), 'job_rows_total', { job })));

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count);

const envelopeOf = ({ body }: Received): string => (JSON.parse(body) as { id: string }).id;

test('while all live, each does a share of the work', async () => {
  await using receiver = await startReceiver(200);
  const { addresses, query } = together;
  let events: number[] = [];
  let deliveries: number[] = [];
  let rounds = 0;
  while (rounds < CALM_ROUNDS && Math.min(...events, ...deliveries, rounds) === 0) {
    rounds++;
    const organization = await remoteOrganization(addresses[0]!, { programs: PROGRAMS, webhookUrl: receiver.url });
    const campaign = new Campaign(organization, { events: CALM_EVENTS, participants: 30, lanes: 3 }, 'calm');
    await campaign.sendPersistently(addresses);
    await untilDone(query, 'events', organization.id);
    await untilDone(query, 'deliveries', organization.id);
    await waitUntil(async () => total((events = await shares('process-events'))) >= rounds * CALM_EVENTS, COUNTED_WITHIN_MS);
    deliveries = await shares('deliver-webhooks');
    expect(total(events)).toBe(rounds * CALM_EVENTS);
    expect(await campaign.outcome(query)).toEqual(campaign.expected());
  }
  note(`shares of ${rounds} times ${CALM_EVENTS} events: ${events.join(', ')}; of their deliveries: ${deliveries.join(', ')}`);
  expect(Math.min(...events)).toBeGreaterThan(0);
  expect(Math.min(...deliveries)).toBeGreaterThan(0);
});

test(
  `${EVENTS} events while each of the three is killed at random moments`,
  async () => {
    await using receiver = await startReceiver(200);
    const random = chance('kill -9 of three processes');
    const { services, addresses, query } = together;
    const organization = await remoteOrganization(addresses[0]!, { programs: PROGRAMS, webhookUrl: receiver.url });
    const campaign = new Campaign(organization, { events: EVENTS, participants: 40, lanes: 4 }, 'event');
    const begun = performance.now();
    let sent = false;
    const crashing = services.map((service) => keepCrashing(service, random, () => sent));
    await campaign.sendPersistently(addresses);
    sent = true;
    const kills = await Promise.all(crashing);
    await untilDone(query, 'events', organization.id, PATIENCE_MS);
    const eventsMs = Math.round(performance.now() - begun);
    await untilDone(query, 'deliveries', organization.id, PATIENCE_MS);
    note(
      `${EVENTS} events, processes killed ${kills.join(', ')} times: events done after ${eventsMs} ms, deliveries after ${Math.round(performance.now() - begun)} ms`,
    );

    expect(campaign.isAcknowledged).toBe(true);
    expect(await campaign.outcome(query)).toEqual(campaign.expected());
    expect(await brokenInvariants(query)).toEqual([]);
    const envelopes = await query<{ id: string }>('SELECT id FROM webhook_events WHERE organization_id = $1', [organization.id]);
    const arrived = receiver.received.map(envelopeOf);
    note(`${envelopes.length} envelopes, ${arrived.length} deliveries, ${arrived.length - new Set(arrived).size} of them repeated`);
    expect(new Set(arrived)).toEqual(new Set(envelopes.map(({ id }) => id)));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(envelopes.length);
  },
  3 * PATIENCE_MS,
);
