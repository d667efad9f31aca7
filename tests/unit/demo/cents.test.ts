import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, decimalOf } from '@/demo/shop/cents';

test.each([
  ['0', 0],
  ['12.5', 1_250],
  ['12.50', 1_250],
  ['0.07', 7],
  ['-3.05', -305],
  ['4.3500', 435],
])('%s is %i cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each(['', '1.005', '1e3', '.5', '1.', 'NaN', '1,50'])('“%s” is no amount', (text) => {
  expect(() => centsOf(text)).toThrow(RangeError);
});

test('whole cents are written and read back without a change', () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger().map((safe) => safe % 1e12),
      (cents) => {
        expect(centsOf(decimalOf(cents)) === cents).toBe(true);
      },
    ),
  );
});
