/** What customers do with what they earned, and what the shops' staff do by hand. */
import type { BalanceRow } from '@/contract/balance';
import type { Group } from '@/contract/group';
import type { Participant } from '@/contract/participant';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import type { Backend, Page } from './backend';
import type { Customer } from './customers';
import { Dice } from '../support/dice';
import type { Programs } from './programs';

const of = ({ external_id }: Customer): string => `/participants/ext:${external_id}`;

export class Spending {
  private readonly dice: Dice;
  private readonly rewards = new Map<string, string>();
  private done = 0;

  constructor(
    private readonly api: Backend,
    private readonly programs: Programs,
    seed: number,
  ) {
    this.dice = new Dice(seed);
  }

  private key = (): string => `gallery-${++this.done}`;

  private async reward(program: string, name: string): Promise<string> {
    if (this.rewards.size === 0)
      for (const id of [this.programs.club, this.programs.cashback])
        for (const reward of (await this.api.get<Page<Reward>>(`/programs/${id}/rewards`)).data)
          this.rewards.set(`${id} ${reward.name}`, reward.id);
    return this.rewards.get(`${program} ${name}`)!;
  }

  private async redeem(customer: Customer, name: string, body: object = {}): Promise<Redemption | null> {
    const program_id = customer.program === 'POINTS' ? this.programs.club : this.programs.cashback;
    const reward_id = await this.reward(program_id, name);
    return this.api.attempt<Redemption>(`${of(customer)}/redemptions/items`, {
      program_id,
      reward_id,
      idempotency_key: this.key(),
      ...body,
    });
  }

  /** What is spent in one step of the year: by those who have enough. */
  async spend(club: readonly Customer[], cashback: readonly Customer[], weeks: number): Promise<void> {
    const times = (a_week: number): number => Math.floor(a_week * weeks) + (this.dice.chance((a_week * weeks) % 1) ? 1 : 0);
    for (let n = times(3); n > 0 && club.length > 0; n--)
      await this.redeem(
        this.dice.one(club),
        this.dice.one(['Free delivery', 'Loaf of the week', 'Loaf of the week', 'Tote bag', 'Baking class']),
      );
    for (let n = times(3); n > 0 && cashback.length > 0; n--)
      await this.redeem(this.dice.one(cashback), 'Money off an order', {
        amount: `${this.dice.between(2, 9)}.${this.dice.one(['00', '50'])}`,
      });
  }

  /** Reservations that end in every way, and some that wait. */
  async reserve(club: readonly Customer[]): Promise<void> {
    const pending: Redemption[] = [];
    for (const customer of club) {
      if (pending.length === 9) break;
      const reserved = await this.redeem(customer, this.dice.one(['Free delivery', 'Tote bag']), { mode: 'PENDING' });
      if (reserved) pending.push(reserved);
    }
    const [first, second, third, fourth] = pending;
    if (!first || !second || !third || !fourth) throw new Error('Too few customers could reserve a reward.');
    for (const { id } of [first, second]) await this.api.post(`/redemptions/${id}/capture`, { idempotency_key: this.key() });
    await this.api.post(`/redemptions/${third.id}/cancel`, { reason: 'The customer changed their mind', idempotency_key: this.key() });
    await this.api.post(`/redemptions/${fourth.id}/fail`, { reason: 'Out of stock at the warehouse', idempotency_key: this.key() });
    const reversal = { quantity: 1, reason: 'Arrived damaged', idempotency_key: this.key() };
    await this.api.post(`/redemptions/${second.id}/reverse`, reversal);
  }

  /** A group that shares points, gifts between customers, holds for orders under review, and goodwill. */
  async manage(club: readonly Customer[]): Promise<void> {
    const rich = await this.richest(club, 12);
    const members = await Promise.all(rich.slice(0, 5).map((customer) => this.api.get<Participant>(of(customer))));
    const group = await this.api.post<Group>('/groups', {
      name: 'Harbour Street bakery circle',
      members: members.map(({ id }, index) => ({ participant_id: id, role: index === 0 ? 'ADMIN' : 'MEMBER' })),
    });
    const asset = { program_id: this.programs.club, asset_id: this.programs.points };
    const transfer = (source: Customer, description: string, ...recipients: object[]) =>
      this.api.attempt('/transfers', {
        ...asset,
        source_external_id: source.external_id,
        recipients,
        description,
        idempotency_key: this.key(),
      });
    await transfer(rich[0]!, 'For the bread oven', { group_id: group.id, amount: '300' });
    await transfer(rich[1]!, 'For the bread oven', { group_id: group.id, amount: '180' });
    await transfer(rich[2]!, 'Happy birthday!', { external_id: rich[8]!.external_id, amount: '75' });
    await transfer(
      rich[3]!,
      'Shared after the class',
      { external_id: rich[9]!.external_id, amount: '40' },
      { external_id: rich[10]!.external_id, amount: '40' },
    );
    for (const [index, customer] of rich.slice(0, 4).entries())
      await this.api.attempt(`${of(customer)}/balances/hold`, {
        ...asset,
        amount: String(60 + index * 35),
        reference_id: `review-MM-${21_300 + index}`,
        description: 'Order under review',
        idempotency_key: this.key(),
      });
    for (const customer of rich.slice(4, 7))
      await this.api.post(`${of(customer)}/balances/adjust`, {
        ...asset,
        type: 'CREDIT',
        amount: '50',
        expires_in: '180d',
        description: 'Goodwill: late delivery',
        idempotency_key: this.key(),
      });
    await this.api.patch(`${of(club.at(-1)!)}`, { status: 'SUSPENDED' });
  }

  private async richest(club: readonly Customer[], count: number): Promise<Customer[]> {
    const owned = await Promise.all(
      club.map(async (customer) => {
        const rows = await this.api.get<Page<BalanceRow>>(`${of(customer)}/balances?asset_id=${this.programs.points}`);
        return { customer, available: Number(rows.data[0]?.available ?? 0) };
      }),
    );
    return owned
      .sort((a, b) => b.available - a.available)
      .slice(0, count)
      .map(({ customer }) => customer);
  }
}
