import { describe, expect, test } from 'vitest';
import { creditBucket } from '@/domain/ledger/credit-or-settle';
import { namesTerms, resolveTerms } from '@/domain/ledger/terms';
import { day, NOW, refused } from './support';

describe('terms', () => {
  test('are none when nothing is said', () => {
    expect(resolveTerms({}, NOW)).toEqual({ expiresAt: null, maturesAt: null });
    expect(namesTerms({})).toBe(false);
  });

  test.each([
    [{ expires_in: '30d' }, { expiresAt: day(30), maturesAt: null }],
    [
      { matures_in: '1w2d', expires_in: '9d' },
      { expiresAt: day(9), maturesAt: day(9) },
    ],
    [{ expires_at: day(2).toISOString() }, { expiresAt: day(2), maturesAt: null }],
    [{ expires_at: '2026-03-03T14:00:00+02:00' }, { expiresAt: day(2), maturesAt: null }],
    [{ matures_at: '2020-01-01T00:00:00Z' }, { expiresAt: null, maturesAt: new Date('2020-01-01T00:00:00Z') }],
    [
      { matures_at: day(1).toISOString(), expires_in: '1d' },
      { expiresAt: day(1), maturesAt: day(1) },
    ],
  ])('%j, an instant or a duration from now, are %j', (source, terms) => {
    expect(resolveTerms(source, NOW)).toEqual(terms);
    expect(namesTerms(source)).toBe(true);
  });

  test.each([
    [{ expires_at: '2026-03-01' }, 'invalid_lot_lifecycle', 'expires_at'],
    [{ expires_at: '2026-02-30T00:00:00Z' }, 'invalid_lot_lifecycle', 'expires_at'],
    [{ expires_at: '2026-04-01T00:00:00' }, 'invalid_lot_lifecycle', 'expires_at'],
    [{ matures_at: 'soon' }, 'invalid_lot_lifecycle', 'matures_at'],
    [{ expires_in: '0d' }, 'invalid_lot_lifecycle', 'expires_in'],
    [{ expires_in: '-1d' }, 'invalid_lot_lifecycle', 'expires_in'],
    [{ expires_in: 'P30D' }, 'invalid_lot_lifecycle', 'expires_in'],
    [{ matures_in: '1 d' }, 'invalid_lot_lifecycle', 'matures_in'],
    [{ expires_at: NOW.toISOString() }, 'invalid_expiration', 'expires_at'],
    [{ expires_at: day(-1).toISOString() }, 'invalid_expiration', 'expires_at'],
    [{ expires_at: day(1).toISOString(), expires_in: '1d' }, 'invalid_request', 'expires_in'],
    [{ matures_at: day(1).toISOString(), matures_in: '1d' }, 'invalid_request', 'matures_in'],
    [{ matures_in: '2d', expires_in: '1d' }, 'invalid_lot_lifecycle_order', 'matures_in'],
    [{ matures_at: day(2).toISOString(), expires_in: '1d' }, 'invalid_lot_lifecycle_order', 'matures_at'],
  ])('%j are refused with %s at %s', (source, code, param) => {
    expect(() => resolveTerms(source, NOW)).toThrow(refused(code, { param }));
  });
});

test.each([
  [{}, 'AVAILABLE'],
  [{ matures_in: '1d' }, 'DEFERRED'],
  [{ matures_at: '2030-01-01T00:00:00Z' }, 'DEFERRED'],
  [{ bucket: 'HELD' as const }, 'HELD'],
  [{ bucket: 'AVAILABLE' as const, matures_in: '1d' }, 'AVAILABLE'],
])('a credit that says %j goes to %s', (source, bucket) => {
  expect(creditBucket(source)).toBe(bucket);
});
