/** Automations, levels, tiers and rewards of the table of sentences. */
import type { SpokenAutomation } from '@/domain/automations/automation-sentence';
import type { SpokenReward } from '@/domain/redemptions/reward-sentence';
import type { LifecycleSource, TierLevelSource } from '@/domain/tiers/tier';

const trigger = { type: 'CRON', cron_expression: '0 18 * * 5', timezone: 'Europe/Berlin', run_at: null } as const;
const automation = (changes: Partial<SpokenAutomation>): SpokenAutomation => ({
  trigger,
  scope: 'PARTICIPANTS',
  participant_filter: null,
  guard_condition: null,
  event: { type: 'weekly_bonus' },
  ...changes,
});
const state = { type: 'PARTICIPANT_STATE', cron_expression: null, timezone: 'UTC', run_at: null } as const;

export const AUTOMATIONS: Readonly<Record<string, SpokenAutomation>> = {
  'every Friday, everybody': automation({}),
  'every Friday, the program': automation({ scope: 'PROGRAM' }),
  'some participants': automation({ participant_filter: 'participant.counters.visits >= 10' }),
  'participants by two things': automation({ participant_filter: '"vip" in participant.tags && has(participant.attributes.city)' }),
  'all by a filter that is always true': automation({ participant_filter: 'true' }),
  nobody: automation({ participant_filter: 'false' }),
  'with a guard': automation({ guard_condition: '"open" in program.tags' }),
  'with a guard that is never true': automation({ guard_condition: 'false' }),
  'with a guard of two things': automation({ guard_condition: '"open" in program.tags || program.attributes.season == "summer"' }),
  monthly: automation({ trigger: { ...trigger, cron_expression: '0 9 1 * *', timezone: 'UTC' } }),
  'every hour': automation({ trigger: { ...trigger, cron_expression: '0 * * * *', timezone: 'America/New_York' } }),
  weekdays: automation({ trigger: { ...trigger, cron_expression: '30 8 * * 1-5' } }),
  'a schedule without words': automation({ trigger: { ...trigger, cron_expression: '0 0 13 * 5' } }),
  once: automation({
    trigger: { type: 'ONE_TIME', cron_expression: null, timezone: 'Europe/Berlin', run_at: new Date('2026-12-24T17:00:00Z') },
  }),
  'at once': automation({ trigger: { type: 'IMMEDIATE', cron_expression: null, timezone: 'UTC', run_at: null } }),
  'by state': automation({ trigger: state, participant_filter: 'participant.counters.visits >= 10', event: { type: 'regular' } }),
  'by state, with a check every day': automation({
    trigger: { ...state, cron_expression: '0 0 * * *', timezone: 'Europe/Berlin' },
    participant_filter: 'isAnniversary(participant.attributes.born, now, program.timezone)',
    event: { type: 'birthday' },
  }),
  birthdays: automation({
    trigger: { ...trigger, cron_expression: '0 8 * * *' },
    participant_filter: 'has(participant.attributes.born) && isAnniversary(participant.attributes.born, now, program.timezone)',
    event: { type: 'birthday' },
  }),
};

const level = (changes: Partial<TierLevelSource>): TierLevelSource => ({
  key: 'silver',
  rank: 1,
  display_name: 'Silver',
  benefits: [],
  color: null,
  icon_url: null,
  qualification: null,
  ...changes,
});
type Criterion = NonNullable<TierLevelSource['qualification']>['criteria'][number];
const criterion = (operator: Criterion['operator'], counter = 'points', threshold = '500'): Criterion => ({ counter, operator, threshold });

export const LEVELS: Readonly<Record<string, TierLevelSource>> = {
  'by hand': level({}),
  'at least': level({ qualification: { mode: 'ALL', criteria: [criterion('GTE')] } }),
  over: level({ qualification: { mode: 'ALL', criteria: [criterion('GT')] } }),
  'at most': level({ qualification: { mode: 'ALL', criteria: [criterion('LTE', 'returns', '3')] } }),
  under: level({ qualification: { mode: 'ALL', criteria: [criterion('LT', 'returns', '3')] } }),
  exactly: level({ qualification: { mode: 'ALL', criteria: [criterion('EQ', 'returns', '0')] } }),
  'all of two': level({ qualification: { mode: 'ALL', criteria: [criterion('GTE'), criterion('GT', 'orders', '3')] } }),
  'any of three': level({
    qualification: { mode: 'ANY', criteria: [criterion('GTE'), criterion('GTE', 'orders', '10'), criterion('GTE', 'spent', '1000.50')] },
  }),
  'one benefit': level({ qualification: { mode: 'ALL', criteria: [criterion('GTE')] }, benefits: ['Free shipping'] }),
  'three benefits': level({ benefits: ['Free shipping', 'Early access', 'Twice the points, always'] }),
};

const lifecycle = (changes: Partial<LifecycleSource>): LifecycleSource => ({
  retention: { mode: 'PERIOD_BASED', duration: '365d' },
  qualification_period: { type: 'NONE', start_month: null, start_day: null },
  status_validity: { extend_months: 0 },
  downgrade_policy: { mode: 'DROP_TO_QUALIFYING', grace_days: null, min_level: null },
  counters: { qualifying: [], rollover: 'NONE' },
  ...changes,
});
const drop = (changes: Partial<LifecycleSource['downgrade_policy']>): Partial<LifecycleSource> => ({
  downgrade_policy: { mode: 'DROP_TO_QUALIFYING', grace_days: null, min_level: null, ...changes },
});
const year = { type: 'CALENDAR_YEAR', start_month: null, start_day: null } as const;

export const LIFECYCLES: Readonly<Record<string, LifecycleSource | null>> = {
  none: null,
  'a year after it is reached': lifecycle({}),
  'calendar years': lifecycle({ retention: null, qualification_period: year }),
  'years from March': lifecycle({ retention: null, qualification_period: { type: 'FIXED_YEAR', start_month: 3, start_day: 1 } }),
  'a length and a year': lifecycle({ retention: { mode: 'PERIOD_BASED', duration: '90d' }, qualification_period: year }),
  'by activity': lifecycle({ retention: { mode: 'ACTIVITY_REFRESH', duration: '180d' } }),
  'extended by a month': lifecycle({ retention: null, qualification_period: year, status_validity: { extend_months: 1 } }),
  'extended by two months': lifecycle({ retention: null, qualification_period: year, status_validity: { extend_months: 2 } }),
  'one level down': lifecycle(drop({ mode: 'DROP_ONE' })),
  'a day of grace': lifecycle(drop({ grace_days: 1 })),
  'grace and a floor': lifecycle(drop({ mode: 'DROP_ONE', grace_days: 30, min_level: 'silver' })),
  kept: lifecycle(drop({ mode: 'HOLD' })),
  'kept for a while': lifecycle(drop({ mode: 'HOLD', grace_days: 60 })),
  'counters begin again': lifecycle({ qualification_period: year, counters: { qualifying: ['points', 'orders'], rollover: 'NONE' } }),
  'counters keep what is over': lifecycle({ counters: { qualifying: ['points'], rollover: 'EXCESS' } }),
  'nothing ends': lifecycle({ retention: null }),
};

const reward = (changes: Partial<SpokenReward>): SpokenReward => ({
  redemption_type: 'UNIT_BASED',
  unit_cost: '50',
  max_per_participant: null,
  max_total: null,
  available_from: null,
  available_until: null,
  reward_source_id: null,
  ...changes,
});
const byAmount = { redemption_type: 'AMOUNT_BASED', unit_cost: null } as const;

export const REWARDS: Readonly<Record<string, SpokenReward>> = {
  'by the unit': reward({}),
  'a few for each': reward({ max_per_participant: 2 }),
  'a few for each, and a stock': reward({ max_per_participant: 2, max_total: 100 }),
  'until the end of the year': reward({ max_total: 100, available_until: '2027-01-01T00:00:00.000Z' }),
  'in December': reward({ available_from: '2026-12-01T00:00:00.000Z', available_until: '2027-01-01T00:00:00.000Z' }),
  'by amount': reward(byAmount),
  'by amount, once for each': reward({ ...byAmount, max_per_participant: 1 }),
  'by amount, with a stock': reward({ ...byAmount, max_per_participant: 3, max_total: 100 }),
  'by face value': reward({ ...byAmount, reward_source_id: 'gift cards' }),
};
