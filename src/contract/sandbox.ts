/** The clock of a sandbox: real time plus what it has been advanced by. */
import { z } from 'zod';
import { Performed } from './clock-move';
import { DurationString, Timestamp, Uuid } from './primitives';

export const SandboxClock = z
  .strictObject({
    now: Timestamp.describe("Current time on the organization's clock."),
    real_time: Timestamp,
    moving: z
      .strictObject({ id: Uuid, from: Timestamp, to: Timestamp, at: Timestamp.describe('Time that the move has reached so far.') })
      .nullable()
      .describe('The move in progress; null when there is none.'),
  })
  .meta({ id: 'SandboxClock' });

export const AdvanceClock = z.strictObject({
  to: Timestamp.optional().describe('Time to which to move the clock.'),
  by: DurationString.optional().describe('Duration by which to move the clock.'),
});
export type AdvanceClock = z.infer<typeof AdvanceClock>;

export const AdvancedClock = z
  .strictObject({
    now: Timestamp,
    performed: Performed,
    move_id: Uuid.describe('Id of the move. GET /v1/sandbox/clock/moves/{id} shows what happened on the way.'),
  })
  .meta({ id: 'AdvancedClock' });
