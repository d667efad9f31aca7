/** Defines what can happen while a sandbox clock is moved, and in what steps a span of any length is charted. */

export const MOVE_STATUSES = ['RUNNING', 'COMPLETED', 'FAILED'] as const;
export type MoveStatus = (typeof MOVE_STATUSES)[number];

export const HAPPENING_KINDS = [
  'LOT_MATURED',
  'LOT_EXPIRED',
  'RESERVATION_EXPIRED',
  'TIER_CHANGED',
  'COUNTER_RESET',
  'AUTOMATION_RUN',
  'EVENT_COMPLETED',
  'EVENT_FAILED',
  'WEBHOOK_SENT',
  'WEBHOOK_FAILED',
] as const;
export type HappeningKind = (typeof HAPPENING_KINDS)[number];

export const TIMELINE_STEPS = ['DAY', 'MONTH', 'YEAR'] as const;
export type TimelineStep = (typeof TIMELINE_STEPS)[number];

const DAY_MS = 86_400_000;
/** A year by days, or a generation by months, still fits a chart. */
const MOST_STEPS = 400;

/** The finest step that divides the span into no more steps than a chart can show. */
export function timelineStep(from: Date, to: Date): TimelineStep {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days <= MOST_STEPS) return 'DAY';
  return days <= MOST_STEPS * 30 ? 'MONTH' : 'YEAR';
}
