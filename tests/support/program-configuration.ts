/** Provides program configuration documents: one with everything, and random ones. */
import * as fc from 'fast-check';

const asset = (symbol: string, more: object = {}) => ({
  name: `The asset ${symbol}`,
  symbol,
  scale: 2,
  inventory_mode: 'LOT' as const,
  issuance_policy: 'UNLIMITED',
  max_transaction_amount: null,
  ...more,
});

const TIER = {
  key: 'status',
  name: 'Status',
  description: 'By the points of a year.',
  levels: [
    {
      key: 'silver',
      rank: 1,
      display_name: 'Silver',
      benefits: ['free coffee'],
      color: '#c0c0c0',
      icon_url: 'https://example.com/silver.svg',
      qualification: { mode: 'ALL' as const, criteria: [{ counter: 'points', operator: 'GTE' as const, threshold: '100' }] },
    },
    { key: 'gold', rank: 2, display_name: null, benefits: [], color: null, icon_url: null, qualification: null },
  ],
  lifecycle: {
    retention: { mode: 'PERIOD_BASED' as const, duration: '365d' },
    qualification_period: { type: 'FIXED_YEAR' as const, start_month: 4, start_day: 1 },
    status_validity: { extend_months: 3 },
    downgrade_policy: { mode: 'DROP_ONE' as const, grace_days: 14, min_level: 'silver' },
    counters: { qualifying: ['points'], rollover: 'EXCESS' as const },
  },
};

const rule = (client_ref: string, actions: readonly object[], more: object = {}) => ({
  client_ref,
  name: `Rule ${client_ref}`,
  description: null,
  condition: 'event.type == "purchase" && event.amount > 10',
  actions,
  budgets: [],
  active_from: null,
  active_to: null,
  status: 'ACTIVE',
  stop_after_match: false,
  examples: [],
  ...more,
});

const actor = { type: 'ACTOR' };
const ACTIONS = [
  { type: 'CREDIT', asset: 'PTS', amount: '{{ event.amount * 0.05 }}', expires_in: '365d', matures_in: '14d', target: actor },
  { type: 'DEBIT', asset: 'PTS', amount: '1.00', bucket: 'AVAILABLE', shortfall_policy: 'PARTIAL', target: { type: 'RECIPIENT' } },
  { type: 'HOLD', asset: 'PTS', amount: '2', reference_id: 'order-{{ event.id }}', target: actor },
  { type: 'TRANSFER', asset: 'PTS', amount: '1', preserve_expiry: false, target: { type: 'PARTICIPANT', external_id: 'house' } },
  { type: 'TAG', tag: 'buyer', target: actor },
  { type: 'COUNTER', key: 'points_of_week', operation: 'INCREMENT', value: '{{ event.amount }}', window: '7d', target: actor },
  { type: 'COUNTER', key: 'points', operation: 'INCREMENT', value: '{{ event.amount }}', reset_after: '30d', target: { type: 'PROGRAM' } },
  { type: 'SET_ATTRIBUTE', key: 'last', value: { at: '{{ event.at }}', list: [1, null] }, target: actor },
  { type: 'SET_TIER', tier: 'status', level: 'gold', target: actor },
  { type: 'SCHEDULE_EVENT', event_name: 'thanks', payload: { n: 1 }, delay: '1d', target: actor },
  { type: 'BROADCAST', event_name: 'party', payload: {}, target: { type: 'PROGRAM' } },
];

/** Every kind of part, and every optional setting at least once. */
export const RICH = {
  program: {
    description: 'Coffee and more.',
    on_unknown_participant: 'REJECT',
    redemption_ttl: '7d',
    redemption_target: 'SYSTEM_BREAKAGE',
    timezone: 'Europe/Berlin',
  },
  assets: [asset('CASH', { inventory_mode: 'SIMPLE', max_transaction_amount: '500.00' }), asset('PTS')],
  tiers: [TIER],
  rule_sets: [
    {
      client_ref: 'earning',
      key: 'base-earning',
      name: 'Base earning',
      rules: [
        rule('all-kinds', ACTIONS, { description: 'One of each.', stop_after_match: true }),
        rule('budgeted', [{ ...ACTIONS[0], asset: 'CASH', expires_in: undefined, matures_in: undefined }], {
          budgets: [{ asset: 'CASH', scope: 'PROGRAM', limit: '100.00', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
          active_from: '2030-01-01T00:00:00.000Z',
          active_to: '2031-01-01T00:00:00.000Z',
          status: 'SUSPENDED',
          examples: [
            {
              name: 'a purchase of 50 in the year gives 2.50',
              event: { event_data: { type: 'purchase', amount: 50 }, event_timestamp: '2030-06-01T00:00:00.000Z' },
              state: { participant: { tags: ['vip'], balances: { CASH: { available: '10.00' } } } },
              expects: { matched: true, effects: [{ type: 'CREDIT', target: 'ACTOR', asset: 'CASH', amount: '2.50' }] },
            },
          ],
        }),
      ],
    },
    {
      client_ref: 'empty',
      key: 'empty',
      name: 'Nothing yet',
      campaign: { description: null, starts_at: null, ends_at: null, audience: null, budgets: [], status: 'ACTIVE' },
      rules: [],
    },
  ],
  rewards: [
    {
      name: 'Mug',
      asset: 'PTS',
      description: 'Holds coffee.',
      category: 'kitchen',
      image_url: 'https://example.com/mug.png',
      metadata: { weight: 300 },
      redemption_type: 'UNIT_BASED',
      unit_cost: '250.00',
      status: 'DRAFT',
      max_total: 10,
      max_per_participant: 1,
      available_from: '2030-01-01T00:00:00.000Z',
      available_until: '2031-01-01T00:00:00.000Z',
    },
  ],
  automations: [
    {
      name: 'Birthday',
      description: 'Once a day.',
      status: 'PAUSED',
      trigger: { type: 'CRON', timezone: 'Europe/Berlin', cron_expression: '0 9 * * *' },
      scope: 'PARTICIPANTS',
      participant_filter: 'participant.counters.points >= 10',
      guard_condition: '"open" in program.tags',
      event: { type: 'birthday', data: { greeting: 'hello {{ participant.external_id }}' } },
    },
    {
      name: 'New year',
      description: null,
      status: 'ACTIVE',
      trigger: { type: 'ONE_TIME', timezone: 'UTC', run_at: '2031-01-01T00:00:00.000Z' },
      scope: 'PROGRAM',
      participant_filter: null,
      guard_condition: null,
      event: { type: 'new_year', data: {} },
    },
  ],
  challenges: [
    {
      key: 'card',
      name: 'Coffee card',
      description: 'Ten coffees.',
      campaign: 'empty',
      status: 'PAUSED',
      starts_at: '2030-01-01T00:00:00.000Z',
      ends_at: '2031-01-01T00:00:00.000Z',
      period: 'MONTH',
      audience: '"vip" in participant.tags',
      goal: { type: 'SUM', target: '10', match: { event_types: ['purchase'], condition: 'event.amount > 1' }, value: 'event.amount' },
      repeat: { max: null },
      parts: [50],
      take_back: {
        match: { event_types: ['refund'], condition: null },
        reference: 'event.order',
        original_reference: 'event.order',
        amount: null,
      },
      badge: { name: 'Regular', description: null, icon: 'coffee' },
    },
    {
      key: 'steps',
      name: 'Both of them',
      description: null,
      status: 'DRAFT',
      starts_at: null,
      ends_at: null,
      period: 'NONE',
      audience: null,
      goal: { type: 'STEPS', steps: [{ key: 'one', name: 'One', match: { event_types: ['visit'], condition: null }, target: 1 }] },
      repeat: null,
      parts: [],
      take_back: null,
      badge: null,
    },
  ],
  notices: [
    {
      key: 'expiring',
      name: 'Points expire',
      status: 'PAUSED',
      terms: { kind: 'VALUE_EXPIRES', days_before: 7, asset: 'PTS', min_amount: '1.00' },
      audience: '"vip" in participant.tags',
      quiet_hours: { from: '21:00', to: '08:00' },
    },
    {
      key: 'nearly-gold',
      name: 'Nearly gold',
      status: 'ACTIVE',
      terms: { kind: 'TIER_NEARLY_REACHED', percent: 90, tier: 'status' },
      audience: null,
      quiet_hours: null,
    },
  ],
  referral_programs: [
    {
      key: 'friends',
      name: 'Friends',
      campaign: 'empty',
      status: 'PAUSED',
      active_from: '2030-01-01T00:00:00.000Z',
      active_to: null,
      code_prefix: 'FRIEND',
      qualifies: { event_types: ['purchase'], condition: 'event.amount >= 20', within_days: 30 },
      max_per_referrer: 10,
      steps: [1, 5],
    },
  ],
  code_batches: [
    {
      key: 'made',
      name: 'Made here',
      kind: 'UNIQUE',
      campaign: 'empty',
      status: 'ACTIVE',
      prefix: 'SPRING',
      length: 12,
      max_total: 100,
      max_per_participant: 1,
      max_per_code: 1,
      active_from: '2030-01-01T00:00:00.000Z',
      active_to: '2031-01-01T00:00:00.000Z',
      condition: 'event.amount >= 50',
      exclusive_group: 'one-of',
      priority: 3,
    },
    {
      key: 'shared',
      name: 'For everybody',
      kind: 'SHARED',
      status: 'PAUSED',
      max_total: null,
      max_per_participant: null,
      max_per_code: null,
      active_from: null,
      active_to: null,
      condition: null,
      exclusive_group: null,
      priority: 0,
    },
  ],
  skipped: [
    { kind: 'CODES', key: 'made', reason: 'CODES_NOT_COPIED' },
    { kind: 'CODES', key: 'shared', reason: 'CODES_NOT_COPIED' },
  ],
};

const SYMBOLS = ['AAA', 'BBB', 'CCC'];
const line = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => text.trim() !== '' && !text.includes('\0'));

const ruleSets = fc
  .array(fc.record({ name: line, rules: fc.array(fc.record({ name: line, symbol: fc.constantFrom(...SYMBOLS) }), { maxLength: 3 }) }), {
    maxLength: 3,
  })
  .map((sets) =>
    sets.map(({ name, rules }, i) => ({
      client_ref: `set-${i}`,
      key: `set-${i}`,
      name,
      rules: rules.map(({ name: title, symbol }, j) =>
        rule(`rule-${i}-${j}`, [{ type: 'CREDIT', asset: symbol, amount: '1', target: actor }], { name: title }),
      ),
    })),
  );

const rewards = fc.uniqueArray(
  fc.record({
    name: line,
    asset: fc.constantFrom(...SYMBOLS),
    redemption_type: fc.constant('AMOUNT_BASED'),
    metadata: fc.dictionary(
      fc.string({ maxLength: 5, unit: 'grapheme-ascii' }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.integer(), fc.boolean()),
    ),
    max_total: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    status: fc.constantFrom('DRAFT', 'ACTIVE', 'OUT_OF_STOCK'),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const time = fc.option(fc.integer({ min: 2030, max: 2040 }).map((year) => `${year}-03-01T00:00:00.000Z`));
const limit = fc.option(fc.integer({ min: 1, max: 1_000 }));
const inCampaign = fc.constantFrom({}, { campaign: 'set-campaign' });
const CAMPAIGN_SET = {
  client_ref: 'set-campaign',
  key: 'set-campaign',
  name: 'Campaign',
  campaign: { description: null, starts_at: null, ends_at: null, audience: null, budgets: [], status: 'DRAFT' },
  rules: [],
};

const manyByKey = (part: fc.Arbitrary<object>) =>
  fc
    .array(fc.tuple(line, part, inCampaign), { maxLength: 3 })
    .map((parts) => parts.map(([name, terms, campaign], index) => ({ key: `part-${index}`, name, ...terms, ...campaign })));

const challenges = manyByKey(
  fc.record({
    status: fc.constantFrom('DRAFT', 'ACTIVE', 'PAUSED'),
    starts_at: time,
    period: fc.constantFrom('NONE', 'WEEK'),
    goal: fc.constantFrom(
      { type: 'COUNT', target: 3, match: { event_types: ['visit'] } },
      { type: 'STREAK', target: 7, unit: 'DAY', match: { event_types: ['visit'] }, grace: 1 },
    ),
    repeat: fc.option(fc.record({ max: fc.option(fc.integer({ min: 2, max: 9 })) })),
  }),
);
const referralPrograms = manyByKey(fc.record({ active_from: time, max_per_referrer: limit, steps: fc.constantFrom([], [1]) }));
const codeBatches = manyByKey(
  fc.record({ kind: fc.constantFrom('SHARED', 'UNIQUE', 'IMPORTED'), max_total: limit, max_per_code: limit, active_to: time }),
);

/** Random programs of three assets that their rules and rewards refer to. */
export const anyConfiguration = fc.record({
  program: fc.record({ description: fc.option(line), on_unknown_participant: fc.constantFrom('CREATE', 'REJECT') }),
  assets: fc.tuple(...SYMBOLS.map((symbol) => fc.integer({ min: 0, max: 18 }).map((scale) => asset(symbol, { scale })))),
  tiers: fc.constantFrom([], [TIER]),
  rule_sets: ruleSets.map((sets) => [...sets, CAMPAIGN_SET]),
  rewards,
  challenges,
  referral_programs: referralPrograms,
  code_batches: codeBatches,
});
