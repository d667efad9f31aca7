/** Shows an order from the reservation to its end: how long it stands, what of it was delivered, and what became of it. */
import type { DecisionRecord } from '@/contract/decision';
import type { Offer } from '../wire';
import { button, byId, element, fill, quantities, quantityRow, show } from './dom';
import { deliveredField } from './view';

interface Item {
  readonly sku: string;
  readonly quantity: number;
}

interface Reserved {
  pay(delivered: Record<string, number>): unknown;
  cancel(): unknown;
  /** The time of the reservation is over. Called every second until the order has ended. */
  lookAgain(): unknown;
}

let ticking: ReturnType<typeof setInterval> | undefined;

/** The button that was pressed is gone: the focus goes where what it did is told. */
function tell(children: readonly (Node | string)[]): void {
  fill('order', children);
  byId('order', HTMLElement).focus();
}

export function showReserve(reserve: () => unknown): void {
  clearInterval(ticking);
  fill('order', [button('Reserve and pay', reserve, true)]);
}

export function showReserved(decision: DecisionRecord, offer: Offer, { pay, cancel, lookAgain }: Reserved): void {
  const items = decision.event_data['items'] as Item[]; // the shop's own event, as it sent it
  const rows = items.map(({ sku, quantity }) => {
    const name = offer.goods.find((good) => good.sku === sku)?.name ?? sku;
    return quantityRow(deliveredField(sku), `${name}, delivered`, `of ${quantity}`, { value: quantity, max: quantity });
  });
  const delivered = () => quantities(items.map(({ sku }) => [deliveredField(sku), sku] as const));
  tell([
    element(
      'p',
      {},
      element('strong', {}, 'The payment is under way.'),
      ' Points are taken and what is earned is held; ',
      element('span', { id: 'countdown' }),
      ' left.',
    ),
    ...rows,
    element(
      'div',
      { className: 'together' },
      button('The payment went through', () => pay(delivered()), true),
      button('The payment failed', cancel),
    ),
    linkTo(decision, offer),
  ]);
  countDown(Date.parse(decision.expires_at ?? decision.created_at), lookAgain);
}

export function showEnded(decision: DecisionRecord, offer: Offer, next: () => unknown): void {
  clearInterval(ticking);
  const ends: Partial<Record<DecisionRecord['status'], string>> = {
    COMMITTED: 'Paid and booked.',
    CANCELLED: 'Cancelled: everything was given back.',
    EXPIRED: 'The reservation has expired: everything was given back.',
  };
  const said = ends[decision.status] ?? `${decision.status}: ${decision.error?.message ?? ''}`;
  tell([element('p', {}, element('strong', {}, said)), linkTo(decision, offer), button('Next basket', next, true)]);
}

const linkTo = ({ id }: DecisionRecord, { service }: Offer): HTMLElement =>
  element('p', {}, element('a', { href: `${service}/decisions/${id ?? ''}` }, 'This decision in the dashboard'));

const SECOND_MS = 1_000;

function countDown(until: number, lookAgain: () => unknown): void {
  clearInterval(ticking);
  const tick = (): void => {
    const left = Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
    show('countdown', `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`);
    if (left === 0) lookAgain();
  };
  ticking = setInterval(tick, SECOND_MS);
  tick();
}
