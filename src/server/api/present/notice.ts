/** Presents settings of notices, previews and notices in their wire form. */
import type { Notice, NoticeExport } from '@/contract/notice';
import type { NoticePreview } from '@/contract/notice-preview';
import type { NoticeSetting, NoticeSettingEffect } from '@/contract/notice-setting';
import { noticeSentence } from '@/domain/notices/notice-sentence';
import { settingSentence } from '@/domain/notices/setting-sentence';
import type { FollowedNoticeRow, NoticeRow } from '@/server/db/repositories/notices/notices';
import type { NamedNoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import type { NoticeSettingOutcome } from '@/server/services/notices/settings';
import type { NoticePreviewed } from '@/server/services/notices/preview-notices';
import { presentTime } from './time';

export const presentNoticeSetting = (row: NamedNoticeSettingRow): NoticeSetting => ({
  id: row.id,
  program_id: row.program_id,
  key: row.key,
  name: row.name,
  kind: row.kind,
  status: row.status,
  terms: row.terms,
  audience: row.audience,
  quiet_hours: row.quiet_hours,
  sentence: settingSentence(row, row.asset),
  checked_until: presentTime(row.checked_until),
  due_at: presentTime(row.due_at),
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
  deleted_at: presentTime(row.deleted_at),
});

export const presentNoticeSettingEffect = ({ days, sent, judged, followed, spent }: NoticeSettingOutcome): NoticeSettingEffect => ({
  days: days.map((day) => ({ ...day })),
  sent_count: sent,
  judged_count: judged,
  followed_count: followed,
  spent_count: spent,
});

export const presentNoticePreview = (preview: NoticePreviewed): NoticePreview => ({
  sentence: preview.sentence,
  today: preview.today,
  next_30_days: preview.next30Days,
  complete: preview.complete,
  examples: preview.examples.map(({ participantId, externalId, dueAt, sentence, eventData }) => ({
    participant_id: participantId,
    external_id: externalId,
    due_at: presentTime(dueAt),
    sentence,
    event_data: { ...eventData },
  })),
});

const facts = (row: NoticeRow) => ({
  id: row.id,
  program_id: row.program_id,
  setting_id: row.setting_id,
  kind: row.kind,
  cause: row.cause,
  participant_id: row.participant_id,
  event_id: row.event_id,
  sentence: noticeSentence(row.data),
  created_at: presentTime(row.created_at),
  due_at: presentTime(row.due_at),
  sent_at: presentTime(row.sent_at),
});

function dataOf({ kind: _, ...data }: NoticeRow['data']) {
  return data;
}

export const presentNotice = (row: FollowedNoticeRow): Notice => ({
  ...facts(row),
  data: dataOf(row.data),
  followed_by: {
    event_id: row.followed_event_id,
    event_at: presentTime(row.followed_event_at),
    spent_entry_id: row.spent_entry_id,
    spent_at: presentTime(row.spent_at),
    earned_entry_id: row.earned_entry_id,
    earned_at: presentTime(row.earned_at),
  },
});

export const exportNotice = (row: NoticeRow): NoticeExport => ({ ...facts(row), data: JSON.stringify(dataOf(row.data)) });
