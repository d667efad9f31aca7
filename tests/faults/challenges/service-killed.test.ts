/** kill -9 while events complete challenges: each counts once, and every round is completed and announced once. */
import { expect, test } from 'vitest';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const EVENTS = 2_000;
const PEOPLE = 40;
const TARGET = 5;
const PER_REQUEST = 100;

async function call(address: string, { key }: RemoteOrganization, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send(address, { method: 'POST', path: `/v1${path}`, headers, body: JSON.stringify(body) });
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 202]), expect.any(String)]);
}

/** Sends all events, and again whichever were not answered; under their keys, none counts twice. */
async function sendAll(address: string, club: RemoteOrganization): Promise<void> {
  for (let from = 0; from < EVENTS; from += PER_REQUEST) {
    const events = Array.from({ length: PER_REQUEST }, (_, index) => ({
      program_id: club.programIds[0],
      external_id: `person-${(from + index) % PEOPLE}`,
      idempotency_key: `coffee-${from + index}`,
      event_data: { type: 'coffee', order: `order-${from + index}` },
    }));
    await call(address, club, '/events/batch', { events });
  }
}

const numberOf = async (query: Query, sql: string, id: string): Promise<number> => (await query<{ n: number }>(sql, [id]))[0]?.n ?? 0;
const COMPLETED = `SELECT count(*)::int AS n FROM challenge_completions WHERE organization_id = $1 AND part = 100`;
const COUNTED = `SELECT count(*)::int AS n FROM challenge_contributions WHERE organization_id = $1`;
const ANSWERED = `SELECT coalesce(sum(value), 0)::int AS n FROM state_counters WHERE organization_id = $1 AND key = 'rewards'`;

test('a service that is killed amid completions counts each event once, and completes and announces each round once', async ({
  onTestFinished,
}) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid completions');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const [program_id] = club.programIds;
  const goal = { type: 'COUNT', target: TARGET, match: { event_types: ['coffee'] } };
  const take_back = { match: { event_types: ['refund'] }, reference: 'event.order', original_reference: 'event.order' };
  const challenge = { program_id, key: 'card', name: 'Card', status: 'ACTIVE', goal, repeat: { max: null }, parts: [60], take_back };
  await call(service.address, club, '/challenges', challenge);
  const rule = { program_id, name: 'Reward', condition: 'event.type == "challenge.completed"' };
  await call(service.address, club, '/rules', { ...rule, actions: [{ type: 'COUNTER', key: 'rewards', value: '1' }] });
  const rounds = EVENTS / TARGET;
  for (const share of [0.3, 0.7]) {
    const query = await service.query();
    const sent = sendAll(service.address, club).catch(() => undefined);
    const some = Math.floor(rounds * share * (0.5 + random.between(0, 50) / 100));
    await service.until(`${some} rounds are completed`, async () => (await numberOf(query, COMPLETED, club.id)) >= some);
    await service.kill();
    await sent;
    note(`killed the service with ${await numberOf(query, COMPLETED, club.id)} of ${rounds} rounds completed`);
    expect(await brokenInvariants(query)).toEqual([]);
    await service.restart();
  }
  await sendAll(service.address, club);
  const query = await service.query();
  await service.until('all rounds are answered', async () => (await numberOf(query, ANSWERED, club.id)) === rounds);
  expect(await numberOf(query, COUNTED, club.id)).toBe(EVENTS);
  expect(await numberOf(query, COMPLETED, club.id)).toBe(rounds);
  expect(await brokenInvariants(query)).toEqual([]);
});
