/** Changes, pauses, resumes and archives settings of notices. */
import type { UpdateNoticeSetting } from '@/contract/notice-setting';
import { applyNoticeSettingChange } from '@/domain/notices/setting';
import { emptyQueue } from '@/server/db/repositories/notices/notice-queue';
import {
  updateNoticeSettingRow,
  type NamedNoticeSettingRow,
  type NoticeSettingRow,
} from '@/server/db/repositories/notices/notice-settings';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { getNoticeSetting, getNoticeSettingForUpdate } from './get-notice-setting';
import { knownTerms } from './known-terms';

/** @throws DomainError not_found (setting, tier), invalid_status, invalid_parameter, validation_error, asset_not_found, asset_not_linked, invalid_amount. */
export async function updateNoticeSetting(ctx: Ctx, { id, ...change }: UpdateNoticeSetting): Promise<NamedNoticeSettingRow> {
  await withTransaction(async (tx) => {
    const setting = await getNoticeSettingForUpdate(ctx, tx, id);
    const changed = applyNoticeSettingChange(setting, change, ctx.clock.now());
    if (changed !== setting) await writeNoticeSetting(ctx, tx, setting, changed);
  });
  return getNoticeSetting(ctx, id);
}

/** @param before locked. @throws DomainError not_found (tier, challenge), asset_not_found, asset_not_linked, invalid_amount. */
export async function writeNoticeSetting(ctx: Ctx, tx: Tx, before: NoticeSettingRow, after: NoticeSettingRow): Promise<void> {
  if (after.terms !== before.terms) await knownTerms(ctx, tx, after.program_id, after.terms);
  // What waits was found by what no longer holds; what still stands is found again.
  if (after.status !== 'ACTIVE' || after.terms !== before.terms) await emptyQueue(tx, ctx.organization.id, after.id);
  await updateNoticeSettingRow(tx, ctx.organization.id, after);
  tx.afterCommit(() => wake('send-notices'));
}

/** Archives a setting: it sends nothing any more. @throws DomainError not_found. */
export async function archiveNoticeSetting(ctx: Ctx, id: string): Promise<void> {
  await updateNoticeSetting(ctx, { id, status: 'ARCHIVED' });
}
