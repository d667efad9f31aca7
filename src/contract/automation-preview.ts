/** Previews of automations on the wire: what one would match and emit now, without storing anything. */
import { z } from 'zod';
import { AUTOMATION_SCOPES } from '@/domain/automations/machine';
import { nameOf, Text, Uuid } from './primitives';
import { EmittedPayload } from './rule-action';

/** Expressions may be invalid here; the response says where. */
const Draft = Text.max(20_000);

export const PreviewAutomation = z.strictObject({
  id: Uuid.describe('Id of the program.'),
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
          field: z.string().describe('Path of the field at fault, such as `participant_filter` or `event.data.text`.'),
          message: z.string(),
          line: Position,
          column: Position.describe('Column of the error in characters, counted from 1.'),
        }),
      )
      .describe('Expressions that do not compile. While there are any, no participant is evaluated.'),
    guard: z.strictObject({
      holds: z.boolean().nullable().describe('Whether the condition is true; null when that cannot be determined.'),
      reason,
    }),
    participant_count: z.int().nullable().describe('Number of active participants of the program; null for the scope PROGRAM.'),
    evaluated_count: z.int().describe('Number of participants evaluated, in the order of their ids.'),
    matched_count: z.int().describe('Number of evaluated participants for whom the filter is true.'),
    failed_count: z.int().describe('Number of evaluated participants for whom the filter ends in an error.'),
    complete: z
      .boolean()
      .describe(
        'Whether all participants were evaluated. In a program with more than 5,000, only the first 1,000 are; and the evaluation stops after two seconds.',
      ),
    examples: z
      .array(
        z.strictObject({
          participant_id: Uuid.nullable(),
          external_id: z.string().nullable(),
          event_data: z
            .looseObject({})
            .nullable()
            .describe('The `event_data` that would be created; null when it cannot be created, with the reason.'),
          reason,
        }),
      )
      .describe(
        'The first five participants for whom the filter is true, each with its event; for the scope PROGRAM, the one event without a participant.',
      ),
    failures: z
      .array(z.strictObject({ participant_id: Uuid, external_id: z.string(), reason: z.string() }))
      .describe('The first five participants for whom the filter or a template failed.'),
  })
  .meta({ id: 'AutomationPreview' });
export type AutomationPreview = z.infer<typeof AutomationPreview>;
