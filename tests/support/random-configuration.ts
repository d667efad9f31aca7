/** Provides random program configuration documents. */
import * as fc from 'fast-check';
import { actor, asset, rule, TIER } from './program-configuration';

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

const leaderboards = manyByKey(
  fc.record({
    measure: fc.constantFrom({ type: 'COUNTER', key: 'visits' }, ...SYMBOLS.map((symbol) => ({ type: 'EARNED', asset: symbol }))),
    period: fc.constantFrom('WEEK', 'MONTH', 'QUARTER'),
    min_score: fc.option(fc.integer({ min: 1, max: 100 }).map(String)),
    prizes: fc.constantFrom([], [{ from_rank: 1, to_rank: 3, name: 'Gold' }]),
  }),
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
  leaderboards,
});
