/** Decides which status a change set takes on what is done with it; DISCARDED and REVERTED are final. */
import { DomainError } from '@/domain/errors';
import type { ChangeSetStatus } from './change';

export const CHANGE_SET_TRIGGERS = ['EDIT', 'SCHEDULE', 'CANCEL_SCHEDULE', 'PUBLISH', 'FAIL', 'REVERT', 'DISCARD'] as const;
export type ChangeSetTrigger = (typeof CHANGE_SET_TRIGGERS)[number];

type Moves = Readonly<Partial<Record<ChangeSetStatus, ChangeSetStatus>>>;

/** What is asked for again once it is done stays as it is. */
const MOVES: Readonly<Record<ChangeSetTrigger, Moves>> = {
  EDIT: { OPEN: 'OPEN' },
  SCHEDULE: { OPEN: 'SCHEDULED', SCHEDULED: 'SCHEDULED' },
  CANCEL_SCHEDULE: { SCHEDULED: 'OPEN', OPEN: 'OPEN' },
  PUBLISH: { OPEN: 'PUBLISHED', SCHEDULED: 'PUBLISHED', PUBLISHED: 'PUBLISHED' },
  FAIL: { SCHEDULED: 'OPEN' },
  REVERT: { PUBLISHED: 'REVERTED', REVERTED: 'REVERTED' },
  DISCARD: { OPEN: 'DISCARDED', SCHEDULED: 'DISCARDED', DISCARDED: 'DISCARDED' },
};

const ADVICE: Readonly<Record<ChangeSetStatus, string>> = {
  OPEN: 'it is not published',
  SCHEDULED: 'it is scheduled; cancel that first',
  PUBLISHED: 'it is published; revert it, or begin another one',
  REVERTED: 'it is reverted; begin another one',
  DISCARDED: 'it is discarded; begin another one',
};

/** @returns the next status, or null when there is nothing left to do. @throws DomainError invalid_status. */
export function nextStatus(status: ChangeSetStatus, trigger: ChangeSetTrigger): ChangeSetStatus | null {
  const next = MOVES[trigger][status];
  if (next === undefined)
    throw new DomainError('invalid_status', `The change set cannot do this: ${ADVICE[status]}.`, { param: 'id', details: { status } });
  const isRepeated = next === status && trigger !== 'EDIT' && trigger !== 'SCHEDULE';
  return isRepeated ? null : next;
}
