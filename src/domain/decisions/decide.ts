/**
 * Decides a batch of decisions that were asked for within requests, after the earlier events of their participants and in their order. Each works on a
 * draft of its own: either all of it is in the Decision to commit, or it is refused and nothing of it is.
 */
import { countForChallenges } from '@/domain/challenges/turn';
import { codesRedeemed, codesReturned } from '@/domain/codes/announce';
import { firstRefusal, type CodeVerdict } from '@/domain/codes/judge';
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { DomainError, orRefusal } from '@/domain/errors';
import { bindReserved } from '@/domain/referrals/friend-codes';
import { qualifyReferrals } from '@/domain/referrals/turn';
import { effectsOf, type SimulatedEffect } from '@/domain/rules/effects';
import {
  decideBatch,
  decisionsOf,
  evaluateOn,
  type Evaluation,
  type EvaluationTools,
  type EventEnding,
  type EventFacts,
} from '@/domain/rules/evaluate';
import { activationOf } from '@/domain/rules/event-activation';
import { isWithinPortion, sharedMeans } from '@/domain/rules/escrow';
import { assertProcessable } from '@/domain/rules/processable';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { Draft, type World } from '@/domain/rules/world';
import { balanceChanges, type BalanceChange } from './balances';
import type { DecisionMode } from './machine';
import { bookPlan, codesOf, planOf, usesOf, type ReservationPlan } from './plan';
import { earmarksOf, releaseEarmarks, reserveEarmarks } from './reservation';
import { atPlace, committing, spend, type Spend, type SpendStep } from './spending';
import type { Stock } from './stock';

/** A reservation that stands. */
export interface Reservation {
  readonly id: string;
  readonly event: EventFacts;
  readonly plan: ReservationPlan;
  /** What was decided then, with the rules of that time. */
  readonly evaluations: readonly Evaluation[];
  /** Its redemptions that are still pending. */
  readonly spends: readonly Spend[];
}

export type DecisionOrder =
  /** Redemptions that are refused already are told with the others. */
  | { readonly type: 'PREVIEW'; readonly event: EventFacts; readonly spends: readonly (Spend | DomainError)[] }
  | {
      readonly type: 'DECIDE';
      readonly id: string;
      readonly mode: Exclude<DecisionMode, 'PREVIEW'>;
      readonly event: EventFacts;
      readonly spends: readonly Spend[];
    }
  /** Decides a reservation anew, on another event or with other redemptions; null: with those that it has. */
  | { readonly type: 'CHANGE'; readonly reservation: Reservation; readonly event: EventFacts; readonly spends: readonly Spend[] | null }
  /** Books a reservation; with an event, what the rules of its time decide on that one instead. */
  | { readonly type: 'COMMIT'; readonly reservation: Reservation; readonly event: EventFacts | null }
  | { readonly type: 'RELEASE'; readonly reservation: Reservation };

/** A redemption of the decision and the entry that placed, captured or released it; without an entry where nothing moved. */
export interface SettledSpend {
  readonly spend: Spend;
  readonly how: SpendStep;
  readonly decision: Decision;
}

export interface DecisionMade {
  readonly decision: Decision;
  /** Why the event failed; nothing came of it then. */
  readonly failure: DomainError | null;
  readonly evaluations: readonly Evaluation[];
  /** Null when they are those of the reservation. */
  readonly effects: readonly SimulatedEffect[] | null;
  readonly spends: readonly SettledSpend[];
  /** Redemptions that a preview was refused, by their places. */
  readonly refusedSpends: ReadonlyMap<number, DomainError>;
  readonly balances: readonly BalanceChange[];
  /** What became of its codes; null when it is as the reservation says. */
  readonly codes: readonly CodeVerdict[] | null;
  /** What a reservation is to book later; null unless it stands. */
  readonly plan: ReservationPlan | null;
}

interface DecisionsMade {
  readonly decision: Decision;
  /** Of each earlier event, in their order. */
  readonly endings: readonly EventEnding[];
  /** Of each order: what was decided, or why it is refused and changes nothing. */
  readonly outcomes: readonly (DecisionMade | DomainError)[];
  readonly stock: Stock;
  /** Whether it takes so little of what the lanes of a program share that it needs no lock on it. */
  readonly isWithinPortion: boolean;
}

export interface Batch {
  /** Events that were accepted before, in their order. */
  readonly earlier: readonly EventFacts[];
  readonly orders: readonly DecisionOrder[];
  readonly stock: Stock;
}

/** Yields after every rule, so that the caller can let other work run in between. */
export function* decideTogether(
  world: World,
  configuration: RuleConfiguration,
  { earlier, orders, stock }: Batch,
  tools: EvaluationTools,
): Generator<void, DecisionsMade, void> {
  const means = sharedMeans(world);
  const { decision: before, endings } = yield* decideBatch(world, configuration, earlier, tools);
  const deciding = new Deciding(world, configuration, stock, tools);
  const outcomes: (DecisionMade | DomainError)[] = [];
  for (const order of orders) {
    try {
      outcomes.push(yield* deciding.one(order));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.push(error);
    }
  }
  const decision = combine([before, ...outcomes.flatMap((outcome) => (outcome instanceof DomainError ? [] : outcome.decision))]);
  return { decision, endings, outcomes, stock: deciding.stock, isWithinPortion: isWithinPortion(means, decision) };
}

/** One order while it is decided: what it has done to its draft and the stock. */
interface Progress {
  readonly draft: Draft;
  stock: Stock;
  readonly made: Decision[];
  readonly spends: SettledSpend[];
}

const NOT_PLANNED = { failure: null, refusedSpends: new Map<number, DomainError>(), codes: null, plan: null } as const;

class Deciding {
  constructor(
    private readonly world: World,
    private readonly configuration: RuleConfiguration,
    public stock: Stock,
    private readonly tools: EvaluationTools,
  ) {}

  *one(order: DecisionOrder): Generator<void, DecisionMade, void> {
    switch (order.type) {
      case 'COMMIT':
        return order.event === null ? this.book(order.reservation) : yield* this.bookAnew(order.reservation, order.event);
      case 'RELEASE':
        return this.release(order.reservation);
      case 'CHANGE':
        return yield* this.change(order.reservation, order.event, order.spends);
      case 'DECIDE':
        return order.mode === 'RESERVE' ? yield* this.reserve(this.begin(), order) : yield* this.decide(order);
      case 'PREVIEW':
        return yield* this.decide(order);
    }
  }

  private begin(): Progress {
    return { draft: new Draft(this.world), stock: this.stock, made: [], spends: [] };
  }

  /** Makes what the order did visible to the next, and tells what it did to balances. */
  private keep({ draft, stock, made, spends }: Progress): Pick<DecisionMade, 'decision' | 'spends' | 'balances'> {
    const decision = combine([NOTHING, ...made]);
    const balances = balanceChanges(this.world, decision, draft);
    draft.keep();
    this.stock = stock;
    return { decision, spends, balances };
  }

  private *decide({ type, event, spends }: DecisionOrder & { type: 'DECIDE' | 'PREVIEW' }): Generator<void, DecisionMade, void> {
    const progress = this.begin();
    const refusedSpends = new Map<number, DomainError>();
    for (const [place, asked] of spends.entries()) {
      const refused = asked instanceof DomainError ? asked : orRefusal(() => this.settle(progress, committing(asked, false), asked));
      if (!(refused instanceof DomainError)) continue;
      const named = asked instanceof DomainError ? refused : atPlace(refused, place, asked);
      if (type !== 'PREVIEW') throw named;
      refusedSpends.set(place, named);
    }
    const outcome = yield* evaluateOn(progress.draft, this.configuration, event, this.tools);
    if (type !== 'PREVIEW') assertApply(outcome.codes);
    const told = { evaluations: outcome.evaluations, effects: effectsOf(outcome), refusedSpends, codes: outcome.codes, plan: null };
    if (outcome.failure) {
      const decision = combine(decisionsOf(this.world.program, event, outcome));
      return { ...told, failure: outcome.failure, decision, spends: [], balances: [] };
    }
    progress.made.push(...decisionsOf(this.world.program, event, outcome));
    return { ...told, failure: null, ...this.keep(progress) };
  }

  /** What would be committed is tried first; what that needs is then reserved. */
  private *reserve(
    progress: Progress,
    {
      id,
      event,
      spends,
      kept = [],
    }: Pick<DecisionOrder & { type: 'DECIDE' }, 'id' | 'event' | 'spends'> & { readonly kept?: readonly Spend[] },
  ): Generator<void, DecisionMade, void> {
    for (const [place, asked] of spends.entries()) {
      const refused = orRefusal(() => this.settle(progress, 'RESERVE', asked));
      if (refused instanceof DomainError) throw atPlace(refused, place, asked);
    }
    const outcome = yield* evaluateOn(progress.draft.branch(), this.configuration, event, this.tools);
    assertApply(outcome.codes);
    if (outcome.failure) throw outcome.failure;
    const { entries, budgets } = outcome.decision;
    const codes = outcome.decision.codes.map((use) => ({ ...use, eventId: null }));
    const earmarked = reserveEarmarks(progress.draft, id, earmarksOf(entries, this.world.assets), this.tools.newId);
    const used = { ...NOTHING, budgets, codes };
    progress.draft.apply(used);
    progress.made.push(earmarked, used);
    return {
      ...NOT_PLANNED,
      ...this.keep(progress),
      evaluations: outcome.evaluations,
      effects: effectsOf(outcome),
      codes: outcome.codes,
      plan: planOf(outcome.performed, { budgets, codes }, [...kept, ...spends]),
    };
  }

  private *change(reservation: Reservation, event: EventFacts, spends: readonly Spend[] | null): Generator<void, DecisionMade, void> {
    const progress = this.begin();
    this.giveBack(progress, reservation, spends === null ? [] : reservation.spends);
    const kept = spends === null ? reservation.spends : [];
    return yield* this.reserve(progress, { id: reservation.id, event, spends: spends ?? [], kept });
  }

  private release(reservation: Reservation): DecisionMade {
    const progress = this.begin();
    this.giveBack(progress, reservation, reservation.spends);
    progress.made.push({ ...NOTHING, webhooks: codesReturned(this.world.program, codesOf(reservation.plan, 'RETURN', null)) });
    return { ...NOT_PLANNED, ...this.keep(progress), evaluations: reservation.evaluations, effects: null };
  }

  private giveBack(progress: Progress, { id, plan }: Reservation, spends: readonly Spend[]): void {
    for (const asked of spends) this.settle(progress, 'RELEASE', asked);
    const returned = { ...NOTHING, budgetReturns: usesOf(plan), codes: codesOf(plan, 'RETURN', null) };
    progress.draft.apply(returned);
    progress.made.push(releaseEarmarks(progress.draft, id, this.tools.newId), returned);
  }

  /** @throws DomainError when what was decided can no longer be booked; the reservation stands as before. */
  private book({ id, event, plan, evaluations, spends }: Reservation): DecisionMade {
    assertProcessable(this.world, event);
    const progress = this.begin();
    progress.made.push(releaseEarmarks(progress.draft, id, this.tools.newId));
    for (const asked of spends) this.settle(progress, committing(asked, true), asked);
    const { decisions, outcomes } = bookPlan(progress.draft, plan, this.configuration, event, this.tools.newId);
    const booked = evaluations.map((evaluation) => {
      const done = new Map((outcomes.get(evaluation.rule.id) ?? []).map(({ place, outcome }) => [place, outcome]));
      return { ...evaluation, actions: evaluation.actions.map((action, place) => done.get(place) ?? action) };
    });
    const counted = countForChallenges(progress.draft, event, () => activationOf(progress.draft, event, []), this.tools);
    const outcome = { failure: null, decision: combine([...decisions, counted]), evaluations: booked, performed: [], codes: [] };
    const codes = codesOf(plan, 'REDEEM', event.id);
    const used = { ...NOTHING, codes, webhooks: codesRedeemed(this.world.program, codes) };
    const bound = bindReserved(progress.draft, event, this.tools.newId);
    const qualified = qualifyReferrals(progress.draft, event, () => activationOf(progress.draft, event, []), this.tools);
    progress.made.push(...decisionsOf(this.world.program, event, outcome), used, bound, qualified);
    return { ...NOT_PLANNED, ...this.keep(progress), evaluations: booked, effects: null };
  }

  /** @throws DomainError as `book`, and whatever fails the event. */
  private *bookAnew(reservation: Reservation, event: EventFacts): Generator<void, DecisionMade, void> {
    const progress = this.begin();
    this.giveBack(progress, reservation, []);
    for (const asked of reservation.spends) this.settle(progress, committing(asked, true), asked);
    const outcome = yield* evaluateOn(progress.draft, this.configuration, event, this.tools);
    assertApply(outcome.codes);
    if (outcome.failure) throw outcome.failure;
    progress.made.push(...decisionsOf(this.world.program, event, outcome));
    const { evaluations, codes } = outcome;
    return { ...NOT_PLANNED, ...this.keep(progress), evaluations, effects: effectsOf(outcome), codes };
  }

  private settle(progress: Progress, how: SettledSpend['how'], asked: Spend): void {
    const { decision, stock } = spend(progress.draft, progress.stock, how, asked, this.tools.newId);
    progress.stock = stock;
    progress.made.push(decision);
    progress.spends.push({ spend: asked, how, decision });
  }
}

/** @throws DomainError that of the first code that does not apply. */
function assertApply(codes: readonly CodeVerdict[]): void {
  const refused = firstRefusal(codes);
  if (refused) throw refused;
}
