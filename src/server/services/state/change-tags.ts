/** Adds and removes tags of one subject. */
import type { ChangeTags } from '@/contract/state';
import type { StateChange, Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import { changeByHand } from './change-subject';
import { stateOrigin } from './state-origin';

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeTags(ctx: Ctx, subject: Subject, { add = [], remove = [] }: ChangeTags): Promise<void> {
  const by = { subject, origin: stateOrigin(ctx.actor) };
  return changeByHand(ctx, subject, { type: 'TAG', adding: 'add' }, [
    ...remove.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'REMOVE', key })),
    ...add.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'ADD', key })),
  ]);
}
