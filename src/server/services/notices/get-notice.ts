/** Reads notices: one, a page at a time, or all that match. */
import type { ExportNotices, ListNotices } from '@/contract/notice';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import {
  everyNoticeRow,
  findNotice,
  listNoticeRows,
  type FollowedNoticeRow,
  type NoticeRow,
} from '@/server/db/repositories/notices/notices';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. */
export async function getNotice(ctx: Ctx, id: string): Promise<FollowedNoticeRow> {
  const row = await findNotice(ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such notice in your organization.', { param: 'id' });
  return row;
}

export const listNotices = (ctx: Ctx, query: ListNotices): Promise<KeysetPage<FollowedNoticeRow>> =>
  listNoticeRows(ctx.organization.id, query);

/** Every notice that matches, from one snapshot. */
export const everyNotice = (ctx: Ctx, query: ExportNotices): AsyncIterable<NoticeRow[]> => everyNoticeRow(ctx.organization.id, query);
