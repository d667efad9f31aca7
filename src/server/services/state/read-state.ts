/** Reads the state of one subject: lists, and single values by key. */
import { DomainError } from '@/domain/errors';
import type { Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
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
