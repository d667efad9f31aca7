import { expect, test } from 'vitest';
import {
  isKnownEmpty,
  LEASE_MS,
  NOTHING_HELD,
  portionOf,
  REFRESH_MS,
  afterLoan,
  shouldBorrow,
  spend,
  verdictOf,
  type RequestAllowance,
  type Loan,
} from '@/domain/rate-limit';

const LIMIT = { perSecond: 10, burst: 30 };
const NOW = 1_000_000;
const asked = { kept: 0, givenBack: 0, waiting: 1, portion: portionOf(LIMIT) };

const after = (loan: Partial<Loan>, before: RequestAllowance = NOTHING_HELD): RequestAllowance =>
  afterLoan(LIMIT, before, { ...asked, kept: before.held }, { admitted: 0, lent: 0, tokens: 0, elsewhere: 0, ...loan }, NOW, NOW);

/** Admits so many, one after another. */
const spent = (allowance: RequestAllowance, count: number): RequestAllowance =>
  Array.from({ length: count }).reduce<RequestAllowance>((left) => spend(left, NOW)!, allowance);

test('a portion is an eighth of the burst, and at least one request', () => {
  expect([1, 8, 9, 30, 3_000].map((burst) => portionOf({ perSecond: 10, burst }))).toEqual([1, 1, 2, 4, 375]);
});

test('what remains is what the process holds and what no process has; what others hold is neither missing nor remaining', () => {
  const allowance = spent(after({ lent: 4, tokens: 20, elsewhere: 4 }), 2);
  expect(verdictOf(LIMIT, allowance, true, NOW)).toEqual({ allowed: true, limit: 30, remaining: 22, resetAt: 1_001, retryAfter: 0 });
});

test('what remains grows with time, up to the burst less what is held', () => {
  const allowance = after({ lent: 4, tokens: 10, elsewhere: 4 });
  const remaining = (later: number) => verdictOf(LIMIT, allowance, true, NOW + later).remaining;
  expect([remaining(0), remaining(500), remaining(3_600_000), remaining(-3_600_000)]).toEqual([14, 19, 26, 14]);
});

test('a client is told when the bucket is full again, and when to come back', () => {
  const refused = verdictOf(LIMIT, after({ tokens: 0.5 }), false, NOW);
  expect(refused).toEqual({ allowed: false, limit: 30, remaining: 0, resetAt: 1_003, retryAfter: 1 });
  const slow = { perSecond: 1, burst: 5 };
  expect(verdictOf(slow, after({ tokens: 0.25 }), false, NOW)).toMatchObject({ resetAt: 1_005, retryAfter: 1 });
});

test('nothing is spent that is not held, after its lease, or at a time before it was lent', () => {
  const allowance = after({ lent: 1, tokens: 5 });
  expect(spend(NOTHING_HELD, NOW)).toBeNull();
  expect(spend(allowance, NOW)).toMatchObject({ held: 0 });
  expect(spend(spent(allowance, 1), NOW)).toBeNull();
  expect(spend(allowance, NOW + LEASE_MS)).toBeNull();
  expect(spend(allowance, NOW - 1)).toBeNull();
});

test('what was spent while a loan request was under way is not held afterwards', () => {
  const before = after({ lent: 4, tokens: 20 });
  const request = { kept: before.held, givenBack: 0, waiting: 0, portion: 4 };
  const loan = { admitted: 0, lent: 4, tokens: 20, elsewhere: 0 };
  expect(afterLoan(LIMIT, spent(before, 3), request, loan, NOW, NOW).held).toBe(1);
  expect(afterLoan(LIMIT, spent(before, 3), request, { ...loan, lent: 1 }, NOW, NOW).held).toBe(0);
});

test('an empty bucket is not asked before it can have a token, nor all the time where it fills quickly', () => {
  const until = (perSecond: number, tokens: number) => {
    const loan = { admitted: 0, lent: 0, tokens, elsewhere: 0 };
    const allowance = afterLoan({ perSecond, burst: 800 }, NOTHING_HELD, asked, loan, NOW, NOW);
    return [0, 1, 49, 50, 99, 100].filter((later) => !isKnownEmpty(allowance, NOW + later))[0];
  };
  expect([until(10, 0), until(1_000, 0.5), until(10, 1)]).toEqual([100, 50, 0]);
  expect(isKnownEmpty(after({ tokens: 0 }), NOW - 1)).toBe(false);
});

test('more is borrowed when three quarters are spent or a second has passed, but not with a bucket that is known to be empty', () => {
  const rich = after({ lent: 4, tokens: 20 });
  expect([0, 1, 2, 3, 4].map((count) => shouldBorrow(spent(rich, count), NOW))).toEqual([false, false, false, true, true]);
  expect(shouldBorrow(rich, NOW + REFRESH_MS)).toBe(true);
  expect(shouldBorrow(spent(after({ lent: 4, tokens: 0 }), 4), NOW)).toBe(false);
});
