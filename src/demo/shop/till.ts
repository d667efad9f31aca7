/** The till of the example shop: what it asks the rewards service about a basket, before, while and after it is paid. */
import type { BalanceRow } from '@/contract/balance';
import type { AskedRedemption, DecisionRecord } from '@/contract/decision';
import type { JournalEntryResource } from '@/contract/journal';
import type { Participant } from '@/contract/participant';
import type { Reward } from '@/contract/reward';
import { costOf, deliveredOf, goodsOnOffer, NotForSale, Purchase, purchaseOf, redemptionsOf } from './basket';
import { centsOf, decimalOf } from './cents';
import { CUSTOMERS, type ShopProgram } from './program';
import { ask, RefusedByService, type Service } from './service';
import type { Basket, Customer, Offer, SentRequest, TillAnswer } from './wire';

interface Listed<T> {
  readonly data: readonly T[];
}

/** Entries of a customer that the page shows. */
const ENTRIES = 8;

export class Till {
  constructor(
    private readonly service: Service,
    private readonly program: ShopProgram,
  ) {}

  async offer(): Promise<Offer> {
    const { programId, symbol } = this.program;
    const rewards = await ask<Listed<Reward>>(this.service, 'GET', `/v1/programs/${programId}/rewards?status=ACTIVE&limit=20`);
    const others = await ask<Listed<Participant>>(this.service, 'GET', '/v1/participants?limit=50');
    return {
      goods: goodsOnOffer(),
      rewards: rewards.data.map(({ id, name, unit_cost }) => ({ id, name, unit_cost })),
      customers: [...new Set([...CUSTOMERS, ...others.data.map(({ external_id }) => external_id)])],
      symbol,
      service: this.service.address,
    };
  }

  /** Somebody new has nothing yet. */
  async customer(externalId: string): Promise<Customer> {
    const { programId, assetId } = this.program;
    const path = `/v1/participants/ext:${encodeURIComponent(externalId)}`;
    const query = `program_id=${programId}&asset_id=${assetId}`;
    try {
      const { id } = await ask<Participant>(this.service, 'GET', path);
      const balances = await ask<Listed<BalanceRow>>(this.service, 'GET', `${path}/balances?${query}`);
      const history = `${path}/activity/journal-entries?${query}&limit=${ENTRIES}`;
      const entries = await ask<Listed<JournalEntryResource>>(this.service, 'GET', history);
      const { available, held } = balances.data[0] ?? NOTHING;
      return { available, held, entries: entries.data.map((entry) => entryOf(entry, id)) };
    } catch (error) {
      if (error instanceof RefusedByService && error.status === 404) return { ...NOTHING, entries: [] };
      throw error;
    }
  }

  /** Writes nothing, so the page asks at each change of the basket. */
  preview(basket: Basket): Promise<TillAnswer> {
    return this.decide(basket, { mode: 'PREVIEW' });
  }

  /** Takes the points and the rewards, and earmarks what is earned, until the payment is through. */
  async reserve(basket: Basket, key: string): Promise<TillAnswer> {
    if (![basket.goods, basket.rewards].some((ordered) => Object.values(ordered).some((quantity) => quantity > 0)))
      throw new NotForSale('The basket is empty.');
    return this.decide(basket, { mode: 'RESERVE', idempotency_key: key });
  }

  async read(id: string): Promise<TillAnswer> {
    return answered(() => this.own(id), { method: 'GET', path: `/v1/decisions/${id}` });
  }

  /**
   * Books the purchase, or the part of it that was delivered. When that part costs less than the points that were to
   * pay for it, the points are lowered first, which changes the reservation. The whole may be repeated at any step.
   */
  async pay(id: string, delivered: Readonly<Record<string, number>>): Promise<TillAnswer> {
    const decision = await this.own(id);
    const sold = deliveredOf(Purchase.parse(decision.event_data), delivered);
    const asked = lowered(decision, sold);
    if (asked) await this.send({ method: 'PATCH', path: `/v1/decisions/${id}`, body: { event_data: sold, redemptions: asked } });
    const isAll = sold.amount === decision.event_data['amount'];
    const body = isAll || asked ? {} : { event_data: sold };
    return this.answer({ method: 'POST', path: `/v1/decisions/${id}/commit`, body });
  }

  /** Gives everything back. */
  async cancel(id: string, reason: string): Promise<TillAnswer> {
    await this.own(id);
    return this.answer({ method: 'POST', path: `/v1/decisions/${id}/cancel`, body: { reason } });
  }

  private decide(basket: Basket, how: object): Promise<TillAnswer> {
    const event_data = purchaseOf(basket.goods);
    const redemptions = redemptionsOf(basket, event_data, this.program);
    const body = { program_id: this.program.programId, external_id: basket.customer, ...how, event_data, redemptions };
    return this.answer({ method: 'POST', path: '/v1/decisions', body });
  }

  /** The key may do more than the shop: a decision of another program is none of its business. */
  private async own(id: string): Promise<DecisionRecord> {
    const sent = { method: 'GET', path: `/v1/decisions/${id}` };
    const decision = await this.send(sent);
    if (decision.program_id === this.program.programId) return decision;
    throw new RefusedByService(404, { code: 'not_found', message: 'The shop has no such order.' }, sent, null);
  }

  private send({ method, path, body }: SentRequest): Promise<DecisionRecord> {
    return ask<DecisionRecord>(this.service, method, path, body);
  }

  private answer(sent: SentRequest): Promise<TillAnswer> {
    return answered(() => this.send(sent), sent);
  }
}

const NOTHING = { available: '0.00', held: '0.00' };

const answered = async (decide: () => Promise<DecisionRecord>, sent: SentRequest): Promise<TillAnswer> => ({
  decision: await decide(),
  sent,
});

/** The redemptions of a reservation with fewer points, or null when the points do not exceed what was sold. */
function lowered(decision: DecisionRecord, { items }: Purchase): AskedRedemption[] | null {
  const cost = costOf(items);
  // A change cancels what it replaces.
  const redemptions = decision.redemptions.filter(({ status }) => status === 'PENDING');
  if (!redemptions.some((made) => made.reward_id === undefined && centsOf(made.amount) > cost)) return null;
  return redemptions.map(({ reward_id, quantity, asset_id, description, ...made }) =>
    reward_id === undefined
      ? { asset_id, amount: decimalOf(Math.min(centsOf(made.amount), cost)), description: description ?? undefined }
      : { reward_id, quantity },
  );
}

function entryOf({ id, type, description, postings, created_at }: JournalEntryResource, holder: string): Customer['entries'][number] {
  const movedIn = (bucket: string): string =>
    postings.find(({ account }) => account.id === holder && account.bucket === bucket)?.amount ?? '0.00';
  return { id, type, description, available: movedIn('AVAILABLE'), held: movedIn('HELD'), at: created_at };
}
