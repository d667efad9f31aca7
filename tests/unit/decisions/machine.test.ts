import { describe, expect, test } from 'vitest';
import {
  DECISION_STATUSES,
  DECISION_TRIGGERS,
  nextDecisionStatus,
  reservedUntil,
  type DecisionStatus,
  type DecisionTrigger,
} from '@/domain/decisions/machine';
import { DomainError, orRefusal } from '@/domain/errors';

const REFUSED = 'decision_already_resolved';

/** The result of each trigger in each status: `=` is the stored decision unchanged. */
const EXPECTED: Record<DecisionStatus, Record<DecisionTrigger, string>> = {
  RESERVED: { CHANGE: 'RESERVED', COMMIT: 'COMMITTED', CANCEL: 'CANCELLED', EXPIRE: 'EXPIRED' },
  COMMITTED: { CHANGE: REFUSED, COMMIT: '=', CANCEL: REFUSED, EXPIRE: '=' },
  FAILED: { CHANGE: REFUSED, COMMIT: REFUSED, CANCEL: REFUSED, EXPIRE: '=' },
  CANCELLED: { CHANGE: REFUSED, COMMIT: REFUSED, CANCEL: '=', EXPIRE: '=' },
  EXPIRED: { CHANGE: REFUSED, COMMIT: REFUSED, CANCEL: REFUSED, EXPIRE: '=' },
};

describe.each(DECISION_STATUSES)('a decision that is %s', (status) => {
  test.each(DECISION_TRIGGERS)('on %s does what the table says', (trigger) => {
    const next = orRefusal(() => nextDecisionStatus(status, trigger));
    expect(next instanceof DomainError ? next.code : (next ?? '=')).toBe(EXPECTED[status][trigger]);
  });
});

test('a reservation stands for 15 minutes, or until a time from 60 seconds to 30 days away', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  expect(reservedUntil(null, now)).toEqual(after(900));
  for (const seconds of [60, 30 * 86_400]) expect(reservedUntil(after(seconds), now)).toEqual(after(seconds));
  for (const seconds of [-1, 59, 30 * 86_400 + 1])
    expect(orRefusal(() => reservedUntil(after(seconds), now))).toMatchObject({ code: 'invalid_expiration', param: 'expires_at' });
});
