/** Challenges cost a program without them no statement, and any other no wait for Postgres. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { decide } from '@/server/services/decisions/decide';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { requestOf, roundTripsOf } from '@tests/support/round-trips';
import { ALL_STATEMENTS, statementsOf } from '@tests/support/statements';

afterAll(closeDatabase);

const buy = (club: TestLedger) =>
  decide(requestOf(club), {
    program_id: club.program.id,
    external_id: 'ada',
    idempotency_key: randomUUID(),
    event_data: { type: 'purchase', order: randomUUID() },
    mode: 'COMMIT',
    redemptions: [],
    evaluations: false,
  });

const ofChallenges = async (club: TestLedger): Promise<number> =>
  (await statementsOf(() => buy(club), ALL_STATEMENTS)).filter((text) => text.includes('challenge_')).length;

test('a program without challenges, and events that none concerns, send no statement about them', async () => {
  const club = await ledger();
  await buy(club);
  expect(await ofChallenges(club)).toBe(0);
  const goal = { type: 'COUNT', target: 5, match: { event_types: ['coffee'] } };
  const { status } = await club.api.post('/challenges', { program_id: club.program.id, key: 'a', name: 'A', status: 'ACTIVE', goal });
  expect(status).toBe(201);
  await buy(club);
  expect(await ofChallenges(club)).toBe(0);
});

test('an event that counts takes as many trips as one that does not, also where refunds could take it back', async () => {
  const club = await ledger();
  await buy(club);
  const before = await roundTripsOf(() => buy(club));
  const shared = { program_id: club.program.id, status: 'ACTIVE' };
  const goal = { type: 'COUNT', target: 500, match: { event_types: ['purchase'] } };
  const take_back = { match: { event_types: ['refund'] }, reference: 'event.order', original_reference: 'event.order' };
  for (const body of [
    { key: 'a', name: 'A' },
    { key: 'b', name: 'B', take_back },
  ])
    expect((await club.api.post('/challenges', { ...shared, ...body, goal })).status).toBe(201);
  await buy(club);
  expect(await ofChallenges(club)).toBe(4);
  expect(await roundTripsOf(() => buy(club))).toBe(before);
});
