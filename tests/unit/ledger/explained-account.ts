/** One account under real operations, each entry explained as it is made. */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { BUCKETS } from '@/domain/choices';
import { emptyAccount, type AccountState, type AssetTerms, type Bucket } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit, type ShortfallPolicy } from '@/domain/ledger/debit';
import type { JournalEntry } from '@/domain/ledger/entry';
import { Explanation, type AccountMovement } from '@/domain/ledger/explain';
import { bringUpToDate, forfeit } from '@/domain/ledger/forfeit';
import { hold, release } from '@/domain/ledger/hold';
import type { Lot, LotShare } from '@/domain/ledger/lots';
import type { LedgerContext } from '@/domain/ledger/command';
import { capture, redeem, reserve, reverse, type RedemptionFacts } from '@/domain/ledger/redemption';
import { voidHold } from '@/domain/ledger/settle';
import { amountOf, ZERO } from '@/domain/money';
import { ADA, NOW, PROGRAM } from './support';
import { redemptionReference } from '@/domain/ledger/references';

const plain = { holder: ADA, description: null, referenceId: null, cause: null };

const REDEMPTION_ENTRIES = new Set(['REDEEM', 'CAPTURE', 'REVERSE']);

export class ExplainedAccount {
  state: AccountState;
  readonly explanation: Explanation;
  readonly entries: JournalEntry[] = [];
  private now = NOW;
  private made = 0;
  private readonly lots = new Map<string, Lot>();

  constructor(private readonly asset: AssetTerms) {
    this.state = emptyAccount({ type: ADA.type, id: ADA.id, programId: PROGRAM, assetId: asset.id });
    this.explanation = new Explanation(asset.inventoryMode);
  }

  private get context(): LedgerContext {
    return {
      organizationId: 'organization',
      programId: PROGRAM,
      asset: this.asset,
      now: this.now,
      newId: () => `id-${String((this.made += 1)).padStart(6, '0')}`,
    };
  }

  private commit(decision: Decision): void {
    this.state = advance(this.state, decision, this.now);
    for (const { lot } of decision.lots) this.lots.set(lot.id, lot);
    for (const entry of decision.entries) {
      this.entries.push(entry);
      const redemption = REDEMPTION_ENTRIES.has(entry.type) ? entry.referenceId : null;
      this.explanation.add({ id: entry.id, sequence: this.entries.length, redemption }, this.movements(entry));
    }
  }

  private movements(entry: JournalEntry): AccountMovement[] {
    const own = entry.postings.filter(({ account }) => account.id === ADA.id);
    return own.flatMap(({ account, amount, holdReference = null, lots }) =>
      (lots ?? [{ lotId: null, amount }]).map((line) => ({
        bucket: account.bucket as Bucket,
        holdReference,
        amount: line.amount,
        lot: line.lotId === null ? null : { id: line.lotId, parentId: this.lots.get(line.lotId)!.parentId },
      })),
    );
  }

  wait(days: number): void {
    this.now = new Date(this.now.getTime() + days * 86_400_000);
  }

  /** Applies a step; a refusal changes nothing. */
  do(decide: (context: LedgerContext, state: AccountState) => Decision): void {
    this.commit(bringUpToDate(this.context, this.state, ADA));
    try {
      this.commit(decide(this.context, this.state));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.commit(NOTHING);
    }
  }

  credit = (amount: string, more: { bucket?: Bucket; referenceId?: string; terms?: Record<string, string> } = {}) =>
    this.do((context, state) =>
      creditOrSettle(context, state, null, {
        ...plain,
        amount: amountOf(amount),
        bucket: more.bucket ?? (more.terms?.matures_in ? 'DEFERRED' : 'AVAILABLE'),
        referenceId: more.referenceId ?? null,
        terms: more.terms ?? {},
      }),
    );
  debit = (amount: string, shortfallPolicy: ShortfallPolicy = 'REJECT', bucket: Bucket = 'AVAILABLE') =>
    this.do((context, state) => debit(context, state, { ...plain, amount: amountOf(amount), bucket, shortfallPolicy }));
  hold = (amount: string, referenceId: string) =>
    this.do((context, state) => hold(context, state, { ...plain, amount: amountOf(amount), referenceId, filter: {} }));
  release = (amount: string, referenceId: string | null = null) =>
    this.do((context, state) => release(context, state, { ...plain, amount: amountOf(amount), referenceId, filter: {} }));
  forfeit = (amount: string, bucket: 'AVAILABLE' | 'HELD') =>
    this.do((context, state) => forfeit(context, state, { ...plain, amount: amountOf(amount), bucket, filter: {} }));
  void = (referenceId: string) => this.do((context, state) => voidHold(context, state, { ...plain, amount: null, referenceId }));

  private readonly facts = (id: string, amount: string): RedemptionFacts => ({
    id,
    holder: ADA,
    amount: amountOf(amount),
    description: null,
    target: 'SYSTEM_REDEMPTION',
    rewardId: null,
  });

  redeem = (id: string, amount: string) => this.do((context, state) => redeem(context, state, this.facts(id, amount)));
  reserveAndCapture = (id: string, amount: string) => {
    this.do((context, state) => reserve(context, state, this.facts(id, amount)));
    this.do((context, state) => capture(context, state, this.facts(id, amount)));
  };
  /** Returns `amount` of a redemption, of which `before` was returned earlier. */
  reverse = (id: string, amount: string, before = '0') =>
    this.do((context, state) => {
      const taken = this.takenBy(id);
      const decision = reverse(context, state, this.facts(id, amount), {
        id: 'reversal',
        amount: amountOf(amount),
        before: amountOf(before),
        reason: 'Test',
        taken,
      });
      const emptied = (taken ?? []).filter(({ lot }) => state.lots.every((other) => other.id !== lot.id));
      this.state = { ...state, lots: [...state.lots, ...emptied.map(({ lot }) => ({ ...lot, remaining: ZERO }))] };
      return decision;
    });

  /** What a redemption took from which lot; the lots are looked up as they were when they were made. */
  private takenBy(id: string): LotShare[] | null {
    if (this.asset.inventoryMode === 'SIMPLE') return null;
    const entry = this.entries.find(
      ({ type, referenceId }) => (type === 'REDEEM' || type === 'CAPTURE') && referenceId === redemptionReference(id),
    );
    const lines = entry?.postings.filter(({ account }) => account.id === ADA.id).flatMap(({ lots }) => lots ?? []) ?? [];
    return lines.flatMap(({ lotId, amount }) => (lotId === null ? [] : [{ lot: this.lots.get(lotId)!, amount: amount.negated() }]));
  }

  private typeOf(entryId: string): string | undefined {
    return this.entries.find(({ id }) => id === entryId)?.type;
  }

  /** `amount: available/held/deferred <- type amount, …` for each portion, oldest first. */
  get told(): string[] {
    return this.explanation.portions.map(({ amount, held, spent }) => {
      const places = BUCKETS.map((bucket) => held[bucket].toFixed()).join('/');
      return [
        `${amount.toFixed()}: ${places}`,
        ...spent.map(({ entry, amount: taken }) => `${this.typeOf(entry.id)} ${taken.toFixed()}`),
      ].join(', ');
    });
  }
}
