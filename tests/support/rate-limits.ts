/** Several processes that share the limit of one organization, in time that the test moves, with answers that the test holds back. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { IDLE_MS, LEASE_MS, type Loan, type RateLimit, type LoanRequest } from '@/domain/rate-limit';
import { borrowRequests } from '@/server/db/repositories/organizations/request-limits';
import { newId } from '@/server/platform/ids';
import { RateLimiter } from '@/server/access/rate-limit';
import { closeRequestLimits } from '@/server/access/request-limits';
import { SharedRateLimiter, type Lender } from '@/server/access/shared-rate-limit';
import { singleton } from '@/server/platform/singleton';

/** The common bucket: what the database keeps. */
export interface Bucket {
  borrow(processId: string, request: LoanRequest, limit: RateLimit, now: number): Promise<Loan>;
}

/** The bucket as it should be, in memory. */
export function idealBucket(): Bucket {
  let state: { tokens: number; at: number; holders: Map<string, { held: number; until: number }> } | undefined;
  return {
    borrow(processId, { kept, givenBack, waiting, portion }, { perSecond, burst }, now) {
      const bucket = (state ??= { tokens: burst, at: now, holders: new Map() });
      const lapses = [...bucket.holders].sort(([, a], [, b]) => a.until - b.until).filter(([, { until }]) => until <= now);
      const refill = (to: number): void => {
        const most = burst - [...bucket.holders.values()].reduce((sum, { held }) => sum + held, 0);
        bucket.tokens = Math.min(most, bucket.tokens + (perSecond * (to - bucket.at)) / 1000);
        bucket.at = to;
      };
      for (const [holder, { until }] of lapses) {
        refill(until);
        bucket.holders.delete(holder);
      }
      refill(now);
      const mine = bucket.holders.get(processId)?.held ?? 0;
      const still = Math.min(kept, mine);
      bucket.tokens += Math.min(givenBack, mine - still);
      bucket.holders.delete(processId);
      const admitted = Math.min(waiting, Math.floor(bucket.tokens + 1e-9));
      bucket.tokens -= admitted;
      const lent = still + Math.max(0, Math.min(portion - still, Math.floor((bucket.tokens + 1e-9) / (1 + bucket.holders.size))));
      bucket.tokens = Math.max(0, bucket.tokens - (lent - still));
      const elsewhere = [...bucket.holders.values()].reduce((sum, { held }) => sum + held, 0);
      if (portion > 0) bucket.holders.set(processId, { held: lent, until: now + LEASE_MS });
      return Promise.resolve({ admitted, lent, tokens: bucket.tokens, elsewhere });
    },
  };
}

/** The bucket of an organization in the database. */
export const databaseBucket = (organizationId: string): Bucket => ({
  borrow: (processId, request, limit, now) => borrowRequests(organizationId, processId, request, limit, new Date(now)),
});

/**
 * The limits of this test's process, with the bucket in the time of `Date` too, which the test may hold or move.
 * @param lend answers instead of the database.
 */
export async function useRequestLimits(limit: RateLimit, lend?: Lender): Promise<void> {
  await closeRequestLimits();
  const processId = newId();
  const now = (): number => Date.now();
  const lendFromDatabase: Lender = (owner, request) => databaseBucket(owner).borrow(processId, request, limit, now());
  singleton('rate-limiter', () => new SharedRateLimiter({ limit, lend: lend ?? lendFromDatabase, now }));
}

/** What may happen on the way of a loan request: `let`s it through, once to the bucket and once back, or `lose`s its answer. */
export type Fate = 'let' | 'lose';

export class SharedLimit {
  now = 1_000_000;
  allowed = 0;
  refused = 0;
  failed = 0;
  /** When requests were admitted, each with how many. */
  readonly admissions: { readonly at: number; readonly count: number }[] = [];
  private readonly processes: SharedRateLimiter[];
  private readonly held: ((fate: Fate) => void)[] = [];
  private readonly asking = new Set<Promise<Loan>>();
  private readonly dead = new Set<number>();
  private delivered = 0;
  private counted = { allowed: 0, delivered: 0 };
  private made = 0;
  private readonly numbers: number[] = [];

  /** @param holdBack whether loan requests wait for `pass`. */
  constructor(
    private readonly bucket: Bucket,
    readonly limit: RateLimit,
    count: number,
    private readonly holdBack = false,
  ) {
    this.processes = Array.from({ length: count }, (_, process) => this.newProcess(process));
  }

  /** Requests that arrive together at one process. */
  async take(process: number, count = 1): Promise<void> {
    for (let number = 0; number < count; number++) {
      this.processes[process]!.take('organization').then(
        ({ allowed }) => void (allowed ? this.allowed++ : this.refused++),
        () => void this.failed++,
      );
    }
    await this.rest();
  }

  /** Whether one request is admitted. */
  async takes(process: number): Promise<boolean> {
    const before = this.allowed;
    await this.take(process);
    return this.allowed > before;
  }

  /** Lets time pass; processes look for what they leave idle once in it. */
  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    for (const process of this.processes) void process.giveBackIdle();
    await this.rest();
  }

  /** The process is gone, and another one takes its place. */
  kill(process: number): void {
    this.dead.add(this.numbers[process]!);
    this.processes[process] = this.newProcess(process);
  }

  async stop(process: number): Promise<void> {
    void this.processes[process]!.close();
    this.processes[process] = this.newProcess(process);
    await this.rest();
  }

  /** Decides on one of the loan requests that are on their way. */
  async decide(number: number, fate: Fate): Promise<void> {
    if (this.held.length > 0) this.held.splice(number % this.held.length, 1)[0]!(fate);
    await this.rest();
  }

  async decideAll(): Promise<void> {
    while (this.held.length > 0) await this.decide(0, 'let');
  }

  /** Long enough for whatever was lost or left idle to be there again. */
  async recover(): Promise<void> {
    await this.decideAll();
    await this.pass(Math.max(LEASE_MS, IDLE_MS));
    await this.decideAll();
    await this.pass(Math.ceil((1000 * this.limit.burst) / this.limit.perSecond));
    await this.decideAll();
  }

  /** The least that one bucket, filled and emptied at the same times, would ever have held. */
  lowestLevel(): number {
    const { perSecond, burst } = this.limit;
    let [level, lowest, at] = [burst, burst, this.admissions[0]?.at ?? 0];
    for (const admission of [...this.admissions].sort((a, b) => a.at - b.at)) {
      level = Math.min(burst, level + (perSecond * (admission.at - at)) / 1000) - admission.count;
      at = admission.at;
      lowest = Math.min(lowest, level);
    }
    return lowest;
  }

  private newProcess(place: number): SharedRateLimiter {
    const number = (this.numbers[place] = ++this.made);
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    return new SharedRateLimiter({
      limit: this.limit,
      now: () => this.now,
      lend: async (_, request) => {
        if (this.holdBack) await this.onItsWay();
        if (this.dead.has(number)) return new Promise(() => undefined);
        const loan = await this.borrow(id, request);
        if (loan.admitted > 0) this.admissions.push({ at: this.now, count: loan.admitted });
        if (this.holdBack && (await this.onItsWay()) === 'lose') throw new Error('the answer was lost');
        if (this.dead.has(number)) return new Promise(() => undefined);
        this.delivered += loan.admitted;
        return loan;
      },
    });
  }

  private async borrow(id: string, request: LoanRequest): Promise<Loan> {
    const loan = this.bucket.borrow(id, request, this.limit, this.now);
    this.asking.add(loan);
    return loan.finally(() => this.asking.delete(loan));
  }

  private onItsWay(): Promise<Fate> {
    return new Promise((decide) => this.held.push(decide));
  }

  /** Waits until nothing happens any more, and notes what was admitted without asking. */
  private async rest(): Promise<void> {
    do {
      await Promise.all(this.asking);
      await nextTurn();
    } while (this.asking.size > 0);
    const byItself = this.allowed - this.counted.allowed - (this.delivered - this.counted.delivered);
    if (byItself > 0) this.admissions.push({ at: this.now, count: byItself });
    this.counted = { allowed: this.allowed, delivered: this.delivered };
  }
}

/** One thing that happens. */
export type Step =
  | { readonly kind: 'take'; readonly process: number; readonly count: number }
  | { readonly kind: 'pass'; readonly milliseconds: number }
  | { readonly kind: 'kill' | 'stop'; readonly process: number }
  | { readonly kind: 'decide'; readonly number: number; readonly fate: Fate };

/** Anything that may happen to so many processes and their loan requests, in any order. */
export function steps(processes: number): fc.Arbitrary<Step[]> {
  const process = fc.nat(processes - 1);
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), process, count: fc.integer({ min: 1, max: 12 }) }) },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.oneof(fc.nat(200), fc.nat(LEASE_MS * 2)) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'stop' as const), process }) },
      {
        weight: 10,
        arbitrary: fc.record({
          kind: fc.constant('decide' as const),
          number: fc.nat(20),
          fate: fc.oneof({ weight: 9, arbitrary: fc.constant('let' as const) }, { weight: 1, arbitrary: fc.constant('lose' as const) }),
        }),
      },
    ),
    { minLength: 20, maxLength: 120, size: 'max' },
  );
}

export async function perform(shared: SharedLimit, taken: readonly Step[]): Promise<void> {
  for (const step of taken) {
    if (step.kind === 'take') await shared.take(step.process, step.count);
    else if (step.kind === 'pass') await shared.pass(step.milliseconds);
    else if (step.kind === 'decide') await shared.decide(step.number, step.fate);
    else if (step.kind === 'stop') await shared.stop(step.process);
    else shared.kill(step.process);
  }
}

const TICK_MS = 10;

/**
 * Sends four times the rate, unevenly, while one process is killed and another one leaves in order halfway. Counts what is admitted
 * once the burst is spent, and what one bucket in one process would have admitted of the same requests.
 */
export async function admittedUnderPressure(shared: SharedLimit, seconds: number) {
  const { perSecond, burst } = shared.limit;
  const one = new RateLimiter(shared.limit);
  const perTick = (4 * perSecond * TICK_MS) / 1000;
  let [due, turn, expected] = [0, 0, 0];
  const tick = async (): Promise<void> => {
    for (due += perTick; due >= 1; due -= 1) {
      if (one.take('organization', shared.now).allowed) expected++;
      await shared.take(++turn % 7 === 0 ? 3 : turn % 3);
    }
    await shared.pass(TICK_MS);
  };
  const until = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) await tick();
  };
  await until(() => shared.refused >= burst);
  const [admittedBefore, expectedBefore, began] = [shared.allowed, expected, shared.now];
  await until(() => shared.now >= began + seconds * 500);
  shared.kill(0);
  await shared.stop(1);
  await until(() => shared.now >= began + seconds * 1000);
  return { expected: expected - expectedBefore, admitted: shared.allowed - admittedBefore, lowest: shared.lowestLevel() };
}
