/**
 * How fast an endpoint lets go of what is sent to it, and how much of a sender's room it may take for that:
 * endpoints that hang share a room of their own, so that they never hold up those that answer.
 */
import type { Failure } from './retry';

export type Pace = 'PROMPT' | 'SLOW' | 'SILENT';

/** A send that has taken this long is slow, also while it is still under way. */
export const SLOW_AFTER_MS = 2_000;

/** Sends of one endpoint that may be under way at once: one that did not answer is asked by one at a time until it does. */
export const SHARES: Readonly<Record<Pace, number>> = { PROMPT: 8, SLOW: 8, SILENT: 1 };

/** What one attempt tells of its endpoint. A refusal that came at once held nothing up. */
export function paceOf(attempt: { readonly answered: boolean; readonly durationMs: number; readonly failure: Failure | null }): Pace {
  if (attempt.failure?.code === 'consumer_response_timeout') return 'SILENT';
  if (attempt.durationMs < SLOW_AFTER_MS) return 'PROMPT';
  return attempt.answered ? 'SLOW' : 'SILENT';
}
