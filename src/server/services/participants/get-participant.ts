/** Reads the organization's participants: one with all its details, or a page at a time. */
import type { ListParticipants } from '@/contract/participant';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findParticipantDetailAsOf } from '@/server/db/repositories/backtests/history';
import { findParticipant, participantKey, type ParticipantKey } from '@/server/db/repositories/ledger/operation-context';
import {
  everyParticipantRow,
  findParticipantDetail,
  findParticipantForUpdate,
  listParticipantRows,
  type ExportedParticipantRow,
  type ParticipantDetailRow,
  type ParticipantFilters,
  type ParticipantRow,
} from '@/server/db/repositories/people/participants';
import { autocommit, type Tx } from '@/server/db/transaction';
import { instantAsked, notYetThere } from '@/server/services/point-in-time';

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
