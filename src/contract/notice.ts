/** Notices on the wire: what participants were told, and what followed. */
import { z } from 'zod';
import { NOTICE_KINDS } from '@/domain/notices/kinds';
import { createdWindow, filterQuery, listQuery, pageOf, sortedBy } from './page';
import { JsonObject, Timestamp, Uuid } from './primitives';

const Kind = z.enum(NOTICE_KINDS);

export const Notice = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    setting_id: Uuid,
    kind: Kind,
    cause: z.string().describe('What the notice is about: a setting tells each cause at most once.'),
    participant_id: Uuid,
    event_id: Uuid.describe('The SYSTEM event about the participant, which rules can answer.'),
    sentence: z
      .string()
      .describe('What the notice says, in plain words.')
      .meta({ examples: ['120.00 PTS will expire, the first on 2026-03-04.'] }),
    data: JsonObject.describe('What the notice says, with amounts as decimal strings; also in the `event_data` of the event.'),
    created_at: Timestamp.describe('When the cause was found.'),
    due_at: Timestamp.describe('When the notice was due: later than that where quiet hours had to pass.'),
    sent_at: Timestamp,
    followed_by: z
      .strictObject({
        event_id: Uuid.nullable().describe('First event that was sent about the participant; null if there was none.'),
        event_at: Timestamp.nullable(),
        spent_entry_id: Uuid.nullable().describe('First journal entry by which the participant spent value; null if there was none.'),
        spent_at: Timestamp.nullable(),
        earned_entry_id: Uuid.nullable().describe(
          'First journal entry that credited the participant, other than by rules that answered the notice; null if there was none.',
        ),
        earned_at: Timestamp.nullable(),
      })
      .describe('What the participant did in the program within 14 days after the notice.'),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

export const NoticePath = z.strictObject({ id: Uuid });
export type NoticePath = z.infer<typeof NoticePath>;

const filters = {
  program_id: Uuid.optional(),
  setting_id: Uuid.optional(),
  kind: Kind.optional(),
  participant_id: Uuid.optional(),
  ...createdWindow,
  ...sortedBy(['sent_at']),
};

export const ListNotices = listQuery(filters);
export type ListNotices = z.infer<typeof ListNotices>;
export const NoticePage = pageOf(Notice);

export const ExportNotices = filterQuery(filters);
export type ExportNotices = z.infer<typeof ExportNotices>;

export const NoticeExport = Notice.omit({ followed_by: true, data: true })
  .extend({ data: z.string().describe('A JSON object.') })
  .meta({ id: 'NoticeExport' });
export type NoticeExport = z.infer<typeof NoticeExport>;
