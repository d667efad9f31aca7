/** Moves of a sandbox clock on the wire, with what happened on the way. */
import { z } from 'zod';
import { HAPPENING_KINDS, MOVE_STATUSES, TIMELINE_STEPS } from '@/domain/sandbox/timeline';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, Timestamp, Uuid, type RefinementParams } from './primitives';

export const Performed = z
  .record(z.string(), z.int().min(0))
  .describe('How much of each kind of work fell due on the way and was done.')
  .meta({ example: { events: 2, webhook_deliveries: 5 } });

export const ClockMove = z
  .strictObject({
    id: Uuid,
    status: z
      .enum(MOVE_STATUSES)
      .describe(
        'FAILED: it ended on the way, at `reached`, because something went wrong or its process died; what was done until then stays done.',
      ),
    from: Timestamp,
    to: Timestamp,
    reached: Timestamp.nullable().describe('Where the clock stood when the move ended; null while it runs.'),
    performed: Performed,
    api_key_id: Uuid.nullable().describe('The key that moved it.'),
    user_id: Uuid.nullable().describe('The person who moved it in the dashboard.'),
    on_behalf_of: z.string().nullable(),
    started_at: Timestamp.describe('Real time.'),
    ended_at: Timestamp.nullable().describe('Real time.'),
    duration_ms: z.int().min(0).nullable().describe('How long it took in real time.'),
  })
  .meta({ id: 'ClockMove' });
export type ClockMove = z.infer<typeof ClockMove>;

const HappeningKind = z
  .enum(HAPPENING_KINDS)
  .describe('LOT_MATURED and LOT_EXPIRED count journal entries, WEBHOOK_SENT and WEBHOOK_FAILED attempts to deliver.');

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
      .describe('Whom it happened to.'),
    asset_id: Uuid.nullable(),
    amount: DecimalString.nullable(),
    detail: z
      .string()
      .nullable()
      .describe('What tells it from others: a level before and after, a counter, an automation, a type of event, an error code.'),
  })
  .meta({ id: 'ClockMoveItem' });
export type ClockMoveItem = z.infer<typeof ClockMoveItem>;

export const ClockMoveDetail = ClockMove.extend({
  step: z.enum(TIMELINE_STEPS).describe('DAY for a way of up to 400 days, else MONTH or YEAR; all begin at midnight UTC.'),
  timeline: z
    .array(z.strictObject({ start: Timestamp, counts: z.partialRecord(HappeningKind, z.int().min(1)) }))
    .describe('What happened in each step of the way, those without anything left out.'),
  items: z.array(ClockMoveItem).describe('Of each kind the first `items_per_kind`, in order of time.'),
}).meta({ id: 'ClockMoveDetail' });
export type ClockMoveDetail = z.infer<typeof ClockMoveDetail>;

export const ClockMovePath = z.strictObject({ id: Uuid });
export type ClockMovePath = z.infer<typeof ClockMovePath>;

export const ReadClockMove = ClockMovePath.extend({
  from: Timestamp.optional().describe('Tell only what happened at or after this time.'),
  to: Timestamp.optional().describe('Tell only what happened before this time.'),
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
