/** Creates, reads and changes participants; fields that were not sent stay as they are. */
import type { ListParticipants, UpdateParticipant, UpsertParticipant } from '@/contract/participant';
import { NOTHING } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { assertStateFits } from '@/domain/participants/limits';
import { applyProfileChange } from '@/domain/participants/profile';
import { stateTransitions, type StateChange, type StateOrigin, type Subject } from '@/domain/participants/state';
import { assertProgramMayChange, type ProgramStatus } from '@/domain/programs';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import { commitDecision } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import { findParticipantDetailAsOf } from '@/server/db/repositories/backtests/history';
import { enroll, insertParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { findParticipant, participantKey, type ParticipantKey } from '@/server/db/repositories/ledger/operation-context';
import {
  everyParticipantRow,
  findParticipantDetail,
  findParticipantForUpdate,
  listParticipantRows,
  updateParticipantRows,
  type ExportedParticipantRow,
  type ParticipantDetailRow,
  type ParticipantFilters,
  type ParticipantRow,
} from '@/server/db/repositories/people/participants';
import { countState } from '@/server/db/repositories/people/state-lists';
import { readState } from '@/server/db/repositories/people/state-reading';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { instantAsked, notYetThere } from '@/server/services/point-in-time';
import { stateOrigin } from '@/server/services/state/change-state';

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

/** @param reference our id, or `ext:` and the caller's id. @throws DomainError not_found. */
export async function getParticipant(ctx: Ctx, reference: string, tx: Pick<Tx, 'query'> = autocommit): Promise<ParticipantDetailRow> {
  return (await findParticipantDetail(tx, ctx.organization.id, participantKey(reference), ctx.clock.now())) ?? unknownParticipant();
}

/**
 * As `getParticipant`, or the record as of a past instant.
 * @throws DomainError not_found, also before it existed; invalid_parameter (`asOf` in the future).
 */
export async function readParticipant(ctx: Ctx, reference: string, asOf: string | undefined): Promise<ParticipantDetailRow> {
  const at = instantAsked(ctx, asOf);
  if (at === null) return getParticipant(ctx, reference);
  const { id } = await findParticipant(autocommit, ctx.organization.id, participantKey(reference));
  const record = await findParticipantDetailAsOf(ctx.organization.id, { id }, at);
  if (!record) throw notYetThere();
  return record;
}

/** The participant, locked until the transaction ends. @throws DomainError not_found. */
export async function getParticipantForUpdate(ctx: Ctx, tx: Tx, key: ParticipantKey): Promise<ParticipantRow> {
  return (await findParticipantForUpdate(tx, ctx.organization.id, key)) ?? unknownParticipant();
}

/** Our id of the participant that a path names. @throws DomainError not_found. */
export async function participantId(ctx: Ctx, reference: string): Promise<string> {
  return (await findParticipant(autocommit, ctx.organization.id, participantKey(reference))).id;
}

export const listParticipants = (ctx: Ctx, query: ListParticipants): Promise<KeysetPage<ParticipantRow>> =>
  listParticipantRows(ctx.organization.id, query);

/** Every matching participant, from one snapshot. */
export const everyParticipant = (ctx: Ctx, query: ParticipantFilters): AsyncIterable<ExportedParticipantRow[]> =>
  everyParticipantRow(ctx.organization.id, query);

function unknownParticipant(): never {
  throw new DomainError('not_found', 'There is no such participant in your organization.', { param: 'id' });
}

/** @throws DomainError not_found. */
export function updateParticipant(ctx: Ctx, { id, ...change }: UpdateParticipant): Promise<ParticipantDetailRow> {
  return withTransaction(async (tx) => {
    const participant = await getParticipantForUpdate(ctx, tx, participantKey(id));
    const changed = applyProfileChange(participant, change, ctx.clock.now());
    if (changed !== participant) await updateParticipantRows(tx, ctx.organization.id, [changed]);
    return getParticipant(ctx, participant.id, tx);
  });
}
