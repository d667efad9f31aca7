/** What a rule takes back of an order: in parts, over batches, and as the ledger, reports and simulations tell it. */
import { describe, expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import type { LedgerVerification } from '@/contract/ledger';
import { actionProgram } from '@tests/support/rules';
import { processDueEvents } from '@tests/support/jobs';
import { runAllVerifications } from '@tests/support/proof';

const REFERENCE = { reference_id: 'order-{{ event.order }}' };
const EARN = { type: 'CREDIT', amount: '{{ event.total * 0.1 }}', ...REFERENCE };
const REFUND = { type: 'TAKE_BACK', ...REFERENCE, share: '{{ event.refunded / event.total }}' };

async function shopWith(settings: Parameters<typeof actionProgram>[0], earn: object = {}, refund: object = {}) {
  const made = await actionProgram(settings);
  await made.on('order', { ...EARN, ...earn });
  await made.on('refund', { ...REFUND, ...refund });
  return made;
}

describe.each(['SIMPLE', 'LOT'] as const)('of a %s asset', (inventory_mode) => {
  test('a half refund takes half of what the order earned, the rest the rest, and a third one nothing', async () => {
    const { happen, outcomes, balance, api } = await shopWith({ inventory_mode });
    await happen('order', { order: 1, total: 100 });
    await happen('order', { order: 2, total: 50 });
    expect(await outcomes('refund', { order: 1, refunded: 50, total: 100 })).toMatchObject([
      { type: 'TAKE_BACK', result: 'APPLIED', amount: '5.00' },
    ]);
    expect(await outcomes('refund', { order: 1, refunded: 100, total: 100 })).toMatchObject([{ result: 'APPLIED', amount: '5.00' }]);
    expect(await outcomes('refund', { order: 1, refunded: 100, total: 100 })).toMatchObject([{ result: 'NOTHING_TO_TAKE' }]);
    expect(await balance()).toEqual({ available: '5.00', held: '0.00', deferred: '0.00' });
    const { body } = await api.get<{ data: { type: string; reference_id: string }[] }>('/journal-entries?type=TAKE_BACK');
    expect(body.data.map(({ reference_id }) => reference_id)).toEqual(['order-1', 'order-1']);
  });

  test('an order and its refunds in one batch see each other', async () => {
    const { id, send, balance, api } = await shopWith({ inventory_mode });
    const sent = [];
    for (const data of [
      { type: 'order', order: 1, total: 100 },
      { type: 'refund', order: 1, refunded: 60, total: 100 },
      { type: 'refund', order: 1, refunded: 60, total: 100 },
      { type: 'refund', order: 2, refunded: 60, total: 100 },
    ])
      sent.push(await send({ event_data: data }));
    await processDueEvents(id);
    const results = [];
    for (const event of sent)
      results.push((await api.get<EventDetail>(`/events/${event.id}`)).body.rule_evaluations.flatMap(({ actions }) => actions));
    expect(results.flat().map(({ result, amount }) => [result, amount ?? null])).toEqual([
      ['APPLIED', '10.00'],
      ['APPLIED', '6.00'],
      ['APPLIED', '4.00'],
      ['NOTHING_TO_TAKE', null],
    ]);
    expect((await balance()).available).toBe('0.00');
  });

  test('what was spent fails the event, is left, or overdraws, as the policy says', async () => {
    for (const [shortfall_policy, status, available] of [
      ['REJECT', 'FAILED', '3.00'],
      ['PARTIAL', 'COMPLETED', '0.00'],
      ['ALLOW_NEGATIVE', 'COMPLETED', '-7.00'],
    ] as const) {
      const { happen, on, balance } = await shopWith({ inventory_mode }, {}, { shortfall_policy });
      await on('spend', { type: 'DEBIT', amount: '7', reference_id: 'order-{{ event.order }}' });
      await happen('order', { order: 1, total: 100 });
      await happen('spend', { order: 1 });
      expect((await happen('refund', { order: 1, refunded: 1, total: 1 })).status).toBe(status);
      expect((await balance()).available).toBe(available);
    }
  });

  test('a refund is simulated on what was earned, and changes nothing', async () => {
    const { happen, balance, api, program } = await shopWith({ inventory_mode });
    await happen('order', { order: 1, total: 100 });
    const { body } = await api.post<{ effects: unknown[] }>(`/programs/${program.id}/rules/simulate`, {
      event: { external_id: 'ada', event_data: { type: 'refund', order: 1, refunded: 1, total: 4 } },
    });
    expect(body.effects).toMatchObject([{ type: 'TAKE_BACK', amount: '2.50' }]);
    expect((await balance()).available).toBe('10.00');
  });

  test('the ledger verifies, and what was taken back is debited in the liability report', async () => {
    const { happen, api } = await shopWith({ inventory_mode });
    await happen('order', { order: 1, total: 100 });
    await happen('refund', { order: 1, refunded: 1, total: 2 });
    const started = await api.post<LedgerVerification>('/reports/ledger-verification', {});
    await runAllVerifications();
    const { body } = await api.get<LedgerVerification>(`/reports/ledger-verification/${started.body.id}`);
    expect(body).toMatchObject({ status: 'PASSED', violations: [] });
    const report = await api.get<{ data: unknown[] }>('/reports/ledger-summary');
    expect(report.body.data).toMatchObject([{ issued: '10.00', debited: '5.00', outstanding: '5.00' }]);
  });
});

test('value that is deferred is taken back before it matures', async () => {
  const { happen, balance } = await shopWith({ inventory_mode: 'LOT' }, { matures_in: '30d' });
  await happen('order', { order: 1, total: 100 });
  expect((await balance()).deferred).toBe('10.00');
  await happen('refund', { order: 1, refunded: 1, total: 4 });
  expect(await balance()).toEqual({ available: '0.00', held: '0.00', deferred: '7.50' });
});

test('lots that were split by a hold and released are found again', async () => {
  const { happen, outcomes, on, balance } = await shopWith({ inventory_mode: 'LOT' });
  await on('hold', { type: 'HOLD', amount: '6', reference_id: 'stay' });
  await on('release', { type: 'RELEASE', amount: '2', reference_id: 'stay' });
  await happen('order', { order: 1, total: 100 });
  await happen('hold');
  await happen('release');
  expect(await outcomes('refund', { order: 1, refunded: 6, total: 10 })).toMatchObject([{ amount: '6.00' }]);
  expect(await balance()).toEqual({ available: '0.00', held: '4.00', deferred: '0.00' });
});

test('what expired of an order is not taken from other value', async () => {
  const made = await shopWith({ inventory_mode: 'LOT', mode: 'SANDBOX' }, { expires_in: '5d' });
  await made.on('gift', { type: 'CREDIT', amount: '50' });
  await made.happen('order', { order: 1, total: 100 });
  await made.happen('gift');
  await made.api.post('/sandbox/clock/advance', { by: '6d' });
  await processDueEvents(made.id);
  expect(await made.outcomes('refund', { order: 1, refunded: 1, total: 1 })).toMatchObject([{ result: 'NOTHING_TO_TAKE' }]);
  expect((await made.balance()).available).toBe('50.00');
});

test('what was sent to somebody who earned under the same reference, and expired there, is still taken back from whoever sent it', async () => {
  const made = await shopWith({ inventory_mode: 'LOT', mode: 'SANDBOX' }, { expires_in: '5d' });
  await made.on('gift', { type: 'CREDIT', amount: '50' });
  for (const external_id of ['ada', 'bob']) await made.happen('order', { order: 1, total: 100 }, { external_id });
  const sent = await made.api.post('/transfers', {
    program_id: made.program.id,
    asset_id: made.asset.id,
    source_external_id: 'ada',
    recipients: [{ external_id: 'bob', amount: '10' }],
    idempotency_key: 'sent',
  });
  expect(sent.status).toBe(201);
  await made.happen('gift');
  await made.api.post('/sandbox/clock/advance', { by: '6d' });
  await processDueEvents(made.id);
  expect((await made.balance('bob')).available).toBe('0.00');
  expect(await made.outcomes('refund', { order: 1, refunded: 1, total: 1 })).toMatchObject([{ result: 'APPLIED', amount: '10.00' }]);
  expect((await made.balance()).available).toBe('40.00');
});

describe('a rule is refused when', () => {
  test.each([
    ['its reference reads anything but the event', { reference_id: '{{ participant.id }}' }, 'actions[0].reference_id'],
    ['its share is more than all', { reference_id: 'r', share: '1.5' }, 'actions[0].share'],
    ['its share is nothing', { reference_id: 'r', share: 0 }, 'actions[0].share'],
  ])('%s', async (_, fields, param) => {
    const { api, program, asset } = await actionProgram();
    const { status, body } = await api.post('/rules', {
      program_id: program.id,
      name: 'Refund',
      condition: 'true',
      actions: [{ type: 'TAKE_BACK', asset_id: asset.id, ...fields }],
    });
    expect([status, body]).toMatchObject([400, { code: 'validation_error', param }]);
  });
});
