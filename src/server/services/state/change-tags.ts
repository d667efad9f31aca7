/** Adds and removes tags of one subject. */
import type { ChangeTags } from '@/contract/state';
import type { StateChange, Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import { changeByHand } from './change-subject';

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeTags(ctx: Ctx, subject: Subject, { add = [], remove = [] }: ChangeTags): Promise<void> {
  return changeByHand(ctx, subject, 'add', (by) => [
    ...remove.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'REMOVE', key })),
    ...add.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'ADD', key })),
  ]);
}
