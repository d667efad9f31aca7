/** Points with tiers: every purchase earns, and those who buy more in a year earn faster. */
import type { ProgramConfiguration } from '../program-configuration';
import { NO_OTHERS, ACTOR, asset, gives, givesNothing, item, lifetime, order, rule, ruleSet, settings } from './parts';
import type { ProgramTemplate } from './template';

type Level = ProgramConfiguration['tiers'][number]['levels'][number];

const level = (key: string, rank: number, threshold: string, color: string, benefits: string[]): Level => ({
  key,
  rank,
  display_name: key.charAt(0).toUpperCase() + key.slice(1),
  benefits,
  color,
  icon_url: null,
  qualification: { mode: 'ALL', criteria: [{ counter: 'spend', operator: 'GTE', threshold }] },
});

const hasLevel = (key: string): string => `has(participant.tiers.status) && participant.tiers.status.level == "${key}"`;

const points = (amount: string, description: string) =>
  ({ type: 'CREDIT', amount, asset: 'PTS', expires_in: '365d', description, target: ACTOR }) as const;

const purchase = (amount: number) => ({ type: 'purchase', amount });
const earned = (amount: string) => ({ type: 'CREDIT', target: 'ACTOR', asset: 'PTS', bucket: 'AVAILABLE', amount }) as const;
const at = (level: string, rank: number) => ({ participant: { tiers: { status: { level, rank } } } });

interface Extra {
  readonly key: string;
  readonly rank: number;
  readonly name: string;
  readonly factor: string;
  /** What a purchase of 100.00 earns. */
  readonly of100: string;
}

const extra = ({ key, rank, name, factor, of100 }: Extra, words: string) =>
  rule(
    { ref: `${key}-extra`, name, words, when: `event.type == "purchase" && ${hasLevel(key)}` },
    [points(`{{ event.amount * ${factor} }}`, `${name}${order(' for order ', '')}`)],
    {
      examples: [
        gives(`a purchase of 100.00 gives ${of100} more`, { data: purchase(100), state: at(key, rank) }, [earned(of100)]),
        givesNothing('a purchase at Bronze gives nothing more', { data: purchase(100), state: at('bronze', 1) }),
      ],
    },
  );

export const POINTS: ProgramTemplate = {
  key: 'points',
  title: 'Points with tiers',
  audience: 'For brands whose customers come back often: points for what they buy, and a status that makes the next purchase worth more.',
  configuration: {
    program: settings('Points for purchases, with Bronze, Silver and Gold status based on purchases in a calendar year.'),
    assets: [asset('Points', 'PTS', { scale: 0, inventory_mode: 'LOT' })],
    tiers: [
      {
        key: 'status',
        name: 'Status',
        description: 'Based on purchases in the calendar year.',
        levels: [
          level('bronze', 1, '1', '#92400e', ['1 point for each 1.00']),
          level('silver', 2, '500', '#64748b', ['1.5 points for each 1.00']),
          level('gold', 3, '2000', '#a16207', ['2 points for each 1.00', 'A gift of 250 points']),
        ],
        lifecycle: {
          retention: { mode: 'PERIOD_BASED', duration: '365d' },
          qualification_period: { type: 'CALENDAR_YEAR' },
          status_validity: { extend_months: 0 },
          downgrade_policy: { mode: 'DROP_TO_QUALIFYING', grace_days: null, min_level: null },
          counters: { qualifying: ['spend'], rollover: 'NONE' },
        },
      },
    ],
    rule_sets: [
      ruleSet('points', 'Points', [
        rule(
          {
            ref: 'welcome',
            name: 'Welcome bonus',
            words: 'Signing up earns 100 points, once.',
            when: 'event.type == "signup"',
          },
          [points('100', 'Welcome')],
          {
            budgets: [lifetime('PTS', 'PARTICIPANT', '100')],
            examples: [
              gives('signing up gives 100 points', { data: { type: 'signup' } }, [earned('100')]),
              givesNothing('a purchase gives no welcome bonus', { data: purchase(20) }),
            ],
          },
        ),
        extra(
          { key: 'gold', rank: 3, name: 'Gold extra', factor: '1', of100: '100' },
          'At Gold a purchase earns 1 more point for each 1.00.',
        ),
        extra(
          { key: 'silver', rank: 2, name: 'Silver extra', factor: '0.5', of100: '50' },
          'At Silver a purchase earns half a point more for each 1.00.',
        ),
        rule(
          {
            ref: 'purchase',
            name: 'Points for a purchase',
            words: 'A purchase earns 1 point for each 1.00, which expires after a year, and counts towards the status.',
            when: 'event.type == "purchase"',
          },
          [
            points('{{ event.amount * 1 }}', order('Order ', 'Purchase')),
            { type: 'COUNTER', key: 'spend', operation: 'INCREMENT', value: '{{ event.amount }}', target: ACTOR },
          ],
          {
            examples: [
              gives('a purchase of 24.50 gives 24 points and counts for the status', { data: purchase(24.5) }, [
                earned('24'),
                { type: 'COUNTER', target: 'ACTOR', key: 'spend', value: '24.5' },
                { type: 'SET_TIER', target: 'ACTOR', key: 'status', value: { level: 'bronze', rank: 1 } },
              ]),
              givesNothing('signing up gives no points for a purchase', { data: { type: 'signup' } }),
            ],
          },
        ),
        rule(
          {
            ref: 'gold-gift',
            name: 'Gift for reaching Gold',
            words: 'Reaching Gold earns 250 points.',
            when: 'event.type == "gold_reached"',
          },
          [points('250', 'Welcome to Gold')],
          { examples: [gives('reaching Gold gives 250 points', { data: { type: 'gold_reached' } }, [earned('250')])] },
        ),
      ]),
    ],
    rewards: [
      item('Free delivery', 'PTS', '250', 'The next order is delivered free of charge.'),
      item('Tote bag', 'PTS', '1000', 'Organic cotton, sent with the next order.'),
    ],
    automations: [
      {
        name: 'Gold reached',
        description: 'Creates the event gold_reached when a participant reaches Gold.',
        status: 'ACTIVE',
        trigger: { type: 'PARTICIPANT_STATE', timezone: 'UTC' },
        scope: 'PARTICIPANTS',
        participant_filter: hasLevel('gold'),
        guard_condition: null,
        event: { type: 'gold_reached', data: {} },
      },
    ],
    ...NO_OTHERS,
  },
  groups: [],
  samples: [
    {
      title: 'Ada signs up',
      event: { external_id: 'ada', event_data: { type: 'signup' } },
      gains: [{ who: 'ada', asset: 'PTS', amount: '100', bucket: 'AVAILABLE' }],
      because: 'Signing up earns 100 points, once.',
    },
    {
      title: 'Ada buys for 600.00',
      event: { external_id: 'ada', event_data: { type: 'purchase', order_id: 'B-2001', amount: 600 } },
      gains: [{ who: 'ada', asset: 'PTS', amount: '600', bucket: 'AVAILABLE' }],
      because: '1 point for each 1.00, and the 600 that she has spent make her Silver.',
    },
    {
      title: 'Ada, now Silver, buys for 100.00',
      event: { external_id: 'ada', event_data: { type: 'purchase', order_id: 'B-2002', amount: 100 } },
      gains: [{ who: 'ada', asset: 'PTS', amount: '150', bucket: 'AVAILABLE' }],
      because: '100 points, and half as many again for Silver.',
    },
  ],
};
