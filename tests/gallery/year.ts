/** A year of the shops, step by step of the sandbox's clock: who joins, buys, sends back, reviews and recommends. */
import type { EventIngestion } from '@/contract/event';
import { until, type Backend, type Page } from './backend';
import type { Customer } from './customers';
import { Dice } from '../support/dice';
import type { Programs } from './programs';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const BATCH = 100;
/** Fixed, so that every run shows the same year. */
export const BEGIN = Date.parse('2030-01-07T08:00:00Z');
export const END = Date.parse('2030-11-21T16:00:00Z');

/** Weeks at first; days in the last month, hours on the last day. */
export function steps(): number[] {
  const times: number[] = [];
  for (let at = BEGIN + WEEK; at < END - 33 * DAY; at += WEEK) times.push(at);
  for (let at = END - 33 * DAY; at < END - DAY; at += DAY) times.push(at);
  for (let hour = 24; hour >= 0; hour -= 4) times.push(END - hour * 3_600_000);
  return times;
}

const PRODUCTS = ['Rye loaf', 'Oat granola', 'Apple butter', 'Spelt flour', 'Walnut bread'] as const;
const REVIEWS = [
  'Keeps fresh for the whole week and toasts beautifully.',
  'The children ask for it every morning, we order two now.',
  'Good, but the bag tears when one opens it.',
  'Nice.',
] as const;

export class Year {
  private readonly dice: Dice;
  private readonly joined = new Set<Customer>();
  private readonly cashOrders: { external_id: string; order_id: string; amount: number }[] = [];
  private orders = 20_000;
  private sent = 0;

  constructor(
    private readonly api: Backend,
    private readonly programs: Programs,
    private readonly people: readonly Customer[],
    seed: number,
  ) {
    this.dice = new Dice(seed);
  }

  /** Moves the clock to `to` and sends what happened since `from`. */
  async step(from: number, to: number): Promise<void> {
    await this.api.post('/sandbox/clock/advance', { to: new Date(to).toISOString() });
    await this.join(to);
    const events = [...this.joined].flatMap((customer) => this.eventsOf(customer, from, to));
    events.sort((a, b) => a.event_timestamp!.localeCompare(b.event_timestamp!));
    for (let at = 0; at < events.length; at += BATCH) await this.api.post('/events/batch', { events: events.slice(at, at + BATCH) });
    await this.settled();
  }

  /** Until every event that was sent has been processed. */
  settled(): Promise<void> {
    return until(
      'Events are processed',
      async () => (await this.api.get<Page<unknown>>('/events?status=PENDING&limit=1')).data.length === 0,
    );
  }

  private async join(to: number): Promise<void> {
    const part = (to - BEGIN) / (END - BEGIN);
    const arrivals = this.people.filter((customer) => customer.joins <= part && !this.joined.has(customer));
    for (const customer of arrivals) {
      const { city, newsletter, joins: _joins, pace: _pace, basket: _basket, program, ...profile } = customer;
      const id = `ext:${customer.external_id}`;
      await this.api.post('/participants', { ...profile, program_id: program === 'POINTS' ? this.programs.club : this.programs.cashback });
      await this.api.patch(`/participants/${id}/state/attributes`, { set: { city } });
      if (newsletter) await this.api.patch(`/participants/${id}/state/tags`, { add: ['newsletter'] });
      this.joined.add(customer);
      if (program === 'POINTS') await this.api.post('/events', this.event(customer, to, 'signup', {}));
    }
  }

  private eventsOf(customer: Customer, from: number, to: number): EventIngestion[] {
    const weeks = (to - from) / WEEK;
    const expected = customer.pace * weeks * this.season(to);
    const count = Math.floor(expected) + (this.dice.chance(expected % 1) ? 1 : 0);
    const events = Array.from({ length: count }, () => this.purchase(customer, this.dice.between(from + 1, to - 1)));
    if (customer.program === 'POINTS') {
      if (this.dice.chance(0.1 * weeks)) events.push(this.review(customer, to - 1));
      if (this.dice.chance(0.05 * weeks)) events.push(this.paid(customer, to - 1));
      if (this.dice.chance(0.028 * weeks))
        events.push(this.event(customer, to - 1, 'referral', { friend: this.dice.one(this.people).first_name }));
      if (this.dice.chance(0.004 * weeks))
        events.push(this.event(customer, to - 1, 'purchase', { order_id: this.order(), amount: 'n/a', channel: 'online' }));
    } else if (this.dice.chance(0.05 * weeks)) {
      const order = this.cashOrders.findLast(({ external_id }) => external_id === customer.external_id);
      if (order) events.push(this.event(customer, to - 1, 'return', { order_id: order.order_id, amount: order.amount }));
    }
    return events;
  }

  /** More is bought towards the end of the year. */
  private season(at: number): number {
    return 0.8 + (0.5 * (at - BEGIN)) / (END - BEGIN);
  }

  private purchase(customer: Customer, at: number): EventIngestion {
    const amount = Math.round(customer.basket * (0.5 + this.dice.next()) * 100) / 100;
    const order_id = this.order();
    if (customer.program === 'CASHBACK') this.cashOrders.push({ external_id: customer.external_id, order_id, amount });
    const channel = this.dice.one(['online', 'online', 'shop', 'shop', 'market']);
    return this.event(customer, at, 'purchase', { order_id, amount, channel });
  }

  private review(customer: Customer, at: number): EventIngestion {
    return this.event(customer, at, 'review', { product: this.dice.one(PRODUCTS), text: this.dice.one(REVIEWS) });
  }

  private paid(customer: Customer, at: number): EventIngestion {
    return this.event(customer, at, 'paid_with_points', { points: this.dice.between(4, 16) * 25, shop: customer.city });
  }

  private order = (): string => `MM-${++this.orders}`;

  private event(customer: Customer, at: number, type: string, data: Record<string, unknown>): EventIngestion {
    return {
      program_id: customer.program === 'POINTS' ? this.programs.club : this.programs.cashback,
      external_id: customer.external_id,
      idempotency_key: `${type}-${++this.sent}`,
      event_timestamp: new Date(at).toISOString(),
      event_data: { type, ...data },
    };
  }

  /** Those who are there by now, in the order in which they came. */
  present(program: Customer['program']): Customer[] {
    return [...this.joined].filter((customer) => customer.program === program);
  }
}
