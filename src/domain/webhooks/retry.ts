/**
 * Decides what follows from the outcome of one attempt: delivered, failed for good, or when to try again
 * (contract: "Webhook deliveries").
 */

/** Minutes before the second and each later attempt. */
export const RETRY_DELAYS_MINUTES = [5, 10, 20, 40, 80, 160, 320] as const;
export const MAX_ATTEMPTS = RETRY_DELAYS_MINUTES.length + 1;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const DEFAULT_PAUSE_SECONDS = 30;
/** Even a consumer that asks for no pause gets one; otherwise it would be retried as fast as it answers. */
const SHORTEST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
const LIMITED_FOR_GOOD_MS = 24 * 60 * MINUTE_MS;

export const DELIVERY_ERROR_CODES = [
  'consumer_response_timeout',
  'connection_error',
  'tls_error',
  'target_not_allowed',
  'consumer_3xx',
  'consumer_4xx',
  'consumer_5xx',
  'rate_limited',
  'endpoint_disabled',
  'signing_error',
] as const;
export type DeliveryErrorCode = (typeof DELIVERY_ERROR_CODES)[number];

/** An attempt that ended without an answer. */
export interface NoAnswer {
  readonly code: 'consumer_response_timeout' | 'connection_error' | 'tls_error' | 'target_not_allowed' | 'signing_error';
  /** One sentence for the owner of the endpoint. */
  readonly message: string;
}

/** An answer, by its status line and `Retry-After` header. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** What is known of a delivery before the attempt. */
export interface DeliveryProgress {
  /** Attempts that counted. */
  readonly attempts: number;
  /** When the unbroken run of 429 answers began, if the last answer was one. */
  readonly firstLimitedAt: Date | null;
}

interface Progressed {
  readonly attempts: number;
  readonly firstLimitedAt: Date | null;
}
export interface DeliveryFailure {
  readonly code: DeliveryErrorCode;
  readonly message: string;
}
export type AttemptOutcome = Progressed &
  (
    | { readonly status: 'DELIVERED'; readonly failure: null }
    | { readonly status: 'FAILED'; readonly failure: DeliveryFailure }
    | {
        readonly status: 'PENDING';
        readonly failure: DeliveryFailure;
        readonly nextAttemptAt: Date;
        /** Set by a 429: nothing goes to the endpoint before. */ readonly pausedUntil: Date | null;
      }
  );

/**
 * @param at when the attempt was made, on the clock of the organization; due times count from it.
 * @param realTime the same instant in real time, with which a `Retry-After` date is compared.
 */
export function outcomeOfAttempt(before: DeliveryProgress, outcome: Answer | NoAnswer, at: Date, realTime: Date): AttemptOutcome {
  if ('code' in outcome) return retryOrFail(before, outcome, at);
  const { status } = outcome;
  if (status === 429) return limited(before, outcome, at, realTime);
  const attempts = before.attempts + 1;
  if (status >= 200 && status < 300) return { status: 'DELIVERED', attempts, firstLimitedAt: null, failure: null };
  const final = (code: DeliveryErrorCode, message: string): AttemptOutcome => ({
    status: 'FAILED',
    attempts,
    firstLimitedAt: null,
    failure: { code, message },
  });
  if (status >= 300 && status < 400) return final('consumer_3xx', `The endpoint answered ${status}; redirects are not followed.`);
  if (status >= 400 && status < 500) return final('consumer_4xx', `The endpoint answered ${status}, which is final.`);
  return retryOrFail(before, { code: 'consumer_5xx', message: `The endpoint answered ${status}.` }, at);
}

function retryOrFail(before: DeliveryProgress, failure: DeliveryFailure, at: Date): AttemptOutcome {
  const attempts = before.attempts + 1;
  const delay = RETRY_DELAYS_MINUTES[attempts - 1];
  if (delay === undefined) return { status: 'FAILED', attempts, firstLimitedAt: null, failure };
  return { status: 'PENDING', attempts, firstLimitedAt: null, failure, nextAttemptAt: later(at, delay * MINUTE_MS), pausedUntil: null };
}

/** A 429 does not count as an attempt, but after 24 hours of them the delivery fails. */
function limited(before: DeliveryProgress, { retryAfter }: Answer, at: Date, realTime: Date): AttemptOutcome {
  const failure = { code: 'rate_limited', message: 'The endpoint answered 429.' } as const;
  const firstLimitedAt = before.firstLimitedAt ?? at;
  if (at.getTime() - firstLimitedAt.getTime() >= LIMITED_FOR_GOOD_MS) {
    return {
      status: 'FAILED',
      attempts: before.attempts,
      firstLimitedAt,
      failure: { ...failure, message: 'The endpoint answered 429 for 24 hours.' },
    };
  }
  const until = later(at, pauseOf(retryAfter, realTime));
  return { status: 'PENDING', attempts: before.attempts, firstLimitedAt, failure, nextAttemptAt: until, pausedUntil: until };
}

/** Milliseconds that a `Retry-After` header asks for, in seconds or as an HTTP date, within bounds. */
export function pauseOf(retryAfter: string | null, realTime: Date): number {
  const text = retryAfter?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) - realTime.getTime() : NaN;
  if (Number.isNaN(asked)) return DEFAULT_PAUSE_SECONDS * SECOND_MS;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, asked));
}

const later = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);
