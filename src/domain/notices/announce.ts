/** Makes what a notice sets in motion: an event about the participant, which rules can answer, and a webhook. */
import { namedData, type SystemEvent } from '@/domain/events/system';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import type { NoticeData } from './data';
import { NOTICE_EVENTS } from './kinds';
import { noticeSentence } from './notice-sentence';

/** A notice as it is sent. */
export interface SentNotice {
  readonly id: string;
  readonly eventId: string;
  readonly cause: string;
  readonly data: NoticeData;
  readonly participant: { readonly id: string; readonly externalId: string };
}

interface By {
  readonly organizationId: string;
  readonly programId: string;
  readonly settingId: string;
  /** Key of the setting. */
  readonly setting: string;
}

/** What the event says: all that the notice does, and by which setting. */
export function noticeEventData({ kind, ...data }: NoticeData, setting: string) {
  return namedData(NOTICE_EVENTS[kind], { ...data, setting });
}

/** At most one for each cause. */
export const noticeEvent = ({ id, eventId, cause, data, participant }: SentNotice, by: By, now: Date): SystemEvent => ({
  id: eventId,
  programId: by.programId,
  participant,
  data: { ...noticeEventData(data, by.setting), notice_id: id },
  dueAt: now,
  idempotencyKey: `service:notice/${by.settingId}/${cause}`,
  cause: null,
});

export const noticeWebhook = ({ id, eventId, data, participant }: SentNotice, by: By): WebhookDraft =>
  webhook('notice.sent', {
    notice_id: id,
    organization_id: by.organizationId,
    program_id: by.programId,
    setting_id: by.settingId,
    setting: by.setting,
    kind: data.kind,
    participant_id: participant.id,
    event_id: eventId,
    sentence: noticeSentence(data),
  });
