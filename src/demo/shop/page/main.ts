/** The page of the example shop: previews the basket at each change, reserves it, and pays or cancels it. */
import { centsOf, decimalOf } from '../cents';
import type { DecisionRecord } from '@/contract/decision';
import type { Basket, Offer, TillAnswer } from '../wire';
import * as calls from './calls';
import { byId, quantities, show } from './dom';
import { showEnded, showReserve, showReserved } from './order';
import { goodsField, rewardField, showCustomer, showDecision, showOffer, showProblem, showSent } from './view';

const offer: Offer = await calls.readOffer();
const fieldset = byId('basket', HTMLFieldSetElement);
const customerField = byId('customer', HTMLInputElement);
const pointsField = byId('points', HTMLInputElement);

/** Kept until the order has an answer, so that however often it is sent, it is one order. */
let key = crypto.randomUUID();
let previewing = new AbortController();
let retrying: ReturnType<typeof setInterval> | undefined;

const SECOND_MS = 1_000;
/** Only what is short enough to wait for is tried again by itself. */
const LONGEST_WAIT_S = 60;

const basketNow = (): Basket => ({
  customer: customerField.value.trim(),
  goods: quantities(offer.goods.map(({ sku }) => [goodsField(sku), sku] as const)),
  points: pointsField.value.trim(),
  rewards: quantities(offer.rewards.map(({ id }) => [rewardField(id), id] as const)),
});

/** Shows an answer. @returns the decision, or null for an error, which can be tried again when it may pass. */
function heard(answer: TillAnswer, again: () => unknown): DecisionRecord | null {
  clearInterval(retrying);
  showSent(answer);
  if ('decision' in answer) {
    showProblem(null);
    showDecision(answer.decision, { points: pointsField.value }, offer.symbol);
    return answer.decision;
  }
  const { error, retryAfter } = answer;
  const mayPass = retryAfter !== null || ['no_answer', 'no_connection'].includes(error.code);
  showProblem(error, mayPass ? again : null);
  if (retryAfter !== null) retryIn(retryAfter, again);
  return null;
}

function retryIn(seconds: number, again: () => unknown): void {
  let left = seconds;
  const tick = (): void => {
    if (left <= 0) {
      clearInterval(retrying);
      again();
    } else show('retry-in', left > LONGEST_WAIT_S ? `Not before ${Math.ceil(left / 60)} minutes.` : `Again in ${left} s.`);
    left -= 1;
  };
  tick();
  if (seconds <= LONGEST_WAIT_S) retrying = setInterval(tick, SECOND_MS);
}

/** A later change makes the answer to an earlier one useless. */
async function previewBasket(): Promise<void> {
  previewing.abort();
  previewing = new AbortController();
  const { signal } = previewing;
  const basket = basketNow();
  if (basket.customer === '') return;
  try {
    heard(await calls.preview(basket, signal), previewBasket);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function changed(): void {
  key = crypto.randomUUID();
  void previewBasket();
}

/** What the customer has, and what the basket costs, are as the last answer said: it has to be one about this basket. */
async function useMostPoints(): Promise<void> {
  pointsField.value = '';
  await previewBasket();
  const [has, costs] = ['available-before', 'total'].map((id) => centsOf(byId(id, HTMLElement).textContent || '0'));
  pointsField.value = decimalOf(Math.min(has ?? 0, costs ?? 0));
  changed();
}

async function customerChanged(): Promise<void> {
  const { value } = customerField;
  if (value.trim() === '') return;
  const customer = await calls.readCustomer(value.trim());
  if (customerField.value === value) showCustomer(customer);
}

async function reserve(): Promise<void> {
  previewing.abort();
  fieldset.disabled = true;
  const decision = heard(await calls.reserve(basketNow(), key), reserve);
  if (decision) await follow(decision);
  else fieldset.disabled = false;
}

const ending = (act: (id: string) => Promise<TillAnswer>, { id }: DecisionRecord) =>
  async function again(): Promise<void> {
    const decision = heard(await act(id ?? ''), again);
    if (decision) await follow(decision);
  };

/** The service ends a reservation by itself, a moment after its time. */
async function lookAgain({ id }: DecisionRecord): Promise<void> {
  const answer = await calls.lookAgain(id ?? '');
  if (!('decision' in answer) || answer.decision.status === 'RESERVED') return;
  heard(answer, () => undefined);
  await follow(answer.decision);
}

async function follow(decision: DecisionRecord): Promise<void> {
  if (decision.status === 'RESERVED') {
    showReserved(decision, offer, {
      pay: (delivered) => ending((id) => calls.pay(id, delivered), decision)(),
      cancel: ending((id) => calls.cancel(id, 'The payment failed'), decision),
      lookAgain: () => lookAgain(decision),
    });
  } else showEnded(decision, offer, () => begin().then(() => customerField.focus()));
  await customerChanged();
  showDecision(decision, { points: '' }, offer.symbol);
}

/** An empty basket of the same customer. */
async function begin(): Promise<void> {
  fieldset.disabled = false;
  for (const field of fieldset.querySelectorAll<HTMLInputElement>('input[type=number]')) field.value = '0';
  pointsField.value = '';
  showReserve(reserve);
  await customerChanged();
  changed();
}

showOffer(offer);
customerField.value = offer.customers[0] ?? '';
fieldset.addEventListener('input', changed);
customerField.addEventListener('change', () => void customerChanged().then(changed));
byId('most-points', HTMLButtonElement).addEventListener('click', () => void useMostPoints());
await begin();
