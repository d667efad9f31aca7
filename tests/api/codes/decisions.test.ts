/** Codes in decisions: refused at once where they do not apply, held by a reservation, and used once by whatever it becomes. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { codes } from '@tests/support/codes';
import { brokenInvariants } from '@tests/support/invariants';

test('a preview tells which codes apply and why others do not, and uses nothing', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING', condition: 'event.amount >= 20' });
  const preview = await club.decided({ mode: 'PREVIEW', codes: ['spring', 'autumn'] });
  expect(preview).toMatchObject({
    status: 'PREVIEWED',
    codes: [
      { code: 'SPRING', status: 'REDEEMED' },
      { code: 'AUTUMN', status: 'REFUSED', error_code: 'code_unknown' },
    ],
  });
  expect(preview.refused).toContainEqual(expect.objectContaining({ type: 'CODE', index: 1, code: 'code_unknown' }));
  expect(preview.effects).toHaveLength(2);
  expect(await club.uses()).toEqual([]);
});

test('a decision is refused by the first code that does not apply, whose place it names', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING' });
  await club.batch({ code: 'AUTUMN', key: 'autumn', condition: 'event.amount >= 80' });
  for (const mode of ['COMMIT', 'RESERVE']) {
    const answer = await club.decide({ mode, codes: ['spring', 'autumn'] });
    expect(answer).toMatchObject({ status: 422, body: { code: 'code_conditions_not_met', param: 'codes[1]', details: { margin: '-30' } } });
  }
  expect(await club.uses()).toEqual([]);
});

test('a commit uses the code at once', async () => {
  const club = await codes();
  const {
    codes: [code = ''],
  } = await club.unique(1);
  const decision = await club.decided({ codes: [code] });
  expect(decision).toMatchObject({ status: 'COMMITTED', codes: [{ code, status: 'REDEEMED' }] });
  expect(await club.uses()).toMatchObject([{ status: 'REDEEMED', event_id: decision.event_id, decision_id: decision.id }]);
  const { body } = await club.api.get(`/events/${decision.event_id}`);
  expect(body).toMatchObject({ codes: [{ code, status: 'REDEEMED' }] });
  expect(await club.decide({ codes: [code] })).toMatchObject({ status: 422, body: { code: 'code_used', param: 'codes[0]' } });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation holds the code until it is committed, and gives it back when it is cancelled or expires', async () => {
  const club = await codes({ mode: 'SANDBOX' });
  const {
    batch,
    codes: [code = ''],
  } = await club.unique(1);
  const first = await club.held({ codes: [code] });
  expect(first).toMatchObject({ status: 'RESERVED', codes: [{ status: 'RESERVED' }] });
  expect((await club.enter([code], { external_id: 'bob' })).codes).toMatchObject([{ error_code: 'code_used' }]);
  expect((await club.end('cancel', first)).body).toMatchObject({ status: 'CANCELLED', codes: [{ status: 'RETURNED' }] });
  expect(await club.codesOf(batch)).toMatchObject([{ status: 'UNUSED', used: 0 }]);
  const second = await club.held({ codes: [code] });
  await club.advance('16m');
  expect(await club.readDecision(second)).toMatchObject({ status: 'EXPIRED', codes: [{ status: 'RETURNED' }] });
  const third = await club.held({ codes: [code], external_id: 'bob' });
  const committed = (await club.end('commit', third)).body;
  expect(committed).toMatchObject({ status: 'COMMITTED', codes: [{ status: 'REDEEMED' }] });
  expect(await club.uses()).toMatchObject([
    { status: 'REDEEMED', event_id: committed.event_id },
    { status: 'RETURNED' },
    { status: 'RETURNED' },
  ]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation is changed to other codes, keeps its own where none are named, and can be rid of them', async () => {
  const club = await codes();
  const {
    codes: [one = '', other = ''],
  } = await club.unique(2, { max_per_participant: 1 });
  const held = await club.held({ codes: [one] });
  expect((await club.change(held, { event_data: { type: 'purchase', amount: 60 } })).body).toMatchObject({
    codes: [{ code: one, status: 'RESERVED' }],
  });
  expect((await club.change(held, { codes: [other] })).body).toMatchObject({ codes: [{ code: other, status: 'RESERVED' }] });
  expect(await club.uses('&status=RESERVED')).toMatchObject([{ code: other }]);
  const { body } = await club.change(held, { codes: [] });
  expect(body).not.toHaveProperty('codes');
  expect(await club.uses('&status=RESERVED')).toEqual([]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('the part of a basket that is committed must still meet the condition of its code', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING', condition: 'event.amount >= 40', max_total: 1 });
  const held = await club.held({ codes: ['spring'] });
  expect(await club.end('commit', held, { event_data: { type: 'purchase', amount: 30 } })).toMatchObject({
    status: 422,
    body: { code: 'code_conditions_not_met', param: 'event_data' },
  });
  expect((await club.end('commit', held, { event_data: { type: 'purchase', amount: 45 } })).body).toMatchObject({
    status: 'COMMITTED',
    codes: [{ status: 'REDEEMED' }],
  });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('unknown codes of refused decisions and of previews are counted, and then refused with the time to wait', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING' });
  await club.decided({ external_id: 'ada' });
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await club.decide({ codes: [`guess-${guess}`] })).toMatchObject({
      status: 422,
      body: { code: 'code_unknown', param: 'codes[0]' },
    });
    await club.decided({ mode: 'PREVIEW', codes: [`try-${guess}`] });
  }
  const refused = await club.decide({ codes: ['spring'] });
  expect(refused).toMatchObject({ status: 429, body: { code: 'code_attempts_exceeded', param: 'codes[0]' } });
  expect(refused.headers['retry-after']).toBe('600');
  expect(await club.decide({ codes: ['spring'], external_id: 'bob' })).toMatchObject({ status: 200 });
});
