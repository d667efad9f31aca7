/** Decides when an endpoint counts as failing, and when it has failed for so long that it is disabled. */
import type { DeliveryFailure } from './retry';

export const DISABLED_REASONS = ['REQUESTED', 'SUSTAINED_FAILURE'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const DAY_MS = 86_400_000;
const DISABLED_AFTER_MS = 5 * DAY_MS;
/** More than the 8 attempts of one delivery: a single lost webhook disables nothing. */
const DISABLED_AFTER_FAILURES = 10;

/** Failures in a row from which people should be notified. */
export const NOTICED_FAILURES = 5;

/** What an attempt says about the health of its endpoint. */
export type HealthEffect = 'SUCCESS' | 'FAILURE' | 'NONE';

/** The current unbroken run of failed attempts. */
export interface FailureRun {
  /** When the first of them was made; null when there are none. */
  readonly since: Date | null;
  readonly failures: number;
}

/** A 429 only asks to wait, and an unreadable secret is our own fault: neither counts against the endpoint. */
export function healthEffectOf(failure: DeliveryFailure | null): HealthEffect {
  if (failure === null) return 'SUCCESS';
  return failure.code === 'rate_limited' || failure.code === 'signing_error' ? 'NONE' : 'FAILURE';
}

/** Whether a run of failures has lasted long enough, in time and in number, to disable its endpoint. */
export function isSustained({ since, failures }: FailureRun, now: Date): boolean {
  return since !== null && failures >= DISABLED_AFTER_FAILURES && now.getTime() - since.getTime() >= DISABLED_AFTER_MS;
}
