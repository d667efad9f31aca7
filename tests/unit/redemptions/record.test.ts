import { describe, expect, test } from 'vitest';
import { NOTHING, type Decision } from '@/domain/decision';
import { amountOf } from '@/domain/money';
import { afterCapture, afterRelease, afterReversal } from '@/domain/redemptions/record';

const NOW = new Date('2026-03-01T12:00:00Z');
const EARLIER = new Date('2026-02-01T12:00:00Z');
const decision: Decision = {
  ...NOTHING,
  entries: [{ id: 'entry', programId: 'program', type: 'CAPTURE', description: null, referenceId: null, cause: null, postings: [] }],
};
const pending = {
  id: 'redemption',
  amount: '10.00',
  status: 'PENDING',
  failure_reason: null,
  resolved_at: null,
  captured_at: null,
  capture_journal_entry_id: null,
  release_journal_entry_id: null,
  released_amount: null,
  reversed_amount: '0',
  reversed_quantity: null,
  updated_at: EARLIER,
} as const;
const ended = { resolved_at: NOW, updated_at: NOW };

describe('the record of a redemption', () => {
  test('names the entry that captured it, and is completed', () => {
    const captured = { status: 'COMPLETED', capture_journal_entry_id: 'entry', captured_at: NOW, ...ended };
    expect(afterCapture({ ...pending }, decision, NOW)).toEqual({ ...pending, ...captured });
  });

  test.each(['FAILED', 'CANCELLED'] as const)('that is %s names the entry and the amount that were released, and the reason', (status) => {
    const released = { status, failure_reason: 'why', release_journal_entry_id: 'entry', released_amount: '7.5', ...ended };
    expect(afterRelease({ ...pending }, decision, amountOf('7.50'), { status, reason: 'why' }, NOW)).toEqual({ ...pending, ...released });
  });

  test('names no entry and no amount where nothing was left to release', () => {
    const released = { status: 'FAILED', ...ended };
    expect(afterRelease({ ...pending }, NOTHING, amountOf(0), { status: 'FAILED', reason: null }, NOW)).toEqual({
      ...pending,
      ...released,
    });
  });

  test('adds up what is reversed, amounts and units', () => {
    const plan = { amount: amountOf('2.5'), quantity: null, status: 'PARTIALLY_REVERSED' } as const;
    const once = afterReversal({ ...pending, status: 'COMPLETED' as const }, plan, NOW);
    expect(once).toEqual({ ...pending, status: 'PARTIALLY_REVERSED', reversed_amount: '2.5', updated_at: NOW });
    const twice = afterReversal(once, { ...plan, amount: amountOf('7.5'), status: 'FULLY_REVERSED' }, NOW);
    expect(twice).toMatchObject({ status: 'FULLY_REVERSED', reversed_amount: '10', reversed_quantity: null });
    const units = afterReversal({ ...pending, reversed_quantity: 1 as number | null }, { ...plan, quantity: 2 }, NOW);
    expect(units).toMatchObject({ reversed_quantity: 3 });
  });
});
