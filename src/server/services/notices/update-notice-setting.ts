/** Changes, pauses, resumes and archives settings of notices. */
import type { UpdateNoticeSetting } from '@/contract/notice-setting';
import { applyNoticeSettingChange } from '@/domain/notices/setting';
import { emptyQueue } from '@/server/db/repositories/notices/notice-queue';
import { updateNoticeSettingRow, type NamedNoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { getNoticeSetting, getNoticeSettingForUpdate } from './get-notice-setting';
import { knownTerms } from './known-terms';

/** @throws DomainError not_found (setting, tier), invalid_status, invalid_parameter, validation_error, asset_not_found, asset_not_linked, invalid_amount. */
export async function updateNoticeSetting(ctx: Ctx, { id, ...change }: UpdateNoticeSetting): Promise<NamedNoticeSettingRow> {
  await withTransaction(async (tx) => {
    const setting = await getNoticeSettingForUpdate(ctx, tx, id);
    const changed = applyNoticeSettingChange(setting, change, ctx.clock.now());
    if (changed === setting) return;
    if (change.terms) await knownTerms(ctx, tx, setting.program_id, change.terms);
    // What waits was found by what no longer holds; what still stands is found again.
    if (changed.status !== 'ACTIVE' || changed.terms !== setting.terms) await emptyQueue(tx, ctx.organization.id, id);
    await updateNoticeSettingRow(tx, ctx.organization.id, changed);
    tx.afterCommit(() => wake('send-notices'));
  });
  return getNoticeSetting(ctx, id);
}

/** Archives a setting: it sends nothing any more. @throws DomainError not_found. */
export async function archiveNoticeSetting(ctx: Ctx, id: string): Promise<void> {
  await updateNoticeSetting(ctx, { id, status: 'ARCHIVED' });
}
