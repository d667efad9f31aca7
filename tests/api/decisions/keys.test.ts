/** A key makes one decision: whoever asks again with it is answered as the first time, and nobody else may use it. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { till } from '@tests/support/decisions';
import { snapshot } from '@tests/support/ledger';

test('the same key gives the same decision, and another request under it is a conflict', async () => {
  const club = await till();
  const idempotency_key = randomUUID();
  const first = await club.decided({ idempotency_key });
  expect(await club.decided({ idempotency_key })).toEqual(first);
  expect(await club.decide({ idempotency_key, event_data: { type: 'purchase', amount: 51 } })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict', param: 'idempotency_key' },
  });
  expect(await club.balance()).toMatchObject({ available: '105.00' });
  const sent = await club.api.post<EventDetail>('/events', {
    program_id: club.program.id,
    external_id: 'ada',
    idempotency_key,
    event_data: { type: 'purchase', amount: 1 },
  });
  expect(sent).toMatchObject({ status: 202, body: { id: first.event_id, status: 'COMPLETED' } });
});

test.each(['COMMIT', 'RESERVE'])(
  'a %s that is asked for again is answered as the first time, also where it would be refused by now',
  async (mode) => {
    const club = await till();
    const asked = { mode, idempotency_key: randomUUID(), redemptions: [{ asset_id: club.asset.id, amount: '60' }] };
    const first = await club.decided(asked);
    expect(await club.decide({ ...asked, idempotency_key: randomUUID() })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_funds' },
    });
    expect(await club.decided(asked)).toEqual(first);
    await club.waitForRetry();
    expect(await club.decide({ ...asked, idempotency_key: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: 'participant_busy' },
    });
    expect(await club.decided(asked)).toEqual(first);
  },
);

test.each(['COMMIT', 'RESERVE'])('a %s is refused whose key an event has, and changes nothing', async (mode) => {
  const club = await till();
  const idempotency_key = randomUUID();
  const event = { program_id: club.program.id, external_id: 'ada', idempotency_key, event_data: { type: 'purchase', amount: 1 } };
  expect(await club.api.post('/events', event)).toMatchObject({ status: 202 });
  const before = await snapshot(club.id);
  expect(await club.decide({ mode, idempotency_key })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict', param: 'idempotency_key' },
  });
  expect(await snapshot(club.id)).toEqual(before);
});

test('fifty requests with one key make one decision', async () => {
  const club = await till();
  const idempotency_key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => club.decided({ idempotency_key })));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await club.balance()).toMatchObject({ available: '105.00' });
});
