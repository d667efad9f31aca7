import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENTRY_TYPES } from '@/domain/choices';
import { closingAfter, flowsOf, FLOWS } from '@/domain/ledger/flows';
import { amountOf, sumAmounts, ZERO } from '@/domain/money';

const HOLDERS_UNCHANGED = ['HOLD', 'RELEASE', 'MATURE', 'TRANSFER', 'FUND', 'BURN'];
const EITHER_WAY = { more: amountOf('3'), less: amountOf('-2') };

test.each(ENTRY_TYPES.filter((type) => !HOLDERS_UNCHANGED.includes(type)))('%s stands under a heading', (type) => {
  expect(FLOWS.filter((flow) => !flowsOf([{ type, ...EITHER_WAY }])[flow].isZero()).length).toBeGreaterThan(0);
});

test.each(HOLDERS_UNCHANGED)('%s changes nothing that is owed', (type) => {
  const flows = flowsOf([{ type: type as (typeof ENTRY_TYPES)[number], ...EITHER_WAY }]);
  expect(FLOWS.every((flow) => flows[flow].isZero())).toBe(true);
});

const GIVING = ['CREDIT', 'SETTLE', 'REVERSE', 'CORRECTION'] as const;
const TAKING = ['SETTLE', 'CORRECTION', 'DEBIT', 'REDEEM', 'CAPTURE', 'EXPIRE', 'FORFEIT', 'VOID'] as const;
const cents = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((units) => amountOf(units.toString()).div(100));
const change = fc.oneof(
  fc.record({ type: fc.constantFrom(...GIVING), more: cents, less: fc.constant(ZERO) }),
  fc.record({ type: fc.constantFrom(...TAKING), more: fc.constant(ZERO), less: cents.map((amount) => amount.negated()) }),
);

test('whatever the entries of a period were, opening and flows lead to the closing to the last digit', () => {
  fc.assert(
    fc.property(cents, fc.array(change, { maxLength: 40 }), (opening, changes) => {
      const closing = closingAfter(opening, flowsOf(changes));
      expect(closing.toFixed()).toBe(sumAmounts([opening, ...changes.flatMap(({ more, less }) => [more, less])]).toFixed());
    }),
  );
});
