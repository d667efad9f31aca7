/** Creates or updates a participant; fields that were not sent stay as they are. */
import type { UpsertParticipant } from '@/contract/participant';
import { DomainError } from '@/domain/errors';
import { applyProfileChange } from '@/domain/participants/profile';
import type { StateChange, StateOrigin, Subject } from '@/domain/participants/state';
import { assertProgramMayChange } from '@/domain/programs';
import { webhook } from '@/domain/webhooks/events';
import type { Ctx } from '@/server/platform/context';
import { enroll, insertParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { updateParticipantRows, type ParticipantDetailRow } from '@/server/db/repositories/people/participants';
import { changeState } from '@/server/db/repositories/people/subject-state';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { newId } from '@/server/platform/ids';
import { assertChangesFit } from '@/server/services/state/assert-state-fits';
import { stateOrigin } from '@/server/services/state/state-origin';
import { getParticipant, getParticipantForUpdate } from './get-participant';

interface UpsertedParticipant {
  readonly participant: ParticipantDetailRow;
  /** Whether the participant is new. */
  readonly created: boolean;
}

/** @throws DomainError not_found (program), program_archived, unprocessable (too many tags or attributes). */
export const upsertParticipant = (ctx: Ctx, command: UpsertParticipant): Promise<UpsertedParticipant> =>
  withTransaction((tx) => upsertWithin(ctx, tx, command));

/** The same as part of a larger change. */
export async function upsertWithin(ctx: Ctx, tx: Tx, command: UpsertParticipant): Promise<UpsertedParticipant> {
  const { external_id: externalId, tags = [], attributes = {}, program_id: programId, ...profile } = command;
  const now = ctx.clock.now();
  const created = await createIfUnknown(ctx, tx, externalId, now);
  const participant = await getParticipantForUpdate(ctx, tx, { externalId });
  const changed = applyProfileChange(participant, profile, now);
  if (changed !== participant) await updateParticipantRows(tx, ctx.organization.id, [changed]);
  const subject = { type: 'PARTICIPANT', id: participant.id } as const;
  const state = stateChanges(subject, stateOrigin(ctx.actor), tags, attributes);
  await changeState(tx, { organizationId: ctx.organization.id, now }, state);
  await assertChangesFit(tx, ctx.organization.id, subject, state, (type) => (type === 'TAG' ? 'tags' : 'attributes'));
  if (programId !== undefined) await enrollIn(ctx, tx, programId, participant.id, now);
  return { participant: await getParticipant(ctx, participant.id, tx), created };
}

/** The state changes that add these tags and set these attributes. */
export function stateChanges(
  subject: Subject,
  origin: StateOrigin,
  tags: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
): StateChange[] {
  return [
    ...tags.map((key): StateChange => ({ subject, origin, key, type: 'TAG', operation: 'ADD' })),
    ...Object.entries(attributes).map(([key, value]): StateChange => ({
      subject,
      origin,
      key,
      value,
      type: 'ATTRIBUTE',
      operation: 'SET',
    })),
  ];
}

async function createIfUnknown(ctx: Ctx, tx: Tx, externalId: string, now: Date): Promise<boolean> {
  const organizationId = ctx.organization.id;
  const [created] = await insertParticipants(tx, organizationId, now, [{ id: newId(), externalId }]);
  if (!created) return false;
  const data = { participant_id: created.id, organization_id: organizationId, external_user_id: externalId };
  insertWebhooks(tx, { organizationId, now, requestId: ctx.requestId }, [webhook('participant.created', data)]);
  return true;
}

async function enrollIn(ctx: Ctx, tx: Tx, programId: string, participantId: string, now: Date): Promise<void> {
  const program = (await loadProgramAdmissions(tx, ctx.organization.id, [programId])).get(programId);
  if (!program) throw new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
  assertProgramMayChange(program.status, 'program_id');
  enroll(tx, ctx.organization.id, now, [{ programId, participantId }]);
}
