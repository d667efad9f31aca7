/** What is taken back after any life, compared with plain arithmetic in cents. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { amountOf } from '@/domain/money';
import { life, OTHER, taken } from './earning-life';
import { assetWith, buckets, day, isWhole, REFERENCE } from './support';

interface Move {
  readonly kind: 'earn' | 'defer' | 'spend' | 'takeBack';
  readonly reference: string;
  readonly cents: number;
  readonly percent: number;
  readonly policy: ShortfallPolicy;
}

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('earn', 'earn', 'defer', 'spend', 'takeBack', 'takeBack'),
  reference: fc.constantFrom(REFERENCE, OTHER),
  cents: fc.integer({ min: 1, max: 999 }),
  percent: fc.integer({ min: 1, max: 100 }),
  policy: fc.constantFrom('PARTIAL', 'ALLOW_NEGATIVE'),
});

test.each(['SIMPLE', 'LOT'] as const)(
  'credits, spending and take-backs of a %s asset in any order agree with plain arithmetic',
  (inventoryMode) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const ada = life(assetWith({ inventoryMode }));
        const model = {
          available: 0,
          earned: new Map<string, number>(),
          back: new Map<string, number>(),
          deferred: new Map<string, number>(),
        };
        const at = (map: Map<string, number>, key: string) => map.get(key) ?? 0;
        const add = (map: Map<string, number>, key: string, cents: number) => map.set(key, at(map, key) + cents);
        for (const { kind, reference, cents, percent, policy } of moves) {
          const amount = (cents / 100).toFixed(2);
          if (kind === 'spend') {
            ada.spend(amount, reference, 'PARTIAL');
            model.available -= Math.min(Math.max(model.available, 0), cents);
          } else if (kind === 'takeBack') {
            const wanted = Math.min(
              Math.floor((at(model.earned, reference) * percent + 50) / 100),
              at(model.earned, reference) - at(model.back, reference),
            );
            const deferred = Math.min(at(model.deferred, reference), wanted);
            const rest = policy === 'PARTIAL' ? Math.min(Math.max(model.available, 0), wanted - deferred) : wanted - deferred;
            add(model.deferred, reference, -deferred);
            add(model.back, reference, deferred + rest);
            model.available -= rest;
            expect(taken(ada.takeBack((percent / 100).toFixed(2), policy, reference))).toBe(
              amountOf(deferred + rest)
                .dividedBy(100)
                .toFixed(),
            );
          } else if (kind === 'defer' && inventoryMode === 'LOT') {
            ada.earn(amount, { referenceId: reference, bucket: 'DEFERRED', terms: { maturesAt: day(9), expiresAt: null } });
            add(model.earned, reference, cents);
            add(model.deferred, reference, cents);
          } else {
            ada.earn(amount, { referenceId: reference });
            add(model.earned, reference, cents);
            model.available += cents;
          }
          const waiting = [...model.deferred.values()].reduce((sum, one) => sum + one, 0);
          const shown = (units: number) => amountOf(units).dividedBy(100).toFixed();
          expect(buckets(ada.state())).toBe(`${shown(model.available)}/0/${shown(waiting)}`);
          if (inventoryMode === 'LOT') expect(isWhole(ada.state())).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  },
);
