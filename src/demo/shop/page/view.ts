/** Shows what the service decided: the sums, what is given and what is not, balances, entries, and errors as they came. */
import { centsOf, decimalOf } from '../cents';
import type { DecisionRecord } from '@/contract/decision';
import type { Basket, Customer, Offer, ShopError, TillAnswer } from '../wire';
import { button, byId, element, fill, quantityRow, show } from './dom';

export const goodsField = (sku: string): string => `good-${sku}`;
export const rewardField = (id: string): string => `reward-${id}`;
export const deliveredField = (sku: string): string => `delivered-${sku}`;

export function showOffer({ goods, rewards, customers, symbol, service }: Offer): void {
  fill(
    'customers',
    customers.map((name) => element('option', { value: name })),
  );
  fill(
    'goods',
    goods.map(({ sku, name, price }) => quantityRow(goodsField(sku), name, price)),
  );
  fill(
    'rewards',
    rewards.map(({ id, name, unit_cost }) => quantityRow(rewardField(id), name, `${unit_cost ?? ''} ${symbol}`)),
  );
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-doc]')) link.href = service + (link.dataset['doc'] ?? '');
}

export function showCustomer({ available, held, entries }: Customer): void {
  show('available-before', available);
  show('held-before', held);
  fill(
    'entries',
    entries.map(({ type, description, available: moved, held: set, at }) =>
      element(
        'tr',
        {},
        element('td', {}, description ?? type, element('small', {}, `${type}, ${new Date(at).toLocaleTimeString()}`)),
        element('td', {}, moved),
        element('td', {}, set),
      ),
    ),
  );
}

/** @param basket the points that were entered: a preview lists redemptions that cannot be made instead of refusing. */
export function showDecision(decision: DecisionRecord, { points }: Pick<Basket, 'points'>, symbol: string): void {
  const { status, effects, refused, balances, event_data, redemptions } = decision;
  const total = centsOf(String(event_data['amount']));
  const isOff = status === 'CANCELLED' || status === 'EXPIRED';
  const paying = redemptions.filter((one) => one.reward_id === undefined && one.status !== 'CANCELLED' && !isOff);
  const withPoints = status === 'PREVIEWED' ? centsOf(points || '0') : sumOf(paying);
  show('total', decimalOf(total));
  show('paid-with-points', decimalOf(withPoints));
  show('to-pay', decimalOf(total - withPoints));
  const given = isOff ? [] : effects.filter(({ type }) => type === 'CREDIT');
  show(
    'earns',
    given.length > 0
      ? `This basket earns ${decimalOf(sumOf(given))} ${symbol}.`
      : isOff
        ? 'Nothing was earned.'
        : 'This basket earns nothing yet.',
  );
  byId('earns', HTMLElement).classList.toggle('nothing', given.length === 0);
  fill(
    'given',
    given.map(({ amount, rule_name }) => element('li', {}, `${rule_name ?? ''}: ${amount ?? ''}`)),
  );
  fill(
    'refused',
    refused.map((one) =>
      element('li', {}, one.type === 'RULE' ? `${one.rule_name}: ${one.reason ?? one.status}` : `${one.code}: ${one.message}`),
    ),
  );
  const [own] = balances;
  for (const bucket of ['available', 'held'] as const) {
    if (own) show(`${bucket}-before`, own.before[bucket]);
    show(`${bucket}-after`, own?.after[bucket] ?? byId(`${bucket}-before`, HTMLElement).textContent ?? '');
  }
}

/** In cents. */
const sumOf = (amounts: readonly { readonly amount?: string | null }[]): number =>
  amounts.reduce((sum, { amount }) => sum + centsOf(amount ?? '0'), 0);

export function showSent(answer: TillAnswer): void {
  const { sent } = answer;
  if (sent === null) return;
  show('sent-line', `${sent.method} ${sent.path}`);
  show('sent-body', sent.body === undefined ? '' : JSON.stringify(sent.body, null, 2));
  show('answer-body', JSON.stringify('decision' in answer ? answer.decision : answer.error, null, 2));
}

/** @param again sends the same request once more; null when that cannot help. */
export function showProblem(problem: ShopError | null, again: (() => unknown) | null = null): void {
  if (problem === null) return fill('problem', []);
  const { code, message, doc_url } = problem;
  const name = doc_url === undefined ? element('strong', {}, code) : element('a', { href: doc_url }, code);
  fill('problem', [
    element('p', {}, name, ` ${message}`),
    ...(again ? [element('p', { id: 'retry-in' }), button('Try again', again)] : []),
  ]);
}
