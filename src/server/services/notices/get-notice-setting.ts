/** Reads settings of notices, and what came of their notices. */
import type { ListNoticeSettings } from '@/contract/notice-setting';
import { dateAfter, dateAt } from '@/domain/calendar/days';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import { effectOfNotices, sentByDay, type NoticeEffect } from '@/server/db/repositories/notices/notices';
import {
  findNoticeSetting,
  findNoticeSettingForUpdate,
  listNoticeSettingRows,
  type NamedNoticeSettingRow,
  type NoticeSettingRow,
} from '@/server/db/repositories/notices/notice-settings';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getProgram } from '@/server/services/programs/get-program';

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** How long it is waited for what follows a notice. */
const FOLLOWED_WITHIN_MS = 14 * DAY_MS;
const MOST_JUDGED = 500;

/** @throws DomainError not_found. */
export const getNoticeSetting = async (ctx: Ctx, id: string): Promise<NamedNoticeSettingRow> =>
  (await findNoticeSetting(ctx.organization.id, id)) ?? unknownSetting();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getNoticeSettingForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<NoticeSettingRow> =>
  (await findNoticeSettingForUpdate(tx, ctx.organization.id, id)) ?? unknownSetting();

export const listNoticeSettings = (ctx: Ctx, query: ListNoticeSettings): Promise<KeysetPage<NamedNoticeSettingRow>> =>
  listNoticeSettingRows(ctx.organization.id, query);

export interface NoticeSettingOutcome extends NoticeEffect {
  readonly days: readonly { readonly day: string; readonly sent: number }[];
}

/** @throws DomainError not_found. */
export async function getNoticeSettingEffect(ctx: Ctx, id: string): Promise<NoticeSettingOutcome> {
  const { program_id } = await getNoticeSetting(ctx, id);
  const now = ctx.clock.now();
  const { timezone } = await getProgram(ctx, program_id);
  const dates = Array.from({ length: DAYS_SHOWN }, (_, index) => dateAfter(dateAt(now, timezone), index + 1 - DAYS_SHOWN));
  const [days, effect] = await Promise.all([
    sentByDay(ctx.organization.id, id, dates[0] ?? ''),
    effectOfNotices(ctx.organization.id, id, { before: new Date(now.getTime() - FOLLOWED_WITHIN_MS), most: MOST_JUDGED }),
  ]);
  const sentOn = new Map(days.map(({ day, sent }) => [day, sent]));
  return { ...effect, days: dates.map((day) => ({ day, sent: sentOn.get(day) ?? 0 })) };
}

function unknownSetting(): never {
  throw new DomainError('not_found', 'There is no such setting of notices in your organization.', { param: 'id' });
}
