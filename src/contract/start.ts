/** The progress of the guided start, derived from what exists. No route under /v1 serves it. */
import { z } from 'zod';
import { Uuid } from './primitives';
import { TEMPLATE_KEYS } from './templates';

export const StartQuery = z.strictObject({ program_id: Uuid.optional() });

export const StartProgress = z.strictObject({
  program: z
    .strictObject({ id: Uuid, name: z.string(), template: z.enum(TEMPLATE_KEYS) })
    .nullable()
    .describe('The chosen program, or the newest that is active.'),
  has_key: z.boolean(),
  event_id: Uuid.nullable().describe('The newest event that was sent to the program.'),
  credited_event_id: Uuid.nullable().describe('The newest event that has given something.'),
  has_changed_rule: z.boolean().describe('Whether a rule of the program was changed since it was made.'),
  has_endpoint: z.boolean(),
  has_teammate: z.boolean().describe('Somebody else who belongs to the organization or is invited.'),
});
export type StartProgress = z.infer<typeof StartProgress>;
