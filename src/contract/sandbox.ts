/** The clock of a sandbox: real time plus what it was moved by. */
import { z } from 'zod';
import { Performed } from './clock-move';
import { DurationString, Timestamp, Uuid } from './primitives';

export const SandboxClock = z
  .strictObject({
    now: Timestamp.describe('The present of this organization.'),
    real_time: Timestamp,
    moving: z
      .strictObject({ id: Uuid, from: Timestamp, to: Timestamp, at: Timestamp.describe('How far it has come.') })
      .nullable()
      .describe('The move that is under way; null when the clock only runs.'),
  })
  .meta({ id: 'SandboxClock' });

export const AdvanceClock = z.strictObject({
  to: Timestamp.optional().describe('Move the clock to this time.'),
  by: DurationString.optional().describe('Move the clock by this much.'),
});
export type AdvanceClock = z.infer<typeof AdvanceClock>;

export const AdvancedClock = z
  .strictObject({
    now: Timestamp,
    performed: Performed,
    move_id: Uuid.describe('Under which GET /v1/sandbox/clock/moves/{id} tells what happened on the way.'),
  })
  .meta({ id: 'AdvancedClock' });
