import { describe, expect, test } from 'vitest';
import {
  REDEMPTION_STATUSES,
  REDEMPTION_TRIGGERS,
  transition,
  type RedemptionStatus,
  type RedemptionTrigger,
} from '@/domain/redemptions/machine';

/** The result of each trigger in each state: `=` is the stored record unchanged, a lower-case code a refusal. */
const EXPECTED: Record<RedemptionStatus, Record<RedemptionTrigger, string>> = {
  PENDING: {
    CAPTURE: 'COMPLETED',
    CANCEL: 'CANCELLED',
    FAIL: 'FAILED',
    EXPIRE: 'FAILED',
    REVERSE_PART: 'redemption_not_completed',
    REVERSE_REST: 'redemption_not_completed',
  },
  COMPLETED: {
    CAPTURE: '=',
    CANCEL: 'redemption_already_resolved',
    FAIL: 'redemption_already_resolved',
    EXPIRE: '=',
    REVERSE_PART: 'PARTIALLY_REVERSED',
    REVERSE_REST: 'FULLY_REVERSED',
  },
  FAILED: {
    CAPTURE: 'redemption_already_resolved',
    CANCEL: 'redemption_already_resolved',
    FAIL: '=',
    EXPIRE: '=',
    REVERSE_PART: 'redemption_not_completed',
    REVERSE_REST: 'redemption_not_completed',
  },
  CANCELLED: {
    CAPTURE: 'redemption_already_resolved',
    CANCEL: '=',
    FAIL: 'redemption_already_resolved',
    EXPIRE: '=',
    REVERSE_PART: 'redemption_not_completed',
    REVERSE_REST: 'redemption_not_completed',
  },
  PARTIALLY_REVERSED: {
    CAPTURE: 'redemption_already_resolved',
    CANCEL: 'redemption_already_resolved',
    FAIL: 'redemption_already_resolved',
    EXPIRE: '=',
    REVERSE_PART: 'PARTIALLY_REVERSED',
    REVERSE_REST: 'FULLY_REVERSED',
  },
  FULLY_REVERSED: {
    CAPTURE: 'redemption_already_resolved',
    CANCEL: 'redemption_already_resolved',
    FAIL: 'redemption_already_resolved',
    EXPIRE: '=',
    REVERSE_PART: 'already_reversed',
    REVERSE_REST: 'already_reversed',
  },
};

const PAIRS = REDEMPTION_STATUSES.flatMap((status) =>
  REDEMPTION_TRIGGERS.map((trigger) => [status, trigger, EXPECTED[status][trigger]] as const),
);

describe('the redemption machine', () => {
  test('is complete: six states by six triggers', () => {
    expect(PAIRS).toHaveLength(36);
  });

  test.each(PAIRS)('%s on %s gives %s', (status, trigger, expected) => {
    if (expected === '=') expect(transition(status, trigger)).toBeNull();
    else if (expected === expected.toUpperCase()) expect(transition(status, trigger)).toBe(expected);
    else expect(() => transition(status, trigger)).toThrow(expect.objectContaining({ code: expected, details: { status } }));
  });
});
