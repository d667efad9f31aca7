import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAmountText, isDecimalText, MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import {
  Amount,
  amountOf,
  formatAmount,
  formatDecimal,
  isMovable,
  MAX_SCALE,
  parseAmount,
  scaleOf,
  sumAmounts,
  truncateToScale,
} from '@/domain/money';

const digits = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
/** Decimal text with up to 40 digits before the point and up to `scale` after it. */
const amountText = (scale: number) =>
  fc.tuple(digits(1, MAX_INTEGER_DIGITS), digits(0, scale)).map(([whole, part]) => (part === '' ? whole : `${whole}.${part}`));
/** The value of decimal text in units of 10^-18. */
const minor = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(MAX_SCALE, '0'));
};

describe('reading an amount', () => {
  test.each(['1', '0.01', '00012.50', '1.500', `${'9'.repeat(40)}.99`])('%s is read exactly', (text) => {
    expect(minor(formatAmount(parseAmount(text, 3), 18))).toBe(minor(text));
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '.5',
    '5.',
    '1e2',
    '1,000',
    '0x1',
    'NaN',
    'Infinity',
    '１',
    '1_000',
    '0',
    '0.000',
    '-0',
    '9'.repeat(41),
  ])('%j is invalid_amount', (text) => {
    expect(() => parseAmount(text, 3)).toThrow(expect.objectContaining({ code: 'invalid_amount', param: 'amount' }));
    expect(isAmountText(text)).toBe(false);
  });

  test('digits beyond the scale are refused unless they are zeros', () => {
    expect(() => parseAmount('1.005', 2)).toThrow(expect.objectContaining({ code: 'invalid_amount' }));
    expect(() => parseAmount('1.5', 0)).toThrow(expect.objectContaining({ code: 'invalid_amount' }));
    expect(formatAmount(parseAmount('1.5000', 1), 1)).toBe('1.5');
    expect(formatAmount(parseAmount('7.0', 0), 0)).toBe('7');
  });

  test('the failing parameter is named', () => {
    expect(() => parseAmount('x', 2, 'recipients[3].amount')).toThrow(expect.objectContaining({ param: 'recipients[3].amount' }));
  });
});

describe('arithmetic', () => {
  test('sums are those of whole numbers, to the last digit', () => {
    fc.assert(
      fc.property(fc.array(amountText(MAX_SCALE), { maxLength: 50 }), (texts) => {
        expect(minor(formatAmount(sumAmounts(texts.map(amountOf)), MAX_SCALE))).toBe(texts.reduce((sum, text) => sum + minor(text), 0n));
      }),
    );
  });

  test('the product of two amounts is exact', () => {
    fc.assert(
      fc.property(amountText(MAX_SCALE), amountText(MAX_SCALE), (a, b) => {
        expect(minor2(amountOf(a).times(amountOf(b)).toFixed(36))).toBe(minor(a) * minor(b));
      }),
    );
  });

  test('a computed value is cut to the scale and never rounded up', () => {
    expect(formatAmount(truncateToScale(new Amount('1.999'), 2), 2)).toBe('1.99');
    expect(formatAmount(truncateToScale(new Amount('-1.999'), 2), 2)).toBe('-1.99');
    expect(formatAmount(truncateToScale(new Amount(2).dividedBy(3), 18), 18)).toBe('0.666666666666666666');
  });
});

const minor2 = (text: string): bigint => BigInt(text.replace('.', ''));

describe('writing an amount', () => {
  test('it has exactly the places of the scale and never an exponent', () => {
    expect(formatAmount(amountOf('1e-18'), 18)).toBe('0.000000000000000001');
    expect(formatAmount(amountOf('1e40'), 0)).toBe(`1${'0'.repeat(40)}`);
    expect(formatAmount(amountOf('10'), 2)).toBe('10.00');
    expect(formatDecimal(amountOf('1e-30'))).toBe(`0.${'0'.repeat(29)}1`);
    expect(formatDecimal(amountOf('2.500'))).toBe('2.5');
  });

  test('what is written is read back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_SCALE }), amountText(MAX_SCALE), (scale, text) => {
        const amount = truncateToScale(amountOf(text), scale);
        fc.pre(amount.greaterThan(0));
        const written = formatAmount(amount, scale);
        expect(isAmountText(written)).toBe(true);
        expect(parseAmount(written, scale).equals(amount)).toBe(true);
        expect(scaleOf(parseAmount(written, scale))).toBeLessThanOrEqual(scale);
      }),
    );
  });
});

test('decimal text may be negative and as long as a balance, an amount may not', () => {
  const long = '9'.repeat(60);
  expect([isDecimalText('-1.5'), isDecimalText(long), isDecimalText(`${long}9`), isDecimalText('1e3')]).toEqual([true, true, false, false]);
  expect([isAmountText('-1.5'), isAmountText(long)]).toEqual([false, false]);
});

test('an operation moves what is greater than zero and below 10^40', () => {
  expect([isMovable(amountOf('0')), isMovable(amountOf('-1')), isMovable(amountOf('1e40'))]).toEqual([false, false, false]);
  expect([isMovable(amountOf('1e-18')), isMovable(amountOf(`${'9'.repeat(40)}.9`))]).toEqual([true, true]);
});

test.each([
  [0, 'The amount must be a whole number, because the asset has no decimal places.'],
  [1, 'The amount has more than the 1 decimal place of the asset.'],
  [2, 'The amount has more than the 2 decimal places of the asset.'],
])('an amount that is too fine for %i decimal places is refused in words', (scale, words) => {
  expect(() => parseAmount('1.2345', scale)).toThrow(words);
});
