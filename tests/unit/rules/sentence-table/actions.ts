/** Actions, limits and whole rules of the table of sentences. */
import type { ActionSource } from '@/domain/rules/actions/catalog';
import type { BudgetSource } from '@/domain/rules/budget';
import type { SpokenRule } from '@/domain/rules/sentence/rule-sentence';

const target = { type: 'ACTOR' } as const;
const PTS = { asset_id: 'points', target } as const;
const ORDER = { reference_id: '{{ event.order_id }}' } as const;
const group = { type: 'GROUP', id: 'g' } as const;
const program = { type: 'PROGRAM' } as const;

export const CREDIT: ActionSource<'CREDIT'> = { type: 'CREDIT', amount: '10', ...PTS };

export const ACTIONS: readonly ActionSource[] = [
  { type: 'DEBIT', amount: '5', bucket: 'AVAILABLE', shortfall_policy: 'REJECT', ...PTS },
  { type: 'DEBIT', amount: '5', bucket: 'AVAILABLE', shortfall_policy: 'PARTIAL', ...PTS },
  { type: 'DEBIT', amount: '{{ event.amount * 0.05 }}', bucket: 'AVAILABLE', shortfall_policy: 'ALLOW_NEGATIVE', ...PTS },
  { type: 'DEBIT', amount: '5', bucket: 'DEFERRED', shortfall_policy: 'PARTIAL', ...PTS },
  { type: 'DEBIT', amount: '5', bucket: 'HELD', ...ORDER, shortfall_policy: 'REJECT', ...PTS },
  { type: 'HOLD', amount: '{{ event.amount }}', ...ORDER, ...PTS },
  { type: 'RELEASE', amount: '5', ...PTS },
  { type: 'RELEASE', amount: '5', ...ORDER, ...PTS },
  { type: 'FORFEIT', amount: '5', bucket: 'AVAILABLE', ...PTS },
  { type: 'FORFEIT', amount: '5', bucket: 'HELD', ...ORDER, ...PTS },
  { type: 'VOID_PENDING', ...ORDER, ...PTS },
  { type: 'TAKE_BACK', ...ORDER, share: '1', shortfall_policy: 'REJECT', ...PTS },
  { type: 'TAKE_BACK', ...ORDER, share: '0.5', shortfall_policy: 'PARTIAL', ...PTS },
  { type: 'TAKE_BACK', reference_id: 'order-{{ event.order_id }}', share: '{{ event.part }}', shortfall_policy: 'ALLOW_NEGATIVE', ...PTS },
  { type: 'TRANSFER', amount: '5', preserve_expiry: true, asset_id: 'points', target: { type: 'RECIPIENT' } },
  { type: 'TRANSFER', amount: '5', preserve_expiry: false, asset_id: 'points', target: group },
  { type: 'TAG', tag: 'regular', target },
  { type: 'TAG', tag: 'busy', target: group },
  { type: 'UNTAG', tag: 'new', target },
  { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: 1, target },
  { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '-1', target },
  { type: 'COUNTER', key: 'spent', operation: 'INCREMENT', value: '{{ event.amount }}', reset_after: '30d', target },
  { type: 'COUNTER', key: 'purchases', operation: 'INCREMENT', value: 1, window: '7d', target },
  { type: 'COUNTER', key: 'spent', operation: 'SET', value: 0, window: '1d', target },
  { type: 'COUNTER', key: 'spent', operation: 'SET', value: '{{ event.amount - event.shipping }}', target: program },
  { type: 'COUNTER', key: 'streak', operation: 'SET', value: 0, target },
  { type: 'SET_ATTRIBUTE', key: 'city', value: 'Berlin', target },
  { type: 'SET_ATTRIBUTE', key: 'city', value: '{{ event.city }}', target },
  { type: 'SET_ATTRIBUTE', key: 'last', value: 'Order {{ event.order_id }}', target },
  { type: 'SET_ATTRIBUTE', key: 'newsletter', value: true, target },
  { type: 'SET_ATTRIBUTE', key: 'city', value: null, target },
  { type: 'SET_ATTRIBUTE', key: 'places', value: ['Berlin', 'Paris'], target: group },
  { type: 'SET_TIER', tier: 'club', level: 'gold', target },
  { type: 'SET_TIER', tier: 'club', level: null, target },
  { type: 'SCHEDULE_EVENT', event_name: 'reminder', payload: {}, delay: '7d', target },
  { type: 'SCHEDULE_EVENT', event_name: 'welcome', payload: {}, target: { type: 'RECIPIENT' } },
  { type: 'BROADCAST', event_name: 'party', payload: {}, target: program },
  { type: 'BROADCAST', event_name: 'party', payload: {}, target: group },
];

const limit = (changes: Partial<BudgetSource>): BudgetSource => ({
  asset_id: 'points',
  scope: 'PARTICIPANT',
  limit: '50',
  schedule_type: null,
  ...changes,
});
const cron = (cron_expression: string, changes: Partial<BudgetSource> = {}): BudgetSource =>
  limit({ schedule_type: 'CRON', cron_expression, ...changes });

export const LIMITS: readonly BudgetSource[] = [
  limit({}),
  limit({ scope: 'PROGRAM', limit: '5000' }),
  cron('0 * * * *'),
  cron('0 0 * * *'),
  cron('0 0 * * 1'),
  cron('0 0 * * SUN'),
  cron('0 0 1 * *', { scope: 'PROGRAM', limit: '5000' }),
  cron('0 0 1 1,4,7,10 *'),
  cron('0 0 1 1 *', { asset_id: 'euros', limit: '100.00' }),
  cron('0 18 * * 5'),
  cron('30 4 * * *'),
  cron('0 6 15 * *'),
  cron('0 0 13 * 5'),
  limit({ schedule_type: 'INTERVAL', interval: '7d' }),
  limit({ schedule_type: 'INTERVAL', interval: '1d', scope: 'PROGRAM' }),
];

/** What rules have besides, and several things at once. */
export const WHOLES: Readonly<Record<string, Partial<SpokenRule>>> = {
  stop_after_match: { stop_after_match: true },
  active_from: { active_from: '2026-12-01T00:00:00.000Z' },
  active_to: { active_to: '2027-01-01T00:00:00.000Z' },
  'active_from and active_to, stop_after_match': {
    active_from: '2026-12-01T00:00:00.000Z',
    active_to: '2027-01-01T00:00:00.000Z',
    stop_after_match: true,
  },
  'two actions': { actions: [CREDIT, { type: 'TAG', tag: 'regular', target }] },
  'three actions': {
    actions: [
      CREDIT,
      { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: 1, target },
      { type: 'TAG', tag: 'regular', target },
    ],
  },
  'a credit that expires, and a tag': {
    actions: [
      { ...CREDIT, expires_in: '90d' },
      { type: 'TAG', tag: 'regular', target },
    ],
  },
  'an amount by steps, and a tag': {
    actions: [
      { ...CREDIT, amount: '{{ event.amount >= 100 ? 12 : event.amount >= 50 ? 5 : 0 }}' },
      { type: 'TAG', tag: 'regular', target },
    ],
  },
  'points for both': { actions: [CREDIT, { ...CREDIT, target: { type: 'RECIPIENT' } }] },
  'two limits': { budgets: [limit({}), limit({ scope: 'PROGRAM', limit: '5000' })] },
  'two assets, each with a limit': {
    actions: [CREDIT, { ...CREDIT, asset_id: 'euros', amount: '1.00' }],
    budgets: [limit({}), cron('0 0 1 * *', { asset_id: 'euros', limit: '20.00', scope: 'PROGRAM' })],
  },
  'a list and a factor': {
    condition: 'event.type == "purchase" && event.items.exists(i, i.category == "coffee")',
    actions: [{ ...CREDIT, amount: '{{ math.least(event.amount * 0.1 * ("vip" in participant.tags ? 2 : 1), 20) }}', expires_in: '365d' }],
    budgets: [cron('0 0 1 * *')],
    stop_after_match: true,
  },
};
