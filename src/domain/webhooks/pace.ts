/**
 * Classifies endpoints by how fast they answer, and bounds how much of a sender's capacity each class may
 * take: endpoints that hang have a capacity of their own, so that they never hold up those that answer.
 */
import type { DeliveryFailure } from './retry';

export type Pace = 'PROMPT' | 'SLOW' | 'SILENT';

/** A send that has taken this long is slow, even while it is still under way. */
export const SLOW_AFTER_MS = 2_000;

/** Concurrent sends to one endpoint: one that did not answer gets one at a time until it does. */
export const SHARES: Readonly<Record<Pace, number>> = { PROMPT: 8, SLOW: 8, SILENT: 1 };

/** What one attempt says about the pace of its endpoint. A refusal that came at once held nothing up. */
export function paceOf(attempt: {
  readonly answered: boolean;
  readonly durationMs: number;
  readonly failure: DeliveryFailure | null;
}): Pace {
  if (attempt.failure?.code === 'consumer_response_timeout') return 'SILENT';
  if (attempt.durationMs < SLOW_AFTER_MS) return 'PROMPT';
  return attempt.answered ? 'SLOW' : 'SILENT';
}

/** Claiming is worth its cost for what an endpoint takes in this time. */
const AHEAD_MS = 100;
const MOST_ROUNDS = 8;

/**
 * How many deliveries of an endpoint to have claimed at once, after it took one promptly: as many as it may be sent at once, and the next
 * ones that it will soon take.
 */
export const claimedAhead = (durationMs: number): number =>
  SHARES.PROMPT * Math.min(MOST_ROUNDS, Math.max(1, Math.floor(AHEAD_MS / Math.max(1, durationMs))));
