/** The preview of a setting of notices: how many it would send, to whom, and what they would say. */
import { z } from 'zod';
import { CreateNoticeSetting } from './notice-setting';
import { JsonObject, Timestamp, Uuid } from './primitives';

export const PreviewNotices = z.strictObject({
  program_id: Uuid,
  terms: CreateNoticeSetting.shape.terms,
  audience: CreateNoticeSetting.shape.audience,
  quiet_hours: CreateNoticeSetting.shape.quiet_hours,
});
export type PreviewNotices = z.infer<typeof PreviewNotices>;

export const NoticePreview = z
  .strictObject({
    sentence: z.string(),
    today: z.int().describe('Number of notices that would be sent today.'),
    next_30_days: z
      .int()
      .nullable()
      .describe('Number over the next 30 days as things stand, today included; null for kinds that depend on what is yet to happen.'),
    complete: z.boolean().describe('Whether everybody was looked at; otherwise the first 2,000 were, and there may be more.'),
    examples: z.array(
      z.strictObject({
        participant_id: Uuid,
        external_id: z.string(),
        due_at: Timestamp,
        sentence: z.string(),
        event_data: JsonObject.describe('Content of the event, without the id of the notice.'),
      }),
    ),
  })
  .meta({ id: 'NoticePreview' });
export type NoticePreview = z.infer<typeof NoticePreview>;
