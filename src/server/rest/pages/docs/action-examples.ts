/** Gives one example of each kind of rule action, with its effect on ada when an event arrives. */
import type { RuleAction } from '@/contract/rule-action';

type ActionType = RuleAction['type'];

interface ActionExample {
  readonly about: string;
  /** As it is sent; `$ASSET_ID` stands for the id of an asset that is kept in lots. */
  readonly action: Readonly<Record<string, unknown>> & { readonly type: ActionType };
  readonly event: Readonly<Record<string, unknown>>;
  /** What the event's evaluation says about the action, apart from ids. */
  readonly gives: Readonly<Record<string, unknown>>;
}

const asset = { asset_id: '$ASSET_ID' };

/**
 * Ada has 100.00, of which 20.00 are held under order-1, and 30.00 more that were credited to HELD under trip-7; the 100.00 were credited
 * under order-9. Bob is the recipient.
 */
export const ACTION_EXAMPLES: Readonly<Record<ActionType, ActionExample>> = {
  CREDIT: {
    about:
      'Credits value to a balance. With `bucket` HELD and a `reference_id`, the credit is provisional; a later credit to AVAILABLE under the same reference settles it.',
    action: {
      type: 'CREDIT',
      ...asset,
      amount: '{{ event.amount * 0.05 }}',
      expires_in: '365d',
      description: 'Cashback for {{ event.order_id }}',
    },
    event: { amount: 49.9, order_id: '1042' },
    gives: { type: 'CREDIT', result: 'APPLIED', amount: '2.49' },
  },
  DEBIT: {
    about:
      'Debits value from a balance. When there is too little, `shortfall_policy` decides: REJECT fails the event, PARTIAL takes what there is, ALLOW_NEGATIVE goes below zero.',
    action: { type: 'DEBIT', ...asset, amount: '{{ event.fee }}', shortfall_policy: 'PARTIAL' },
    event: { fee: 3 },
    gives: { type: 'DEBIT', result: 'APPLIED', amount: '3.00' },
  },
  HOLD: {
    about: 'Moves value from AVAILABLE to HELD under a `reference_id`.',
    action: { type: 'HOLD', ...asset, amount: '15', reference_id: 'order-{{ event.order_id }}' },
    event: { order_id: '1042' },
    gives: { type: 'HOLD', result: 'APPLIED', amount: '15.00' },
  },
  RELEASE: {
    about: 'Moves held value back to AVAILABLE.',
    action: { type: 'RELEASE', ...asset, amount: '5', reference_id: 'order-{{ event.order_id }}' },
    event: { order_id: '1' },
    gives: { type: 'RELEASE', result: 'APPLIED', amount: '5.00' },
  },
  FORFEIT: {
    about: 'Destroys value for good.',
    action: { type: 'FORFEIT', ...asset, amount: '{{ event.points }}' },
    event: { points: 4 },
    gives: { type: 'FORFEIT', result: 'APPLIED', amount: '4.00' },
  },
  VOID_PENDING: {
    about: 'Takes back what was credited to HELD under a reference, such as points for an order that was cancelled.',
    action: { type: 'VOID_PENDING', ...asset, reference_id: 'trip-{{ event.trip }}' },
    event: { trip: 7 },
    gives: { type: 'VOID_PENDING', result: 'APPLIED', amount: '30.00' },
  },
  TAKE_BACK: {
    about:
      'Takes back what was earned under a reference, or a share of it, such as the points of an order that is refunded. All take-backs of a reference together never take more than was earned.',
    action: { type: 'TAKE_BACK', ...asset, reference_id: 'order-{{ event.order_id }}', share: '{{ event.refunded / event.total }}' },
    event: { order_id: '9', refunded: 20, total: 80 },
    gives: { type: 'TAKE_BACK', result: 'APPLIED', amount: '25.00' },
  },
  TRANSFER: {
    about: 'Moves value from the actor to another participant or group.',
    action: { type: 'TRANSFER', ...asset, amount: '{{ event.gift }}', target: { type: 'RECIPIENT' } },
    event: { gift: 10 },
    gives: { type: 'TRANSFER', result: 'APPLIED', amount: '10.00' },
  },
  TAG: {
    about: 'Adds a tag. Tags are stored in lower case.',
    action: { type: 'TAG', tag: 'vip' },
    event: {},
    gives: { type: 'TAG', result: 'APPLIED', key: 'vip' },
  },
  UNTAG: {
    about: 'Removes a tag. If the tag is not there, nothing changes.',
    action: { type: 'UNTAG', tag: 'newcomer' },
    event: {},
    gives: { type: 'UNTAG', result: 'APPLIED', key: 'newcomer' },
  },
  COUNTER: {
    about:
      'Adds to a counter, or sets it. Tier levels that the counter qualifies for are reached at once. With `reset_after` the counter reads 0 again after a time; with `window` it counts what was added within the last days.',
    action: { type: 'COUNTER', key: 'visits', value: 1, reset_after: '30d' },
    event: {},
    gives: { type: 'COUNTER', result: 'APPLIED', key: 'visits', value: '1' },
  },
  SET_ATTRIBUTE: {
    about: 'Stores a value under a key. A template that is a single `{{ }}` placeholder keeps the type of its value.',
    action: { type: 'SET_ATTRIBUTE', key: 'city', value: '{{ event.city }}' },
    event: { city: 'Berlin' },
    gives: { type: 'SET_ATTRIBUTE', result: 'APPLIED', key: 'city', value: 'Berlin' },
  },
  SET_TIER: {
    about: 'Sets the level of a tier, or removes the tier with `level` null.',
    action: { type: 'SET_TIER', tier: 'status', level: 'gold' },
    event: {},
    gives: { type: 'SET_TIER', result: 'APPLIED', key: 'status', value: 'gold' },
  },
  SCHEDULE_EVENT: {
    about: 'Creates another event, now or later. Rules run on it as on any event.',
    action: { type: 'SCHEDULE_EVENT', event_name: 'review_reminder', payload: { order_id: '{{ event.order_id }}' }, delay: '7d' },
    event: { order_id: '1042' },
    gives: { type: 'SCHEDULE_EVENT', result: 'APPLIED' },
  },
  BROADCAST: {
    about: 'Creates one event for each active participant of the program, or of a group.',
    action: { type: 'BROADCAST', event_name: 'double_points', payload: { until: '{{ event.until }}' } },
    event: { until: '2026-12-24' },
    gives: { type: 'BROADCAST', result: 'APPLIED' },
  },
};
