import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { faceValueText, fromMinor, isCurrency } from '@/domain/fulfillment/currency';
import { FACE_VALUE_MAX_MINOR, parsePolicy } from '@/domain/fulfillment/policy';
import { assertSoldIn, priceFaceValue, type Product } from '@/domain/fulfillment/product';
import { assertRateFits, parseRate } from '@/domain/fulfillment/rate';
import { amountOf } from '@/domain/money';

function refusal(work: () => unknown): { code: string; param: string | undefined } | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, param: error.param };
  }
}

describe('a currency', () => {
  test('is known by its upper-case code', () => {
    expect(['USD', 'EUR', 'JPY', 'KWD'].every(isCurrency)).toBe(true);
    expect(['usd', 'XQQ', '', 'DOLLAR'].some(isCurrency)).toBe(false);
  });

  test.each([
    ['USD', 2550, '25.5'],
    ['JPY', 2550, '2550'],
    ['KWD', 2550, '2.55'],
  ])('%s: %i minor units are exactly %s currency units', (currency, minor, units) => {
    expect(fromMinor(minor, currency).toFixed()).toBe(units);
  });

  test('is written with all of its minor digits', () => {
    expect([faceValueText(2500, 'USD'), faceValueText(2500, 'JPY'), faceValueText(2500, 'KWD')]).toEqual([
      '25.00 USD',
      '2500 JPY',
      '2.500 KWD',
    ]);
  });

  test('as JSON numbers, the largest face values keep every digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: FACE_VALUE_MAX_MINOR }), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
        const units = fromMinor(minor, currency);
        expect(JSON.stringify(units.toNumber())).toBe(units.toFixed());
      }),
    );
  });
});

describe('a policy', () => {
  test('keeps its denominations once each and ascending', () => {
    expect(parsePolicy({ currency: 'USD', denominations: [5000, 1000, 5000] })).toEqual({ currency: 'USD', denominations: [1000, 5000] });
  });

  test('without bounds or denominations is only a currency', () => {
    expect(parsePolicy({ currency: 'EUR', min_face_value_minor: null, denominations: [] })).toEqual({ currency: 'EUR' });
  });

  test.each([
    ['nothing', null, 'policy'],
    ['a list', [], 'policy'],
    ['no currency', {}, 'policy.currency'],
    ['a currency that does not exist', { currency: 'XQQ' }, 'policy.currency'],
    ['a currency in lower case', { currency: 'usd' }, 'policy.currency'],
    ['a bound of zero', { currency: 'USD', min_face_value_minor: 0 }, 'policy.min_face_value_minor'],
    ['a bound that is a fraction', { currency: 'USD', max_face_value_minor: 10.5 }, 'policy.max_face_value_minor'],
    ['a bound as text', { currency: 'USD', max_face_value_minor: '10' }, 'policy.max_face_value_minor'],
    [
      'bounds that exclude each other',
      { currency: 'USD', min_face_value_minor: 10, max_face_value_minor: 9 },
      'policy.max_face_value_minor',
    ],
    ['denominations that are no list', { currency: 'USD', denominations: 10 }, 'policy.denominations'],
    ['a denomination of zero', { currency: 'USD', denominations: [10, 0] }, 'policy.denominations[1]'],
    [
      'a denomination outside its own bounds',
      { currency: 'USD', max_face_value_minor: 100, denominations: [101] },
      'policy.denominations[0]',
    ],
    ['a field that does not exist', { currency: 'USD', maximum: 1 }, 'policy.maximum'],
  ])('%s is refused as invalid_policy, naming the field', (_, sent, param) => {
    expect(refusal(() => parsePolicy(sent))).toEqual({ code: 'invalid_policy', param });
  });
});

describe('a rate', () => {
  test.each(['0', '-1', '1e3', '', 'abc', '0.0000000000000000001', '1,5'])('%j is refused as invalid_rate', (text) => {
    expect(refusal(() => parseRate(text))).toEqual({ code: 'invalid_rate', param: 'rate' });
  });

  test.each([
    ['100', { currency: 'USD' }, 0, true],
    ['0.5', { currency: 'USD' }, 0, false],
    ['0.5', { currency: 'USD' }, 1, true],
    ['0.5', { currency: 'USD', denominations: [200, 400] }, 0, true],
    ['0.5', { currency: 'USD', denominations: [200, 300] }, 0, false],
    ['1.005', { currency: 'USD' }, 2, false],
  ])('%s for %j fits a scale of %i: %s', (rate, policy, scale, fits) => {
    expect(refusal(() => assertRateFits(parseRate(rate), policy, scale))).toEqual(fits ? null : { code: 'invalid_rate', param: 'rate' });
  });
});

describe('the price of a face value', () => {
  const product: Product = {
    id: 'P',
    name: 'Card',
    category: null,
    image_url: null,
    currencies: ['USD'],
    countries: [],
    face_values: [
      { min: '5', max: '5' },
      { min: '10', max: '100' },
    ],
  };
  const terms = { policy: { currency: 'USD', max_face_value_minor: 5000 }, rate: amountOf('100'), product, scale: 0 };

  test('is the face value times the rate, to the last digit', () => {
    expect(priceFaceValue(terms, { face_value_minor: 2550, quantity: 1 }).price.toFixed()).toBe('2550');
    expect(
      priceFaceValue({ ...terms, rate: amountOf('0.000000000000000003'), scale: 18 }, { face_value_minor: 1000 }).price.toFixed(),
    ).toBe('0.00000000000000003');
  });

  test.each([
    ['no face value', {}, 'fulfillment_face_value_required', 'face_value_minor'],
    ['two at a time', { face_value_minor: 500, quantity: 2 }, 'fulfillment_quantity_unsupported', 'quantity'],
    ['an amount as well', { face_value_minor: 500, amount: '500' }, 'invalid_request', 'amount'],
    ['a value between what the product offers', { face_value_minor: 700 }, 'invalid_fixed_denomination', 'face_value_minor'],
    ['a value above the policy', { face_value_minor: 6000 }, 'invalid_fixed_denomination', 'face_value_minor'],
  ])('%s is refused as %3$s', (_, request, code, param) => {
    expect(refusal(() => priceFaceValue(terms, request))).toEqual({ code, param });
  });

  test('is refused where it takes more decimal places than the asset has', () => {
    expect(refusal(() => priceFaceValue({ ...terms, rate: amountOf('50') }, { face_value_minor: 1001 }))).toEqual({
      code: 'invalid_amount',
      param: 'face_value_minor',
    });
    expect(refusal(() => priceFaceValue({ ...terms, rate: amountOf('50') }, { face_value_minor: 1002 }))).toBeNull();
  });

  test('a policy with denominations offers nothing else', () => {
    const fixed = { ...terms, policy: { currency: 'USD', denominations: [1000, 2500] } };
    expect(priceFaceValue(fixed, { face_value_minor: 2500 }).faceValueMinor).toBe(2500);
    expect(refusal(() => priceFaceValue(fixed, { face_value_minor: 2000 }))).toEqual({
      code: 'invalid_fixed_denomination',
      param: 'face_value_minor',
    });
  });

  test('a product that is not sold in the currency of the policy is refused', () => {
    expect(refusal(() => assertSoldIn(product, { currency: 'EUR' }))).toEqual({ code: 'validation_error', param: 'product_id' });
  });
});
