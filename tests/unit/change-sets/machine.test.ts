/** What can be done with a change set in each of its states, and what becomes of it. */
import { expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { CHANGE_SET_STATUSES, type ChangeSetStatus } from '@/domain/change-sets/change';
import { CHANGE_SET_TRIGGERS, nextStatus, type ChangeSetTrigger } from '@/domain/change-sets/machine';

/** By trigger, in the order OPEN, SCHEDULED, PUBLISHED, REVERTED, DISCARDED: the next status, `=` for nothing to do, `-` for a refusal. */
const TABLE: Readonly<Record<ChangeSetTrigger, readonly string[]>> = {
  EDIT: ['OPEN', '-', '-', '-', '-'],
  SCHEDULE: ['SCHEDULED', 'SCHEDULED', '-', '-', '-'],
  CANCEL_SCHEDULE: ['=', 'OPEN', '-', '-', '-'],
  PUBLISH: ['PUBLISHED', 'PUBLISHED', '=', '-', '-'],
  FAIL: ['-', 'OPEN', '-', '-', '-'],
  REVERT: ['-', '-', 'REVERTED', '=', '-'],
  DISCARD: ['DISCARDED', 'DISCARDED', '-', '-', '='],
};

const outcome = (status: ChangeSetStatus, trigger: ChangeSetTrigger): string => {
  try {
    return nextStatus(status, trigger) ?? '=';
  } catch (error) {
    return error instanceof DomainError && error.code === 'invalid_status' ? '-' : String(error);
  }
};

test.each(CHANGE_SET_TRIGGERS)('%s leads from each status where it should, or is refused', (trigger) => {
  expect(CHANGE_SET_STATUSES.map((status) => outcome(status, trigger))).toEqual(TABLE[trigger]);
});
