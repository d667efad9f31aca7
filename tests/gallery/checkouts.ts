/** Checkouts of the last hour: one that was paid at once, one that was let go, and three that are still being paid. */
import type { DecisionRecord } from '@/contract/decision';
import { present } from '@/domain/assert';
import { amountOf } from '@/domain/money';
import type { BalanceRow } from '@/contract/balance';
import type { Participant } from '@/contract/participant';
import type { Backend, Page } from './backend';
import type { Programs } from './programs';

const BASKETS = [
  [
    { sku: 'rye', name: 'Rye loaf', cents: 640, quantity: 2 },
    { sku: 'jam', name: 'Quince jam', cents: 790, quantity: 1 },
  ],
  [{ sku: 'honey', name: 'Heather honey', cents: 1150, quantity: 2 }],
  [
    { sku: 'buns', name: 'Seed buns', cents: 120, quantity: 6 },
    { sku: 'flour', name: 'Spelt flour', cents: 480, quantity: 1 },
  ],
  [{ sku: 'cake', name: 'Plum cake', cents: 2400, quantity: 1 }],
  [{ sku: 'rye', name: 'Rye loaf', cents: 640, quantity: 1 }],
] as const;

const MINUTE = 60_000;
const PAID_WITH = '50';

/** @returns the id of a decision that is still reserved. */
export async function playCheckouts(api: Backend, { club, points }: Programs): Promise<string> {
  const buyers = await withPoints(api, club, points);
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const decide = (place: number, mode: 'COMMIT' | 'RESERVE', minutes?: number): Promise<DecisionRecord> => {
    const goods = BASKETS[place % BASKETS.length] ?? [];
    const total = goods.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
    const items = goods.map(({ cents, ...good }) => ({ ...good, price: cents / 100 }));
    return api.post<DecisionRecord>('/decisions', {
      program_id: club,
      external_id: buyers[place % buyers.length],
      idempotency_key: `checkout-${place}`,
      mode,
      event_data: { type: 'purchase', channel: 'market', order_id: `M-${4711 + place}`, amount: total / 100, items },
      redemptions: place % 2 === 0 ? [{ asset_id: points, amount: PAID_WITH, description: 'Paid with points' }] : [],
      ...(minutes === undefined ? {} : { expires_at: new Date(Date.parse(now) + minutes * MINUTE).toISOString() }),
    });
  };
  await decide(0, 'COMMIT');
  const { id: dropped } = await decide(1, 'RESERVE', 30);
  await api.post(`/decisions/${dropped}/cancel`, { reason: 'The card was declined.' });
  const standing = await decide(2, 'RESERVE', 40);
  await decide(3, 'RESERVE', 12);
  await decide(4, 'RESERVE', 25);
  return present(standing.id, 'what is reserved is stored');
}

async function withPoints(api: Backend, club: string, points: string): Promise<string[]> {
  const { data } = await api.get<Page<Participant>>('/participants?limit=100&status=ACTIVE');
  const found: string[] = [];
  for (const { external_id } of data) {
    const balances = await api.get<{ data: BalanceRow[] }>(
      `/participants/ext:${external_id}/balances?program_id=${club}&asset_id=${points}`,
    );
    if (balances.data.some(({ available }) => amountOf(available).greaterThanOrEqualTo(amountOf(PAID_WITH)))) found.push(external_id);
    if (found.length === BASKETS.length) break;
  }
  if (found.length === 0) throw new Error('Nobody has points to pay with.');
  return found;
}
