/**
 * Models decisions as plainly as possible: whole numbers, changed in place. It knows what every step does and the code that refuses it, and shares no
 * code with the service.
 */
import { emptyState, NO_EFFECTS, type Decided, type Effects, type State, type Terms } from './state';
import { PEOPLE, type Basket, type Person, type Spending, type Step } from './step';

/** What a caller is told. */
export type Told = { readonly code: string } | { readonly status: string; readonly effects: Effects; readonly refused: readonly string[] };

class Refused extends Error {}

/** How long a reservation usually stands, in hours. */
const USUAL = 0.25;

export class DecisionOracle {
  private state: State = emptyState();

  constructor(private readonly terms: Terms) {}

  /** What is told of the step; null for one that is about no decision. A refused step changes nothing. */
  run(step: Step): Told | null {
    const before = structuredClone(this.state);
    try {
      return this.perform(step);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.state = before;
      return { code: error.message };
    }
  }

  /** The place of the decision that a step means; null when there is none yet. */
  placeOf(of: number): number | null {
    const { length } = this.state.decisions;
    return length === 0 ? null : length - 1 - (of % length);
  }

  show() {
    const { purses, wallet, given, units, decisions, redemptions, events } = this.state;
    const inStock = this.terms.reward.inAll - units;
    return {
      purses: Object.fromEntries(PEOPLE.map((who) => [who, purses[who]])),
      wallet,
      given,
      units,
      reward: inStock > 0 ? 'ACTIVE' : 'OUT_OF_STOCK',
      decisions: decisions.map(({ status }) => status),
      redemptions,
      events,
    };
  }

  private perform(step: Step): Told | null {
    switch (step.kind) {
      case 'decide':
        return step.mode === 'PREVIEW' ? this.preview(step) : step.mode === 'COMMIT' ? this.decide(step) : this.reserve(step);
      case 'event':
        this.process(step.who, step.basket);
        return null;
      case 'give':
        this.draw(step.amount);
        this.state.purses[step.who].available += step.amount;
        return null;
      case 'fund':
        if (this.terms.prefunded) this.state.wallet += step.amount;
        return null;
      case 'advance':
        this.advance(step.hours);
        return null;
      default:
        return this.resolve(step);
    }
  }

  private preview({ who, basket, spendings }: Step & { kind: 'decide' }): Told {
    const before = structuredClone(this.state);
    const refused = spendings.flatMap((one) => this.refusalOf(() => this.spend(who, one)) ?? []);
    let told: Told;
    try {
      told = { status: 'PREVIEWED', effects: this.effectsOf(who, basket), refused };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      told = { status: 'FAILED', effects: NO_EFFECTS, refused };
    }
    this.state = before;
    return told;
  }

  private decide({ who, basket, spendings }: Step & { kind: 'decide' }): Told {
    const before = structuredClone(this.state);
    for (const one of spendings) this.spend(who, one);
    this.state.redemptions.COMPLETED += spendings.length;
    const status = this.process(who, basket, before);
    const effects = this.last;
    this.state.decisions.push({ who, status, basket, effects, spendings: status === 'FAILED' ? [] : spendings, deadline: null });
    return { status, effects, refused: [] };
  }

  /** What the last event that was processed did. */
  private last: Effects = NO_EFFECTS;

  /** @param before what there was before anything that belongs to the event. */
  private process(who: Person, basket: Basket, before = structuredClone(this.state)): 'COMMITTED' | 'FAILED' {
    this.last = NO_EFFECTS;
    try {
      this.book(who, basket);
      return 'COMMITTED';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.state = before;
      this.state.events.FAILED += 1;
      return 'FAILED';
    }
  }

  private book(who: Person, basket: Basket): void {
    const effects = this.effectsOf(who, basket);
    this.take(who, basket, effects, 1);
    this.state.purses[who].available += effects.credit - effects.debit;
    this.finish(who, basket, effects);
    this.last = effects;
  }

  /** What is debited goes back to where it came from; a trade has given it out again. */
  private finish(who: Person, { type }: Basket, { debit }: Effects): void {
    if (this.terms.prefunded && type !== 'trade') this.state.wallet += debit;
    this.state.purses[who].visits += 1;
    this.state.events.COMPLETED += 1;
  }

  private reserve({ who, basket, spendings, hours }: Step & { kind: 'decide' }): Told {
    const effects = this.setAside(who, basket, spendings);
    this.state.redemptions.PENDING += spendings.length;
    this.state.decisions.push({ who, status: 'RESERVED', basket, effects, spendings, deadline: this.state.now + (hours ?? USUAL) });
    return { status: 'RESERVED', effects, refused: [] };
  }

  private setAside(who: Person, basket: Basket, spendings: readonly Spending[]): Effects {
    const purse = this.state.purses[who];
    for (const one of spendings) purse.held += this.spend(who, one);
    const effects = this.effectsOf(who, basket);
    this.take(who, basket, effects, 1);
    purse.available -= effects.debit;
    purse.held += this.drawnBy(basket, effects) + effects.debit;
    return effects;
  }

  /** What has to come from the source: a trade returns its debit to a wallet before it gives. */
  private drawnBy({ type }: Basket, { credit, debit }: Effects): number {
    return type === 'trade' && this.terms.prefunded ? credit - debit : credit;
  }

  private resolve(step: Step & { kind: 'change' | 'commit' | 'cancel' }): Told | null {
    const place = this.placeOf(step.of);
    const one = place === null ? undefined : this.state.decisions[place];
    if (!one) return null;
    const same = (step.kind === 'commit' && one.status === 'COMMITTED') || (step.kind === 'cancel' && one.status === 'CANCELLED');
    if (one.status !== 'RESERVED' && !same) throw new Refused('decision_already_resolved');
    if (one.status === 'RESERVED') {
      if (step.kind === 'change') this.change(one, step);
      else if (step.kind === 'commit') this.commit(one, step.basket);
      else this.giveBack(one, 'CANCELLED');
    }
    return { status: one.status, effects: one.effects, refused: [] };
  }

  private change(one: Decided, { basket, spendings, hours }: Step & { kind: 'change' }): void {
    this.returnEffects(one);
    if (spendings !== null) {
      this.returnSpendings(one, 'CANCELLED');
      this.state.redemptions.PENDING += spendings.length;
    }
    one.effects = this.setAside(one.who, basket ?? one.basket, spendings ?? []);
    one.spendings = spendings ?? one.spendings;
    one.basket = basket ?? one.basket;
    if (hours !== null) one.deadline = this.state.now + hours;
  }

  /** @param basket the part that is committed; null: all of it, exactly as it was decided. */
  private commit(one: Decided, basket: Basket | null): void {
    const purse = this.state.purses[one.who];
    for (const spending of one.spendings) purse.held -= this.costOf(spending);
    this.state.redemptions.PENDING -= one.spendings.length;
    this.state.redemptions.COMPLETED += one.spendings.length;
    if (basket === null) {
      purse.held -= this.drawnBy(one.basket, one.effects) + one.effects.debit;
      purse.available += one.effects.credit;
      this.finish(one.who, one.basket, one.effects);
    } else {
      this.returnEffects(one);
      this.book(one.who, basket);
      one.effects = this.last;
      one.basket = basket;
    }
    one.status = 'COMMITTED';
  }

  private giveBack(one: Decided, status: 'CANCELLED' | 'EXPIRED'): void {
    this.returnEffects(one);
    this.returnSpendings(one, status === 'EXPIRED' ? 'FAILED' : 'CANCELLED');
    one.status = status;
  }

  private returnEffects({ who, basket, effects }: Decided): void {
    this.take(who, basket, effects, -1);
    this.state.purses[who].held -= this.drawnBy(basket, effects) + effects.debit;
    this.state.purses[who].available += effects.debit;
  }

  private returnSpendings({ who, spendings }: Decided, status: 'CANCELLED' | 'FAILED'): void {
    const purse = this.state.purses[who];
    for (const one of spendings) {
      purse.held -= this.costOf(one);
      purse.available += this.costOf(one);
      this.count(who, -unitsOf(one));
    }
    this.state.redemptions.PENDING -= spendings.length;
    this.state.redemptions[status] += spendings.length;
  }

  private advance(hours: number): void {
    this.state.now += hours;
    for (const one of this.state.decisions)
      if (one.status === 'RESERVED' && one.deadline !== null && one.deadline <= this.state.now) this.giveBack(one, 'EXPIRED');
  }

  /** What the rule for the basket would do now, within its budgets. */
  private effectsOf(who: Person, { type, amount }: Basket): Effects {
    const purse = this.state.purses[who];
    if (type === 'fee') {
      if (amount > purse.available) throw new Refused('insufficient_funds');
      return { credit: 0, debit: amount };
    }
    if (type === 'trade') {
      const effects = { credit: 2 * amount, debit: amount };
      if (amount > purse.available) throw new Refused('insufficient_funds');
      if (this.terms.prefunded && this.drawnBy({ type, amount }, effects) > this.state.wallet) throw new Refused('insufficient_funds');
      return effects;
    }
    const { program, participant } = this.terms.budgets;
    const earned = amount < 2_000 ? 0 : Math.floor(amount / 10);
    const credit = Math.min(earned, program - this.state.given, participant - purse.given);
    if (this.terms.prefunded && credit > this.state.wallet) throw new Refused('insufficient_funds');
    return { credit, debit: 0 };
  }

  /** Takes what is earned from the budgets and the wallet, or with -1 returns it. */
  private take(who: Person, basket: Basket, effects: Effects, sign: 1 | -1): void {
    const budgeted = basket.type === 'trade' ? 0 : effects.credit;
    this.state.given += sign * budgeted;
    this.state.purses[who].given += sign * budgeted;
    if (this.terms.prefunded) this.state.wallet -= sign * this.drawnBy(basket, effects);
  }

  private draw(amount: number): void {
    if (!this.terms.prefunded) return;
    if (amount > this.state.wallet) throw new Refused('insufficient_funds');
    this.state.wallet -= amount;
  }

  /** @returns what is no longer available. */
  private spend(who: Person, one: Spending): number {
    const { inAll, each } = this.terms.reward;
    const purse = this.state.purses[who];
    const [cost, units] = [this.costOf(one), unitsOf(one)];
    if (units > 0 && units > inAll - this.state.units) throw new Refused('max_total_exceeded');
    if (units > 0 && purse.units + units > each) throw new Refused('max_per_participant_exceeded');
    if (cost > purse.available) throw new Refused('insufficient_funds');
    this.count(who, units);
    purse.available -= cost;
    return cost;
  }

  private count(who: Person, units: number): void {
    this.state.units += units;
    this.state.purses[who].units += units;
  }

  private costOf(one: Spending): number {
    return 'amount' in one ? one.amount : one.quantity * this.terms.reward.cost;
  }

  private refusalOf(attempt: () => unknown): string | null {
    try {
      attempt();
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.message;
    }
  }
}

const unitsOf = (one: Spending): number => ('quantity' in one ? one.quantity : 0);
