/** Reads the state of one subject: tags, attributes, counters, levels in tiers, and who changed what of them when. */
import type { ListStateHistory, ListTierMemberships, ReadTierMembership } from '@/contract/state';
import { DomainError } from '@/domain/errors';
import type { Subject } from '@/domain/participants/state';
import type { KeysetPage } from '@/server/db/keyset';
import { listStateHistoryRows, type StateHistoryRow } from '@/server/db/repositories/people/state-history';
import {
  findAttribute,
  findCounter,
  listAttributeRows,
  listCounterRows,
  listTagRows,
  type AttributeRow,
  type CounterRow,
  type StatePage,
  type TagRow,
} from '@/server/db/repositories/people/state-lists';
import type { TierMembershipRow } from '@/server/db/repositories/people/state-reading';
import { findTierMemberships, listTierMembershipRows } from '@/server/db/repositories/programs/tier-memberships';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

export const listTags = (ctx: Ctx, subject: Subject, page: StatePage): Promise<KeysetPage<TagRow>> =>
  listTagRows(ctx.organization.id, subject, page);

export const listAttributes = (ctx: Ctx, subject: Subject, page: StatePage): Promise<KeysetPage<AttributeRow>> =>
  listAttributeRows(ctx.organization.id, subject, page);

export const listCounters = (ctx: Ctx, subject: Subject, page: StatePage): Promise<KeysetPage<CounterRow>> =>
  listCounterRows(ctx.organization.id, subject, page, ctx.clock.now());

/** @throws DomainError attribute_not_found. */
export async function getAttribute(ctx: Ctx, subject: Subject, key: string): Promise<AttributeRow> {
  const row = await findAttribute(ctx.organization.id, subject, key);
  if (!row) throw new DomainError('attribute_not_found', 'There is no attribute with this key.', { param: 'key' });
  return row;
}

/** @throws DomainError counter_not_found. */
export async function getCounter(ctx: Ctx, subject: Subject, key: string): Promise<CounterRow> {
  const row = await findCounter(ctx.organization.id, subject, key, ctx.clock.now());
  if (!row) throw new DomainError('counter_not_found', 'There is no counter with this key.', { param: 'key' });
  return row;
}

export const listTierMemberships = (
  ctx: Ctx,
  subject: Subject,
  query: Omit<ListTierMemberships, 'id'>,
): Promise<KeysetPage<TierMembershipRow>> => listTierMembershipRows(ctx.organization.id, subject, query);

/** @throws DomainError not_found without a level; invalid_request when tiers of several programs share the key and none is named. */
export async function getTierMembership(
  ctx: Ctx,
  subject: Subject,
  { key, program_id }: Pick<ReadTierMembership, 'key' | 'program_id'>,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<TierMembershipRow> {
  const [row, other] = await findTierMemberships(tx, ctx.organization.id, subject, key, program_id ?? null);
  if (!row) throw new DomainError('not_found', 'There is no level in a tier with this key.', { param: 'key' });
  if (other)
    throw new DomainError('invalid_request', 'Tiers of several programs have this key; name one with `program_id`.', {
      param: 'program_id',
    });
  return row;
}

export const listStateHistory = (ctx: Ctx, subject: Subject, query: Omit<ListStateHistory, 'id'>): Promise<KeysetPage<StateHistoryRow>> =>
  listStateHistoryRows(ctx.organization.id, subject, query);
