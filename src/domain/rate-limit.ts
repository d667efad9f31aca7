/**
 * An organization's limit of requests, divided among processes: the tokens are in one bucket, from which each process borrows a few
 * ahead, so that it admits most requests without asking. Together they admit what one bucket would: `burst` at once, `perSecond`
 * sustained (contract: "Limits"), and what a process loses or leaves unused is made up for within seconds. Times are Unix milliseconds.
 */

export interface RateLimit {
  /** Zero turns limiting off. */
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** How many requests the full bucket admits. */
  readonly limit: number;
  readonly remaining: number;
  /** The Unix time in seconds at which the bucket is full again. */
  readonly resetAt: number;
  /** Whole seconds until the next request is allowed; 0 when this one is. */
  readonly retryAfter: number;
}

/** What a process tells the common bucket of what it had borrowed (the rest is spent), and what it would like. */
export interface LoanRequest {
  readonly kept: number;
  readonly givenBack: number;
  /** Requests that wait for an answer. */
  readonly waiting: number;
  /** How many it would like to have afterwards; 0 when it gives up. */
  readonly portion: number;
}

export interface Loan {
  /** How many of the waiting requests are admitted. */
  readonly admitted: number;
  /** How many more the process may admit, including those that it kept. */
  readonly lent: number;
  /** What is left in the common bucket. */
  readonly tokens: number;
  /** What other processes have at most. */
  readonly elsewhere: number;
}

/** What a process has of an organization's limit, and what it knows of the rest. */
export interface RequestAllowance {
  readonly held: number;
  /** From then on nothing that it held may be spent without asking. */
  readonly heldUntil: number;
  readonly loan: Loan;
  /** When the loan was made, before which no time is believed. */
  readonly asOf: number;
  /** Until then the common bucket is known to be empty. */
  readonly emptyUntil: number;
}

/** How long a process may keep what it borrowed without asking. What is lost with a process is made up for after that. */
export const LEASE_MS = 5_000;
/** A process stops spending this much earlier, as no two clocks run alike. */
const LEASE_MARGIN_MS = 500;
/** A process that admits requests asks at least this often, so that what it says remains is true. */
export const REFRESH_MS = 1_000;
/** A process that has admitted none for this long gives back what it has. */
export const IDLE_MS = 2_000;
/** The least time between two questions to an empty bucket, unless it would overflow meanwhile. */
const LONGEST_PAUSE_MS = 50;
const PORTIONS = 8;

/** The most that a process holds: an eighth of the burst. */
export const portionOf = ({ burst }: RateLimit): number => Math.ceil(burst / PORTIONS);

export const NOTHING_HELD: RequestAllowance = {
  held: 0,
  heldUntil: -Infinity,
  loan: { admitted: 0, lent: 0, tokens: 0, elsewhere: 0 },
  asOf: -Infinity,
  emptyUntil: -Infinity,
};

/** The allowance after one more request; null when it must be asked for. */
export function spend(allowance: RequestAllowance, now: number): RequestAllowance | null {
  return allowance.held >= 1 && now >= allowance.asOf && now < allowance.heldUntil ? { ...allowance, held: allowance.held - 1 } : null;
}

/** Whether asking is in vain. */
export const isKnownEmpty = ({ asOf, emptyUntil }: RequestAllowance, now: number): boolean => now >= asOf && now < emptyUntil;

/** Whether to borrow in the background: three quarters are spent, or what is known grows old. */
export function shouldBorrow(allowance: RequestAllowance, now: number): boolean {
  if (isKnownEmpty(allowance, now)) return false;
  return 4 * allowance.held <= allowance.loan.lent || now - allowance.asOf >= REFRESH_MS;
}

/**
 * The allowance once a loan request is answered.
 * @param before the allowance as it is now, of which some may have been spent meanwhile.
 * @param asked when it was sent.
 */
export function afterLoan(
  limit: RateLimit,
  before: RequestAllowance,
  { kept }: LoanRequest,
  loan: Loan,
  asked: number,
  now: number,
): RequestAllowance {
  const spentMeanwhile = kept - Math.min(before.held, kept);
  const untilNext = loan.tokens < 1 ? Math.max(millisecondsFor(limit, 1 - loan.tokens), pauseOf(limit)) : 0;
  return {
    held: Math.max(0, loan.lent - spentMeanwhile),
    heldUntil: asked + LEASE_MS - LEASE_MARGIN_MS,
    loan,
    asOf: now,
    emptyUntil: now + untilNext,
  };
}

/** What to tell the client whose request was just admitted or refused. */
export function verdictOf(limit: RateLimit, { held, loan, asOf }: RequestAllowance, allowed: boolean, now: number): RateVerdict {
  const { perSecond, burst } = limit;
  const most = Math.max(0, burst - loan.lent - loan.elsewhere);
  const tokens = Math.min(most, loan.tokens + (Math.max(0, now - asOf) / 1000) * perSecond);
  const missing = Math.max(0, burst - loan.elsewhere - held - tokens);
  return {
    allowed,
    limit: burst,
    remaining: Math.floor(held + tokens),
    resetAt: Math.ceil(now / 1000 + missing / perSecond),
    retryAfter: allowed ? 0 : Math.max(1, Math.ceil((1 - Math.min(1, tokens)) / perSecond)),
  };
}

const pauseOf = ({ perSecond, burst }: RateLimit): number => Math.min(LONGEST_PAUSE_MS, (1000 * burst) / perSecond / PORTIONS);

/** Whole milliseconds, in which a time is measured. */
const millisecondsFor = ({ perSecond }: RateLimit, tokens: number): number => Math.ceil((1000 * tokens) / perSecond - 1e-6);
