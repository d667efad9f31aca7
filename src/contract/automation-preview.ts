/** What an automation would find and make now, asked without storing anything. */
import { z } from 'zod';
import { AUTOMATION_SCOPES } from '@/domain/automations/machine';
import { nameOf, Text, Uuid } from './primitives';
import { EmittedPayload } from './rule-action';

/** Expressions may be wrong here; the answer says where. */
const Draft = Text.max(20_000);

export const PreviewAutomation = z.strictObject({
  id: Uuid.describe('The program.'),
  scope: z.enum(AUTOMATION_SCOPES).default('PARTICIPANTS'),
  participant_filter: Draft.optional().meta({ examples: ['participant.counters.visits >= 10'] }),
  guard_condition: Draft.optional(),
  event: z.strictObject({ type: nameOf(255).default('preview'), data: EmittedPayload }).optional(),
});
export type PreviewAutomation = z.infer<typeof PreviewAutomation>;

const Position = z.int().min(1);
const reason = z.string().nullable();

export const AutomationPreview = z
  .strictObject({
    errors: z
      .array(
        z.strictObject({
          field: z.string().describe('Such as `participant_filter` or `event.data.text`.'),
          message: z.string(),
          line: Position,
          column: Position.describe('In characters, from 1.'),
        }),
      )
      .describe('Expressions that do not compile. While there are any, nothing is judged.'),
    guard: z.strictObject({ holds: z.boolean().nullable().describe('Null: that cannot be said.'), reason }),
    participant_count: z.int().nullable().describe('How many active participants the program has; null for PROGRAM.'),
    judged_count: z.int().describe('How many of them were gone through, in the order of their ids.'),
    matched_count: z.int().describe('For how many of those the filter holds.'),
    failed_count: z.int().describe('For how many of those the filter gives an error.'),
    complete: z
      .boolean()
      .describe('Whether all were gone through. Of a program with more than 5,000, the first 1,000 are; and it ends after two seconds.'),
    examples: z
      .array(
        z.strictObject({
          participant_id: Uuid.nullable(),
          external_id: z.string().nullable(),
          event_data: z.looseObject({}).nullable().describe('What would be made; null with the reason.'),
          reason,
        }),
      )
      .describe('The first five for whom the filter holds; for PROGRAM the one event about nobody.'),
    failures: z.array(z.strictObject({ participant_id: Uuid, external_id: z.string(), reason: z.string() })).describe('The first five.'),
  })
  .meta({ id: 'AutomationPreview' });
export type AutomationPreview = z.infer<typeof AutomationPreview>;
