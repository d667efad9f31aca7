import { describe, expect, test } from 'vitest';
import { amountOf } from '@/domain/money';
import { planReversal, type Reversible } from '@/domain/redemptions/reversal';

const of = (fields: Partial<Reversible> = {}): Reversible => ({
  status: 'COMPLETED',
  amount: amountOf('30'),
  reversedAmount: amountOf('0'),
  scale: 2,
  units: null,
  ...fields,
});
const units = (quantity: number, reversed = 0) => ({ quantity, unitCost: amountOf('10'), reversed });
const plan = (redemption: Reversible, request: { amount?: string; quantity?: number }) => {
  const { amount, quantity, status } = planReversal(redemption, {
    ...request,
    amount: request.amount === undefined ? undefined : amountOf(request.amount),
  });
  return [amount.toFixed(), quantity, status];
};
const refused = (code: string, details?: unknown) => expect.objectContaining(details ? { code, details } : { code });

describe('a reversal by amount', () => {
  test('of less than remains is partial, of the rest it is full', () => {
    expect(plan(of(), { amount: '29.99' })).toEqual(['29.99', null, 'PARTIALLY_REVERSED']);
    expect(plan(of(), { amount: '30' })).toEqual(['30', null, 'FULLY_REVERSED']);
    expect(plan(of({ status: 'PARTIALLY_REVERSED', reversedAmount: amountOf('20') }), { amount: '10' })).toEqual([
      '10',
      null,
      'FULLY_REVERSED',
    ]);
  });

  test('of more than remains is amount_exceeds_remaining and says what remains', () => {
    const redemption = of({ status: 'PARTIALLY_REVERSED', reversedAmount: amountOf('20') });
    expect(() => plan(redemption, { amount: '10.01' })).toThrow(refused('amount_exceeds_remaining', { remaining: '10.00' }));
  });

  test('of units gives back no unit until nothing of the amount is left', () => {
    expect(plan(of({ units: units(3) }), { amount: '5' })).toEqual(['5', 0, 'PARTIALLY_REVERSED']);
    expect(plan(of({ units: units(3, 1), status: 'PARTIALLY_REVERSED', reversedAmount: amountOf('10') }), { amount: '20' })).toEqual([
      '20',
      2,
      'FULLY_REVERSED',
    ]);
  });
});

describe('a reversal by quantity', () => {
  test('gives back what the units cost', () => {
    expect(plan(of({ units: units(3) }), { quantity: 2 })).toEqual(['20', 2, 'PARTIALLY_REVERSED']);
    expect(plan(of({ units: units(3) }), { quantity: 3 })).toEqual(['30', 3, 'FULLY_REVERSED']);
  });

  test('after a reversal by amount gives back no more than remains', () => {
    const redemption = of({ units: units(3), status: 'PARTIALLY_REVERSED', reversedAmount: amountOf('15') });
    expect(plan(redemption, { quantity: 1 })).toEqual(['10', 1, 'PARTIALLY_REVERSED']);
    expect(plan(redemption, { quantity: 2 })).toEqual(['15', 3, 'FULLY_REVERSED']);
    expect(plan(redemption, { quantity: 3 })).toEqual(['15', 3, 'FULLY_REVERSED']);
  });

  test('of more units than remain is quantity_exceeds_remaining', () => {
    const redemption = of({ units: units(3, 2), status: 'PARTIALLY_REVERSED', reversedAmount: amountOf('20') });
    expect(() => plan(redemption, { quantity: 2 })).toThrow(refused('quantity_exceeds_remaining', { remaining: 1 }));
  });

  test('of a redemption without units is invalid_reversal_params', () => {
    expect(() => plan(of(), { quantity: 1 })).toThrow(refused('invalid_reversal_params'));
  });
});

test.each([
  ['both', { amount: '1', quantity: 1 }],
  ['neither', {}],
])('%s of amount and quantity is invalid_reversal_params, whatever the state', (_, request) => {
  expect(() => plan(of({ units: units(3) }), request)).toThrow(refused('invalid_reversal_params'));
  expect(() => plan(of({ status: 'FULLY_REVERSED' }), request)).toThrow(refused('invalid_reversal_params'));
});

test.each([
  ['PENDING', 'redemption_not_completed'],
  ['FAILED', 'redemption_not_completed'],
  ['CANCELLED', 'redemption_not_completed'],
  ['FULLY_REVERSED', 'already_reversed'],
] as const)('nothing of a redemption that is %s can be reversed: %s', (status, code) => {
  expect(() => plan(of({ status }), { amount: '99' })).toThrow(refused(code));
});
