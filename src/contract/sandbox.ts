/** The clock of a sandbox: real time plus what it was moved by. */
import { z } from 'zod';
import { DurationString, Timestamp } from './primitives';

export const SandboxClock = z
  .strictObject({
    now: Timestamp.describe('The present of this organization.'),
    real_time: Timestamp,
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
    performed: z
      .record(z.string(), z.int().min(0))
      .describe('How much of each kind of work fell due on the way and was done.')
      .meta({ example: { events: 2, webhook_deliveries: 5 } }),
  })
  .meta({ id: 'AdvancedClock' });
