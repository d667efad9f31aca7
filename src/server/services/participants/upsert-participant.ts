/** Creates or updates a participant; fields that were not sent stay as they are. */
import type { UpsertParticipant } from '@/contract/participant';
import { NOTHING } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { assertStateFits } from '@/domain/participants/limits';
import { applyProfileChange } from '@/domain/participants/profile';
import { stateTransitions, type StateChange, type StateOrigin, type Subject } from '@/domain/participants/state';
import { assertProgramMayChange, type ProgramStatus } from '@/domain/programs';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import { enroll, insertParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { updateParticipantRows, type ParticipantDetailRow } from '@/server/db/repositories/people/participants';
import { countState } from '@/server/db/repositories/people/state-lists';
import { readState } from '@/server/db/repositories/people/state-reading';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
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
  const organizationId = ctx.organization.id;
  const scope = { organizationId, now: ctx.clock.now(), requestId: ctx.requestId };
  const [created] = await insertParticipants(tx, organizationId, scope.now, [{ id: newId(), externalId }]);
  const participant = await getParticipantForUpdate(ctx, tx, { externalId });
  const subject = { type: 'PARTICIPANT', id: participant.id } as const;
  const changes = stateChanges(subject, stateOrigin(ctx.actor), tags, attributes);
  const [current, sizes, programs] = await Promise.all([
    readState(tx, organizationId, changes),
    countState(
      tx,
      organizationId,
      subject,
      (['TAG', 'ATTRIBUTE'] as const).filter((type) => changes.some((change) => change.type === type)),
    ),
    programId === undefined ? null : loadProgramAdmissions(tx, organizationId, [programId]),
  ]);

  const changed = applyProfileChange(participant, profile, scope.now);
  const state = stateTransitions(current, changes, scope.now);
  assertStateFits(sizes, state, (type) => (type === 'TAG' ? 'tags' : 'attributes'));
  if (programId !== undefined) assertEnrolls(programs?.get(programId));

  if (changed !== participant) await updateParticipantRows(tx, organizationId, [changed]);
  await commitDecision(tx, scope, { ...NOTHING, state, webhooks: created ? [announced(organizationId, created.id, externalId)] : [] });
  if (programId !== undefined) enroll(tx, organizationId, scope.now, [{ programId, participantId: participant.id }]);
  return { participant: await getParticipant(ctx, participant.id, tx), created: created !== undefined };
}

const announced = (organizationId: string, id: string, externalId: string): WebhookDraft =>
  webhook('participant.created', { participant_id: id, organization_id: organizationId, external_user_id: externalId });

/** @throws DomainError not_found, program_archived. */
function assertEnrolls(program: { readonly status: ProgramStatus } | undefined): void {
  if (!program) throw new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
  assertProgramMayChange(program.status, 'program_id');
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
