/** Sets and removes attributes of one subject. */
import type { ChangeAttributes } from '@/contract/state';
import type { StateChange, Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import { changeByHand } from './change-subject';
import { stateOrigin } from './state-origin';

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeAttributes(ctx: Ctx, subject: Subject, { set = {}, unset = [] }: ChangeAttributes): Promise<void> {
  const by = { subject, origin: stateOrigin(ctx.actor) };
  return changeByHand(ctx, subject, { type: 'ATTRIBUTE', adding: 'set' }, [
    ...unset.map((key): StateChange => ({ ...by, type: 'ATTRIBUTE', operation: 'DELETE', key })),
    ...Object.entries(set).map(([key, value]): StateChange => ({ ...by, type: 'ATTRIBUTE', operation: 'SET', key, value })),
  ]);
}
