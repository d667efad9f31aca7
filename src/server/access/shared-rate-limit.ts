/**
 * Admits requests within the limit of their organization, which all processes on the database share. A request for which something
 * is held is admitted at once; more is borrowed in the background. Only a request for which nothing is held waits for the database,
 * and while the common bucket is known to be empty it is refused without asking.
 */
import { present } from '@/domain/assert';
import {
  IDLE_MS,
  isKnownEmpty,
  NOTHING_HELD,
  portionOf,
  afterLoan,
  shouldBorrow,
  spend,
  verdictOf,
  type RequestAllowance,
  type Loan,
  type RateLimit,
  type RateVerdict,
  type LoanRequest,
} from '@/domain/rate-limit';

/** Borrows from the common bucket of an organization. */
export type Lender = (owner: string, request: LoanRequest, limit: RateLimit) => Promise<Loan>;

interface SharedRateLimiterOptions {
  readonly limit: RateLimit;
  readonly lend: Lender;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Waiting {
  answer(verdict: RateVerdict): void;
  fail(error: unknown): void;
}

/** One organization, as this process sees it. */
interface Account {
  allowance: RequestAllowance;
  waiting: Waiting[];
  borrowing: Promise<void> | null;
  usedAt: number;
}

/** How long a process that ends may take to give back what it holds; the rest lapses. */
const GIVING_UP_MS = 1_000;

export class SharedRateLimiter {
  private readonly accounts = new Map<string, Account>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SharedRateLimiterOptions) {}

  get enabled(): boolean {
    const { perSecond, burst } = this.options.limit;
    return perSecond > 0 && burst > 0;
  }

  /** Decides one request of `owner`. Rejects as the lender does: what is not known to be within the limit is not admitted. */
  take(owner: string): Promise<RateVerdict> {
    const account = this.accountOf(owner);
    const verdict = this.decideKnown(account);
    if (verdict) {
      if (verdict.allowed && shouldBorrow(account.allowance, this.options.now())) this.borrow(owner, account);
      return Promise.resolve(verdict);
    }
    return new Promise((answer, fail) => {
      account.waiting.push({ answer, fail });
      this.borrow(owner, account);
    });
  }

  /** Gives back what is held of organizations that have made no request for a while. */
  async giveBackIdle(): Promise<void> {
    const isIdle = ({ usedAt }: Account): boolean => this.options.now() - usedAt >= IDLE_MS;
    for (const [owner, account] of this.accounts) if (isIdle(account)) await this.giveBack(owner, account, isIdle);
    if (this.accounts.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Gives back all that is held, for a process that ends. */
  async close(): Promise<void> {
    const deadline = performance.now() + GIVING_UP_MS;
    for (const [owner, account] of this.accounts) if (performance.now() < deadline) await this.giveBack(owner, account, () => true);
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private accountOf(owner: string): Account {
    let account = this.accounts.get(owner);
    if (!account) this.accounts.set(owner, (account = { allowance: NOTHING_HELD, waiting: [], borrowing: null, usedAt: 0 }));
    account.usedAt = this.options.now();
    this.timer ??= setInterval(() => void this.giveBackIdle(), IDLE_MS / 2).unref();
    return account;
  }

  /** Null where only the bucket knows. */
  private decideKnown(account: Account): RateVerdict | null {
    const now = this.options.now();
    const after = spend(account.allowance, now);
    if (after) account.allowance = after;
    else if (!isKnownEmpty(account.allowance, now)) return null;
    return this.verdict(account, after !== null);
  }

  private verdict({ allowance }: Account, allowed: boolean): RateVerdict {
    return verdictOf(this.options.limit, allowance, allowed, this.options.now());
  }

  /** Borrows until nobody waits. One loan request is under way at a time, as each says what is left after the one before. */
  private borrow(owner: string, account: Account): void {
    account.borrowing ??= this.borrowWhileWaiting(owner, account);
  }

  private async borrowWhileWaiting(owner: string, account: Account): Promise<void> {
    const portion = portionOf(this.options.limit);
    do {
      const asking = account.waiting.splice(0);
      try {
        const request = { kept: account.allowance.held, givenBack: 0, waiting: asking.length, portion };
        const { admitted } = await this.exchange(owner, account, request);
        asking.forEach(({ answer }, place) => answer(this.verdict(account, place < admitted)));
      } catch (error) {
        for (const { fail } of [...asking, ...account.waiting.splice(0)]) fail(error);
      }
      this.answerWaiting(account);
    } while (account.waiting.length > 0);
    account.borrowing = null;
  }

  /** Answers those who came meanwhile, as far as the loan says. */
  private answerWaiting(account: Account): void {
    while (account.waiting.length > 0) {
      const verdict = this.decideKnown(account);
      if (!verdict) return;
      present(account.waiting.shift(), 'the loop goes on only while somebody waits').answer(verdict);
    }
  }

  private async exchange(owner: string, account: Account, request: LoanRequest): Promise<Loan> {
    const { limit, lend, now } = this.options;
    const asked = now();
    const loan = await lend(owner, request, limit);
    account.allowance = afterLoan(limit, account.allowance, request, loan, asked, now());
    return loan;
  }

  /** What cannot be given back lapses. @param still whether it is to be given back, once nothing is being borrowed. */
  private async giveBack(owner: string, account: Account, still: (account: Account) => boolean): Promise<void> {
    while (account.borrowing) await account.borrowing;
    // Another call may have given it back meanwhile, and a request have opened a new account.
    if (this.accounts.get(owner) === account && still(account)) await (account.borrowing = this.giveUp(owner, account));
  }

  private async giveUp(owner: string, account: Account): Promise<void> {
    const { held } = account.allowance;
    account.allowance = NOTHING_HELD;
    await this.exchange(owner, account, { kept: 0, givenBack: held, waiting: 0, portion: 0 }).catch(() => undefined);
    if (account.waiting.length > 0) return this.borrowWhileWaiting(owner, account);
    account.borrowing = null;
    this.accounts.delete(owner);
  }
}
