/** Codes in events: what applies is used by the rules that read it, and whatever does not is told with the event without failing it. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { codes } from '@tests/support/codes';
import { brokenInvariants } from '@tests/support/invariants';

test('a code that applies is read by rules in whatever spelling, and its use is told with the event', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'Spring-2026' });
  const event = await club.enter(['spring 2026']);
  expect(event).toMatchObject({
    status: 'COMPLETED',
    codes: [{ code: 'SPRING2026', batch_id: batch.id, status: 'REDEEMED', error_code: null }],
  });
  expect(await club.available('ada')).toBe('10.00');
  expect(await club.uses()).toMatchObject([
    { batch_id: batch.id, code: 'SPRING2026', event_id: event.id, decision_id: null, status: 'REDEEMED' },
  ]);
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 1, made: 1 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('codes that do not apply leave the event as it would be without them, and say why', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING', condition: 'event.amount >= 80', key: 'spring' });
  await club.batch({ code: 'AUTUMN', key: 'autumn', active_from: '2100-01-01T00:00:00Z' });
  await club.batch({ code: 'WINTER', key: 'winter', active_to: '2020-01-01T00:00:00Z' });
  const event = await club.enter(['spring', 'autumn', 'winter', 'summer']);
  expect(event.status).toBe('COMPLETED');
  expect(event.codes).toMatchObject([
    { status: 'REFUSED', error_code: 'code_conditions_not_met', message: 'Amount is 50; it must be at least 80.', margin: '-30' },
    { status: 'REFUSED', error_code: 'code_not_yet' },
    { status: 'REFUSED', error_code: 'code_expired' },
    { code: 'SUMMER', batch_id: null, status: 'REFUSED', error_code: 'code_unknown' },
  ]);
  expect(await club.available('ada')).toBe('5.00');
  expect(await club.uses()).toEqual([]);
});

test('a code tells each condition that is not met in plain words, alternatives as such', async () => {
  const club = await codes();
  const condition = 'event.amount >= 80 && "vip" in participant.tags && (event.channel == "app" || event.channel == "web")';
  await club.batch({ code: 'SPRING', condition });
  const event = await club.enter(['spring']);
  expect(event.codes).toMatchObject([
    {
      error_code: 'code_conditions_not_met',
      message: 'Amount is 50; it must be at least 80. The participant does not have the tag “vip”.',
      margin: '-30',
    },
  ]);
});

test('a code is compared with the time of the event, also when it arrives late', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING', active_from: '2026-03-01T00:00:00Z', active_to: '2026-03-15T00:00:00Z' });
  const at = async (event_timestamp: string) => (await club.enter(['spring'], { event_timestamp })).codes?.[0];
  expect(await at('2026-02-28T23:59:59.999Z')).toMatchObject({ error_code: 'code_not_yet' });
  expect(await at('2026-03-01T00:00:00Z')).toMatchObject({ status: 'REDEEMED' });
  expect(await at('2026-03-15T00:00:00Z')).toMatchObject({ error_code: 'code_expired' });
});

test('a code with which no rule matched is not used up', async () => {
  const club = await codes();
  const {
    batch,
    codes: [code = ''],
  } = await club.unique(1, { key: 'other' });
  expect((await club.enter([code])).codes).toMatchObject([{ batch_id: batch.id, status: 'UNUSED', error_code: null }]);
  expect(await club.codesOf(batch, '&status=UNUSED')).toHaveLength(1);
  expect(await club.uses()).toEqual([]);
});

test('an event that fails uses nothing, and a code is used once it is retried', async () => {
  const club = await codes();
  await club.addRule({
    name: 'Pay',
    condition: 'event.amount > 10',
    actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '1000', shortfall_policy: 'REJECT' }],
  });
  const {
    codes: [code = ''],
  } = await club.unique(1);
  const event = await club.enter([code]);
  expect(event).toMatchObject({ status: 'FAILED', codes: [{ status: 'UNUSED' }] });
  expect(await club.uses()).toEqual([]);
  expect((await club.enter([code], { event_data: { amount: 5 } })).codes).toMatchObject([{ status: 'REDEEMED' }]);
  expect((await club.enter([code], { event_data: { amount: 5 } })).codes).toMatchObject([{ status: 'REFUSED', error_code: 'code_used' }]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('each limit holds: of a code, of a participant, and of all', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_per_participant: 2, max_total: 3 });
  const use = async (external_id: string) => (await club.enter(['spring'], { external_id })).codes?.[0]?.error_code ?? 'used';
  expect([await use('ada'), await use('ada'), await use('ada'), await use('bob'), await use('bob')]).toEqual([
    'used',
    'used',
    'code_used',
    'used',
    'code_used',
  ]);
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 3 });
  expect(await club.api.patch(`/code-batches/${batch.id}`, { max_total: 2 })).toMatchObject({ status: 400, body: { param: 'max_total' } });
  expect(await club.api.patch(`/code-batches/${batch.id}`, { max_total: 4 })).toMatchObject({ status: 200 });
  expect(await use('carol')).toBe('used');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('of an exclusive group one code applies, and rules read those that apply in the order of their priority', async () => {
  const club = await codes();
  await club.batch({ key: 'small', code: 'SMALL', exclusive_group: 'discount', priority: 1 });
  await club.batch({ key: 'big', code: 'BIG', exclusive_group: 'discount', priority: 2 });
  await club.batch({ key: 'spring', code: 'SPRING', priority: 3 });
  await club.addRule({ name: 'Order', condition: 'codes.map(c, c.batch) == ["spring", "big"]', amount: '1' });
  const event = await club.enter(['small', 'big', 'spring']);
  expect(event.codes).toMatchObject([{ error_code: 'code_not_stackable' }, { status: 'REDEEMED' }, { status: 'REDEEMED' }]);
  expect(await club.available('ada')).toBe('11.00');
});

test('the condition of a batch reads the state that no rule reads', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING', condition: 'participant.counters.visits >= 2 && groups.size() == 0' });
  expect((await club.enter(['spring'])).codes).toMatchObject([{ error_code: 'code_conditions_not_met', margin: '-2' }]);
  expect(await club.api.patch('/participants/ext:ada/state/counters', { set: { visits: 2 } })).toMatchObject({ status: 200 });
  expect((await club.enter(['spring'])).codes?.[0]?.status).toBe('REDEEMED');
});

test('unknown codes are counted: after ten within ten minutes even a known one is not looked up', async () => {
  const club = await codes({ mode: 'SANDBOX' });
  await club.batch({ code: 'SPRING' });
  await club.enter(Array.from({ length: 10 }, (_, index) => `guess-${index}`));
  expect((await club.enter(['spring'])).codes).toMatchObject([{ error_code: 'code_attempts_exceeded' }]);
  expect((await club.enter(['spring'], { external_id: 'bob' })).codes).toMatchObject([{ status: 'REDEEMED' }]);
  await club.advance('10m');
  expect((await club.enter(['spring'])).codes).toMatchObject([{ status: 'REDEEMED' }]);
});

test('an event without codes is told without them, and leaves nothing of codes', async () => {
  const club = await codes();
  const event = await club.sendAndProcess({ event_data: { type: 'purchase', amount: 50 }, codes: [] });
  expect(event).not.toHaveProperty('codes');
  expect(await statement('SELECT 1 FROM event_codes WHERE organization_id = $1', [club.id])).toEqual([]);
});
