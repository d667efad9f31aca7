/** How dashboard forms interpret input, and how a redemption is described. */
import { expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { timelineOf } from '@/components/redemptions/timeline';
import { changesBetween } from '@/components/state/attribute-changes';
import { jsonObjectOf } from '@/components/ui/json-object';
import { pastedRecipients, totalOf } from '@/components/transfers/transfer-draft';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

const PENDING: Redemption = {
  id: 'r',
  program_id: 'p',
  participant_id: 'a',
  asset_id: 's',
  amount: '30.00',
  description: 'Order 7',
  status: 'PENDING',
  failure_reason: null,
  journal_entry_id: 'e1',
  reservation_id: 'h',
  expires_at: at(50),
  capture_journal_entry_id: null,
  captured_at: null,
  release_journal_entry_id: null,
  released_amount: null,
  resolved_at: null,
  reversed_amount: '0.00',
  created_at: at(0),
  updated_at: at(0),
};

const titles = (...args: Parameters<typeof timelineOf>) => timelineOf(...args).map(({ title, entryId }) => [title, entryId]);

test('a pending redemption names its deadline as what is still to come', () => {
  expect(timelineOf(PENDING, []).map(({ title, ahead }) => [title, ahead])).toEqual([
    ['Reserved', false],
    ['Is released unless captured', true],
  ]);
});

test('a captured and reversed redemption tells each step with its own entry, in the order of time', () => {
  const captured = {
    ...PENDING,
    status: 'PARTIALLY_REVERSED' as const,
    captured_at: at(1),
    resolved_at: at(1),
    capture_journal_entry_id: 'e2',
  };
  const reversal = {
    id: 'v',
    redemption_id: 'r',
    amount: '10.00',
    quantity: null,
    reason: 'Broken',
    journal_entry_id: 'e3',
    created_at: at(2),
  };
  expect(titles(captured, [reversal])).toEqual([
    ['Reserved', 'e1'],
    ['Captured', 'e2'],
    ['Reversed', 'e3'],
  ]);
});

test('a reservation of which nothing was left to release tells of no amount and no entry', () => {
  const expired = { ...PENDING, status: 'FAILED' as const, failure_reason: 'reservation_expired', resolved_at: at(50) };
  expect(timelineOf(expired, [])[1]).toMatchObject({ title: 'Reservation expired', amount: null, entryId: null, note: null });
});

test('only attributes that differ are set, and those that are gone are removed', () => {
  expect(changesBetween({ plan: 'gold', seats: 3, old: true }, { plan: 'gold', seats: 4, note: null })).toEqual({
    set: { seats: 4, note: null },
    unset: ['old'],
  });
  expect(['[1]', 'null', '"a"', '{'].map(jsonObjectOf)).toEqual([null, null, null, null]);
});

test('pasted lines become recipients whose sum is exact, and there is no sum while an amount is missing', () => {
  const pasted = pastedRecipients('ada, 0.10\r\n\ngrace\t0.2\n', 5);
  expect(pasted.map(({ key, who, amount }) => [key, who, amount])).toEqual([
    [5, 'ada', '0.10'],
    [6, 'grace', '0.2'],
  ]);
  expect(totalOf(pasted)).toBe('0.30');
  expect(totalOf(pastedRecipients('ada', 1))).toBeNull();
});
