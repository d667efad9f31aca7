import { describe, expect, test } from 'vitest';
import { draftOfSource, EMPTY_SOURCE, policyOf, toMinor } from '@/components/fulfillment/source-draft';

describe('face values as people write them', () => {
  test.each([
    ['25', 'USD', 2500],
    ['25.5', 'USD', 2550],
    ['25', 'JPY', 25],
    ['0.005', 'KWD', 5],
    ['25.555', 'USD', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
  ])('%s %s are %j minor units', (text, currency, minor) => {
    expect(toMinor(text, currency)).toBe(minor);
  });

  test('become a policy, and come back as they were', () => {
    const draft = { ...EMPTY_SOURCE, currency: 'usd', rate: '100', min: '5', max: '100', denominations: '10, 25.50 50' };
    const { policy, errors } = policyOf(draft);
    expect(errors).toEqual({});
    expect(policy).toEqual({ currency: 'USD', min_face_value_minor: 500, max_face_value_minor: 10_000, denominations: [1000, 2550, 5000] });
    const source = { fulfillment_account_id: 'a', asset_id: 'b', rate: '100', policy };
    expect(draftOfSource(source as unknown as Parameters<typeof draftOfSource>[0])).toMatchObject({
      currency: 'USD',
      min: '5',
      max: '100',
      denominations: '10, 25.5, 50',
    });
  });

  test('that cannot be read are named by their field', () => {
    expect(policyOf({ ...EMPTY_SOURCE, currency: 'XQQ' }).errors).toHaveProperty(['policy.currency']);
    expect(Object.keys(policyOf({ ...EMPTY_SOURCE, min: 'x', max: '1.001', denominations: '5, y' }).errors).sort()).toEqual([
      'policy.denominations',
      'policy.max_face_value_minor',
      'policy.min_face_value_minor',
    ]);
  });
});
