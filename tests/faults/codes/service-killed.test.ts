/** kill -9 while codes are made and while they are used: every code is made once, and used once. */
import { expect, test } from 'vitest';
import type { CodeBatch } from '@/contract/code-batch';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const CODES = 60_000;
const EVENTS = 1_500;
const PER_REQUEST = 100;

async function call<Body>(address: string, { key }: RemoteOrganization, path: string, body: object): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send(address, { method: 'POST', path: `/v1${path}`, headers, body: JSON.stringify(body) });
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 202]), expect.any(String)]);
  return JSON.parse(answer.text) as Body; // as the route declares it
}

/** Sends all events, each with a code of its own, and again whichever were not answered; under their keys, none counts twice. */
async function sendAll(address: string, club: RemoteOrganization, codes: readonly string[]): Promise<void> {
  for (let from = 0; from < codes.length; from += PER_REQUEST) {
    const events = codes.slice(from, from + PER_REQUEST).map((code, index) => ({
      program_id: club.programIds[0],
      external_id: `person-${(from + index) % 40}`,
      idempotency_key: code,
      event_data: { type: 'code' },
      codes: [code],
    }));
    await call(address, club, '/events/batch', { events });
  }
}

const numberOf = async (query: Query, sql: string, id: string): Promise<number> => (await query<{ n: number }>(sql, [id]))[0]?.n ?? 0;
const MADE = 'SELECT made AS n FROM code_batches WHERE id = $1';
const USED = 'SELECT sum(uses)::int AS n FROM code_batch_uses WHERE batch_id = $1';

test('a service that is killed while it makes codes, and while these are used, makes each once and lets each be used once', async ({
  onTestFinished,
}) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid codes');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const [program_id] = club.programIds;
  const rule = { program_id, name: 'Codes', condition: 'codes.size() > 0', actions: [{ type: 'COUNTER', key: 'codes', value: '1' }] };
  await call(service.address, club, '/rules', rule);
  const { id } = await call<CodeBatch>(service.address, club, '/code-batches', {
    program_id,
    key: 'c',
    name: 'C',
    kind: 'UNIQUE',
    count: CODES,
  });
  let query = await service.query();
  const some = random.between(5_000, CODES / 2);
  await service.until(`${some} codes are made`, async () => (await numberOf(query, MADE, id)) >= some);
  await service.kill();
  note(`killed the service with ${await numberOf(query, MADE, id)} of ${CODES} codes made`);
  expect(await brokenInvariants(query)).toEqual([]);
  await service.restart();
  query = await service.query();
  await service.until('all codes are made', async () => (await numberOf(query, MADE, id)) === CODES);
  expect(await numberOf(query, 'SELECT count(*)::int AS n FROM codes WHERE batch_id = $1', id)).toBe(CODES);

  const codes = (await query<{ code: string }>('SELECT code FROM codes WHERE batch_id = $1 ORDER BY code LIMIT $2', [id, EVENTS])).map(
    ({ code }) => code,
  );
  const sent = sendAll(service.address, club, codes).catch(() => undefined);
  const used = random.between(50, EVENTS / 2);
  await service.until(`${used} codes are used`, async () => (await numberOf(query, USED, id)) >= used);
  await service.kill();
  await sent;
  note(`killed the service with ${await numberOf(query, USED, id)} of ${EVENTS} codes used`);
  expect(await brokenInvariants(query)).toEqual([]);
  await service.restart();
  await sendAll(service.address, club, codes);
  query = await service.query();
  await service.until('all codes are used', async () => (await numberOf(query, USED, id)) === EVENTS);
  const uses = await query(
    `SELECT count(*)::int AS uses, count(DISTINCT code)::int AS codes FROM code_redemptions WHERE batch_id = $1 AND status = 'REDEEMED'`,
    [id],
  );
  expect(uses).toEqual([{ uses: EVENTS, codes: EVENTS }]);
  expect(
    await numberOf(query, `SELECT sum(value)::int AS n FROM state_counters WHERE key = 'codes' AND organization_id = $1`, club.id),
  ).toBe(EVENTS);
  expect(await brokenInvariants(query)).toEqual([]);
});
