/** Moves of a sandbox clock on the wire, with what happened in the time passed. */
import { z } from 'zod';
import { HAPPENING_KINDS, MOVE_STATUSES, TIMELINE_STEPS } from '@/domain/sandbox/timeline';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, Timestamp, Uuid, type RefinementParams } from './primitives';

export const Performed = z
  .record(z.string(), z.int().min(0))
  .describe('Number of items of each kind that fell due on the way and were processed; of automations, the number of runs that ended.')
  .meta({ example: { events: 2, webhook_deliveries: 5 } });

export const ClockMove = z
  .strictObject({
    id: Uuid,
    status: z
      .enum(MOVE_STATUSES)
      .describe(
        'Status of the move. FAILED: the move stopped on the way, at `reached`, because of an error or because its process died; everything done until then remains.',
      ),
    from: Timestamp,
    to: Timestamp,
    reached: Timestamp.nullable().describe('Time of the clock when the move ended; null while the move runs.'),
    performed: Performed,
    api_key_id: Uuid.nullable().describe('The API key that moved the clock.'),
    user_id: Uuid.nullable().describe('The person who moved the clock in the dashboard.'),
    on_behalf_of: z.string().nullable(),
    started_at: Timestamp.describe('When the move started, in real time.'),
    ended_at: Timestamp.nullable().describe('When the move ended, in real time; null while it runs.'),
    duration_ms: z.int().min(0).nullable().describe('Duration of the move in real time.'),
  })
  .meta({ id: 'ClockMove' });
export type ClockMove = z.infer<typeof ClockMove>;

const HappeningKind = z
  .enum(HAPPENING_KINDS)
  .describe('Kind of occurrence. LOT_MATURED and LOT_EXPIRED count journal entries, WEBHOOK_SENT and WEBHOOK_FAILED delivery attempts.');

export const ClockMoveItem = z
  .strictObject({
    kind: HappeningKind,
    at: Timestamp,
    resource: z.strictObject({
      type: z.enum(['JOURNAL_ENTRY', 'REDEMPTION', 'AUTOMATION', 'EVENT', 'WEBHOOK_DELIVERY', 'PARTICIPANT', 'GROUP', 'PROGRAM']),
      id: Uuid,
    }),
    program_id: Uuid.nullable(),
    subject: z
      .strictObject({ type: z.enum(['PARTICIPANT', 'GROUP', 'PROGRAM']), id: Uuid })
      .nullable()
      .describe('The participant or group concerned.'),
    asset_id: Uuid.nullable(),
    amount: DecimalString.nullable(),
    detail: z
      .string()
      .nullable()
      .describe('Distinguishing detail: a level before and after, a counter, an automation, an event type or an error code.'),
  })
  .meta({ id: 'ClockMoveItem' });
export type ClockMoveItem = z.infer<typeof ClockMoveItem>;

export const ClockMoveDetail = ClockMove.extend({
  step: z
    .enum(TIMELINE_STEPS)
    .describe('Length of a step of the timeline: DAY for a move of up to 400 days, otherwise MONTH or YEAR. Steps begin at midnight UTC.'),
  timeline: z
    .array(z.strictObject({ start: Timestamp, counts: z.partialRecord(HappeningKind, z.int().min(1)) }))
    .describe('What happened in each step of the move; steps in which nothing happened are left out.'),
  items: z.array(ClockMoveItem).describe('The first `items_per_kind` occurrences of each kind, in chronological order.'),
}).meta({ id: 'ClockMoveDetail' });
export type ClockMoveDetail = z.infer<typeof ClockMoveDetail>;

export const ClockMovePath = z.strictObject({ id: Uuid });
export type ClockMovePath = z.infer<typeof ClockMovePath>;

export const ReadClockMove = ClockMovePath.extend({
  from: Timestamp.optional().describe('Only what happened at or after this time.'),
  to: Timestamp.optional().describe('Only what happened before this time.'),
  items_per_kind: z.int().min(0).max(100).default(20),
}).superRefine(({ from, to }, context) => {
  if (from === undefined || to === undefined || Date.parse(from) < Date.parse(to)) return;
  const params: RefinementParams = { reason: 'out_of_range', expected: 'earlier than to' };
  context.addIssue({ code: 'custom', path: ['from'], message: '`from` must be earlier than `to`.', params: { ...params } });
});
export type ReadClockMove = z.infer<typeof ReadClockMove>;

export const ListClockMoves = listQuery({ ...sortedBy(['started_at']) });
export type ListClockMoves = z.infer<typeof ListClockMoves>;

export const ClockMovePage = pageOf(ClockMove);
