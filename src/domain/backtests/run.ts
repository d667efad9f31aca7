/**
 * Replays the past with other rules: what no rule did is repeated as it was, events are decided anew by
 * the engine that decides real ones, and each outcome is compared with the actual one. Events that rules
 * emit are not emitted anew: those that the rules of the time actually emitted are played as they were.
 */
import { NOTHING, type Decision } from '@/domain/decision';
import { inOrder } from '@/domain/events/order';
import { accountKey, type AccountKey, type AccountState } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import { advanceEarnings } from '@/domain/ledger/earnings';
import { advanceUsage, budgetKey, budgetsOn } from '@/domain/rules/budget';
import { evaluateEvent, type EvaluationTools, type EventOutcome } from '@/domain/rules/evaluate';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { applyDueTierChanges } from '@/domain/rules/due-tier-changes';
import { advanceState, NO_STATE } from '@/domain/participants/subject-state';
import type { World } from '@/domain/rules/world';
import { DatedIds } from './dated-ids';
import type { RecordedEntry, RecordedEvent, RecordedStretch } from './record';
import { replayEntry, type LotBook } from './replay';
import { worldAt, type BacktestStage } from './stage';
import type { BacktestTally } from './tally';

export class BacktestRun {
  /** The ids of the backtest lots that stand for recorded lots created by rules. */
  private readonly lotNames = new Map<string, string>();
  private readonly ids = new DatedIds();
  private changesDone = 0;

  constructor(
    private readonly stage: BacktestStage,
    private readonly configuration: RuleConfiguration,
    private readonly tally: BacktestTally,
    private readonly budget: EvaluationTools['budget'],
    /** Whether an event is decided anew; all others are repeated as they were. */
    private readonly isTried: (event: RecordedEvent) => boolean,
  ) {}

  /** Plays a stretch and yields, after each instant of it, how many events that instant had. */
  *play(stretch: RecordedStretch): Generator<number> {
    const tried = new Map(stretch.events.filter(this.isTried).map((event) => [event.id, event]));
    const entriesOf = Map.groupBy(
      stretch.entries.filter(({ eventId }) => eventId !== null && tried.has(eventId)),
      ({ eventId }) => eventId,
    );
    const movements = new Movements(
      stretch.entries.filter((entry) => !(entry.eventId !== null && tried.has(entry.eventId)) && !followsFromTime(entry)),
    );
    const book: LotBook = { idOf: (id) => this.lotNames.get(id) ?? id, recorded: (id) => stretch.lots.get(id) };
    for (const [time, batch] of Map.groupBy(stretch.events, ({ processedAt }) => processedAt.getTime())) {
      const now = new Date(time);
      const ordered = inOrder(batch).filter(({ id }) => tried.has(id));
      const first = Math.min(...ordered.flatMap(({ id }) => (entriesOf.get(id) ?? []).map(({ sequence }) => sequence)));
      for (const entry of movements.before(first, now)) this.repeat(entry, book);
      this.changeStates(now);
      this.decideAll(ordered, now, entriesOf, stretch);
      yield batch.length;
    }
    for (const entry of movements.rest()) this.repeat(entry, book);
  }

  /** Advances time to the end of the window. */
  finish(end: Date): void {
    this.changeStates(end);
    catchUp(this.stage.accounts, this.stage.assets, { ...this.stage, now: end, newId: this.ids.next });
  }

  private decideAll(
    events: readonly RecordedEvent[],
    now: Date,
    entriesOf: ReadonlyMap<string | null, readonly RecordedEntry[]>,
    stretch: RecordedStretch,
  ): void {
    if (events.length === 0) return;
    const world = worldAt(this.stage, this.configuration.needs, events, now);
    this.bringUpToDate(keysOf(world, this.configuration), now);
    applyDueTierChanges(world);
    for (const event of events) {
      const actual = entriesOf.get(event.id) ?? [];
      this.ids.passed(actual[0]?.id ?? event.id);
      const outcome = evaluateEvent(asItStood(world, event), this.configuration, event, { newId: this.ids.next, budget: this.budget });
      const decision = outcome.failure ? NOTHING : outcome.decision;
      this.nameLots(actual, decision, stretch);
      this.compare(event, actual, decision, outcome);
    }
  }

  private compare(
    event: RecordedEvent,
    actual: readonly RecordedEntry[],
    { entries }: Decision,
    { failure, evaluations }: EventOutcome,
  ): void {
    const backtest = entries.map(({ cause, postings }) => ({ ruleId: cause?.ruleId ?? null, postings }));
    this.tally.add({
      id: event.id,
      participantId: event.participantId,
      failedThen: event.error !== null,
      failsNow: failure !== null,
      actual,
      backtest,
      evaluations,
    });
  }

  private repeat(entry: RecordedEntry, book: LotBook): void {
    const { accounts, assets, programId } = this.stage;
    this.ids.passed(entry.id);
    this.bringUpToDate(
      entry.postings.map(({ account, assetId }) => accountKey(account.id, programId, assetId)),
      entry.at,
    );
    this.followEarnings(replayEntry(accounts, entry, { programId, assets, book, newId: this.ids.next }));
    this.countAgainstBudgets(entry);
  }

  /** Counts credits of repeated entries, too, against the budgets on the rules that made them. */
  private countAgainstBudgets({ type, ruleId, at, postings }: RecordedEntry): void {
    const rule = ruleId === null ? undefined : this.configuration.rules.find(({ id }) => id === ruleId);
    if (!rule || (type !== 'CREDIT' && type !== 'SETTLE')) return;
    for (const { account, assetId, amount } of postings) {
      if (!amount.isPositive() || (account.type !== 'PARTICIPANT' && account.type !== 'GROUP')) continue;
      for (const { ownerId, budget } of budgetsOn(rule).filter((owned) => owned.budget.source.asset_id === assetId)) {
        const { source, period } = budget;
        const key = budgetKey({
          ownerId,
          assetId,
          scope: source.scope,
          holderId: source.scope === 'PROGRAM' ? this.stage.programId : account.id,
        });
        this.stage.budgets.set(key, advanceUsage(this.stage.budgets.get(key), { periodStart: period(at).start, amount }));
      }
    }
  }

  private bringUpToDate(keys: readonly AccountKey[], now: Date): void {
    const { accounts, assets, organizationId } = this.stage;
    const concerned = new Map(
      keys.flatMap((key): [AccountKey, AccountState][] => {
        const account = accounts.get(key);
        return account?.lots.length ? [[key, account]] : [];
      }),
    );
    if (concerned.size === 0) return;
    this.followEarnings(catchUp(concerned, assets, { organizationId, now, newId: this.ids.next }));
    for (const [key, account] of concerned) accounts.set(key, account);
  }

  private followEarnings(decision: Decision): void {
    const { references, byAccount } = this.stage.earnings;
    for (const [key, after] of advanceEarnings(references, byAccount, decision)) byAccount.set(key, after);
  }

  private changeStates(now: Date): void {
    const { changes, states } = this.stage;
    for (let next = changes[this.changesDone]; next && next.at <= now; next = changes[++this.changesDone]) {
      const { change, at } = next;
      states.set(change.subject.id, advanceState(states.get(change.subject.id) ?? NO_STATE, [change], at).state);
    }
  }

  /** Matches lots by position: the n-th lot that a rule created on the event then stands for the n-th one that it creates now. */
  private nameLots(actual: readonly RecordedEntry[], { entries, lots }: Decision, { madeLots }: RecordedStretch): void {
    if (lots.length === 0 || actual.length === 0) return;
    const ruleOf = new Map(entries.map(({ id, cause }) => [id, cause?.ruleId]));
    const now = Map.groupBy(lots, ({ entryId }) => ruleOf.get(entryId));
    for (const [ruleId, own] of Map.groupBy(actual, (entry) => entry.ruleId)) {
      const then = own.flatMap(({ id }) => madeLots.get(id) ?? []);
      (now.get(ruleId ?? undefined) ?? []).forEach(({ lot }, index) => {
        if (then[index] !== undefined) this.lotNames.set(then[index], lot.id);
      });
    }
  }
}

/** Lots mature and expire by themselves in the backtest, too, and perhaps other ones. */
const followsFromTime = ({ type, eventId }: RecordedEntry): boolean => eventId === null && (type === 'MATURE' || type === 'EXPIRE');

/** Whether the program was active is recorded only in the outcome of the event. */
const asItStood = (world: World, { error }: RecordedEvent): World =>
  error?.code === 'program_inactive' ? { ...world, program: { ...world.program, status: 'SUSPENDED' } } : world;

/** The accounts that are brought up to date before a batch: those that its rules can move or read. */
function keysOf({ program, participants, memberships, assets }: World, { needs }: RuleConfiguration): AccountKey[] {
  const groupIds = [...needs.groupIds, ...[...memberships.values()].flat().map(({ groupId }) => groupId)];
  return [...assets.keys()].flatMap((assetId) => [...participants.keys(), ...groupIds].map((id) => accountKey(id, program.id, assetId)));
}

/** Hands out entries in order, up to a point at a time. */
class Movements {
  private done = 0;

  constructor(private readonly entries: readonly RecordedEntry[]) {}

  /** Those written before the entry `sequence`; when that is Infinity, those up to `now`. */
  *before(sequence: number, now: Date): Generator<RecordedEntry> {
    const isBefore = (entry: RecordedEntry): boolean => (sequence === Infinity ? entry.at <= now : entry.sequence < sequence);
    for (let next = this.entries[this.done]; next && isBefore(next); next = this.entries[this.done]) {
      this.done += 1;
      yield next;
    }
  }

  *rest(): Generator<RecordedEntry> {
    for (let next = this.entries[this.done]; next; next = this.entries[this.done]) {
      this.done += 1;
      yield next;
    }
  }
}
