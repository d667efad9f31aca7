/** kill -9 while scores are counted and while prizes are told of: every score is exact, the season is frozen once, and each prize is won once. */
import { expect, test } from 'vitest';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const PEOPLE = 2_000;
const PER_REQUEST = 100;
const UNTIL_END_MS = 2_000;

async function call<Body>(address: string, { key }: RemoteOrganization, method: string, path: string, body: object): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send(address, { method, path: `/v1${path}`, headers, body: JSON.stringify(body) });
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 202]), expect.any(String)]);
  return JSON.parse(answer.text) as Body; // as the route declares it
}

/** Everybody buys once. Sent again under the same keys, nothing counts twice. */
async function buy(address: string, club: RemoteOrganization): Promise<void> {
  for (let from = 0; from < PEOPLE; from += PER_REQUEST) {
    const events = Array.from({ length: PER_REQUEST }, (_, n) => ({
      program_id: club.programIds[0],
      external_id: `person-${from + n}`,
      idempotency_key: `buys-${from + n}`,
      event_data: { type: 'purchase', amount: 1 + ((from + n) % 90) },
    }));
    await call(address, club, 'POST', '/events/batch', { events });
  }
}

const numberOf = async (query: Query, sql: string, id: string): Promise<number> => (await query<{ n: number }>(sql, [id]))[0]?.n ?? 0;
const SCORED = 'SELECT count(*)::int AS n FROM leaderboard_scores WHERE leaderboard_id = $1';
const TOLD = 'SELECT count(event_id)::int AS n FROM leaderboard_results WHERE leaderboard_id = $1';
const ANSWERED = `SELECT coalesce(sum(value), 0)::int AS n FROM state_counters WHERE key = 'prizes' AND organization_id = $1`;

test('a service that is killed while it scores and while it tells of prizes scores everybody and tells of each prize once', async ({
  onTestFinished,
}) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid leaderboards');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const [program_id] = club.programIds;
  const counts = (key: string, type: string, value: string) => ({
    program_id,
    name: key,
    condition: `event.type == "${type}"`,
    actions: [{ type: 'COUNTER', key, value }],
  });
  await call(service.address, club, 'POST', '/rules', counts('spent', 'purchase', '{{ event.amount }}'));
  await call(service.address, club, 'POST', '/rules', counts('prizes', 'leaderboard.prize', '1'));
  const { id } = await call<{ id: string }>(service.address, club, 'POST', '/leaderboards', {
    program_id,
    key: 'top',
    name: 'Top',
    measure: { type: 'COUNTER', key: 'spent' },
    prizes: [{ from_rank: 1, to_rank: 10_000, name: 'Gold' }],
  });
  let query = await service.query();
  const scored = random.between(100, PEOPLE / 2);
  const sent = buy(service.address, club).catch(() => undefined);
  await service.until(`${scored} are scored`, async () => (await numberOf(query, SCORED, id)) >= scored);
  await service.kill();
  await sent;
  note(`killed the service with ${await numberOf(query, SCORED, id)} of ${PEOPLE} scored`);
  expect(await brokenInvariants(query)).toEqual([]);
  await service.restart();
  await buy(service.address, club);
  query = await service.query();
  await service.until('everybody is scored', async () => (await numberOf(query, SCORED, id)) === PEOPLE);

  const ends_at = new Date(Date.now() + UNTIL_END_MS).toISOString();
  await call(service.address, club, 'PATCH', `/leaderboards/${id}`, { ends_at });
  const told = random.between(1, PEOPLE / 2);
  await service.until(`${told} prizes are told of`, async () => (await numberOf(query, TOLD, id)) >= told);
  await service.kill();
  note(`killed the service with ${await numberOf(query, TOLD, id)} of ${PEOPLE} prizes told of`);
  expect(await brokenInvariants(query)).toEqual([]);
  await service.restart();
  query = await service.query();
  await service.until('each prize is answered', async () => (await numberOf(query, ANSWERED, club.id)) >= PEOPLE);
  expect(await numberOf(query, TOLD, id)).toBe(PEOPLE);
  expect(await numberOf(query, ANSWERED, club.id)).toBe(PEOPLE);
  const events = `SELECT count(*)::int AS n FROM events WHERE organization_id = $1 AND event_data ->> 'type' = 'leaderboard.prize'`;
  expect(await numberOf(query, events, club.id)).toBe(PEOPLE);
  expect(await brokenInvariants(query)).toEqual([]);
});
