/** Estimates on the wire: what a rule would have cost on past events, and what it can cost at most, while it is written. */
import { z } from 'zod';
import { RULE_RELATIONS } from '@/domain/rules/analyse/relation';
import { ASSUMPTION_CODES } from '@/domain/rules/estimate/assumptions';
import { LIMITED_BY } from '@/domain/rules/estimate/worst-case';
import { BUDGET_SCOPES } from '@/domain/rules/budget';
import { Day, DecimalString, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { CreateRule } from './rule';
import { SimulatedEffect } from './rule-simulation';

const ESTIMATE_MODES = ['SAMPLE', 'EXACT'] as const;

const DraftedRule = CreateRule.pick({
  rule_set_id: true,
  condition: true,
  actions: true,
  active_from: true,
  active_to: true,
  budgets: true,
  stop_after_match: true,
});

export const EstimateRule = ProgramPath.extend({
  rule: DraftedRule.describe('The rule as it is written so far, with the fields of a new rule.'),
  rule_id: Uuid.optional().describe('The stored rule that it would change. When absent, it is tried as a new rule, the last of its set.'),
  mode: z
    .enum(ESTIMATE_MODES)
    .default('SAMPLE')
    .describe('SAMPLE answers at once, from a random sample of the events. EXACT looks at all of them, a part with each call.'),
  cursor: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('`next_cursor` of the previous part of an exact estimate, with the same rule. Without it, an exact estimate starts.'),
});
export type EstimateRule = z.infer<typeof EstimateRule>;

const Count = z.int().min(0);

const EstimatedAsset = z
  .strictObject({
    asset_id: Uuid,
    given: DecimalString.describe('What the rule would have credited in the window.'),
    margin: DecimalString.nullable().describe(
      'How far the exact figure may be from `given`, either way, in 95 of 100 samples. Null when `given` is exact.',
    ),
    actual: DecimalString.describe('What the stored rule really credited in the window; 0 for a new rule.'),
    difference: DecimalString.describe('`given` less `actual`.'),
    days: z
      .array(z.strictObject({ day: Day.describe('Day in UTC.'), given: DecimalString, actual: DecimalString }))
      .describe('Every day of the window.'),
  })
  .meta({ id: 'EstimatedAsset' });

const EstimatedWorstCase = z
  .strictObject({
    asset_id: Uuid,
    event: DecimalString.nullable().describe('The most that one event can credit; null when there is no upper limit.'),
    event_limited_by: z
      .enum(LIMITED_BY)
      .nullable()
      .describe('What sets that limit: the amounts as written, a budget, or the largest transaction of the asset.'),
    month: DecimalString.nullable().describe(
      'The most that all events of the next 30 days can credit, by the PROGRAM budget; null when there is no upper limit.',
    ),
  })
  .meta({ id: 'EstimatedWorstCase' });

const EstimatedBudget = z
  .strictObject({
    asset_id: Uuid,
    scope: z.enum(BUDGET_SCOPES),
    limit: DecimalString,
    consumed: DecimalString.describe('What the present period has consumed.'),
    per_day: DecimalString.describe('What the events of the window ask of it, on average.'),
    runs_out_at: Timestamp.nullable().describe('When nothing would be left at this pace; null when it lasts until its period ends.'),
    period_ends_at: Timestamp.nullable().describe('When the present period ends; null when it lasts as long as the rule.'),
  })
  .meta({ id: 'EstimatedBudget' });

const EstimatedEvent = z
  .strictObject({
    event_id: Uuid,
    event_name: z.string().nullable().describe('The `type` in its data, if it is a text.'),
    external_id: z.string().nullable(),
    processed_at: Timestamp,
    effects: z.array(SimulatedEffect).describe('What the rule would do, before its PROGRAM budgets.'),
  })
  .meta({ id: 'EstimatedEvent' });

const SharedAmount = z.strictObject({ asset_id: Uuid, amount: DecimalString });

const SharingRule = z
  .strictObject({
    rule_id: Uuid,
    rule_name: z.string(),
    relation: z
      .enum(RULE_RELATIONS)
      .describe(
        'What follows from the two conditions. SAME: it matches exactly the same events. CONTAINS: all of them, and perhaps more. CONTAINED: some of them, and no others. OVERLAPS: it can match some of them.',
      ),
    events: Count.describe('On how many of the events it matches, too.'),
    credits: z.array(SharedAmount).describe('What it would credit on these events, before its budgets.'),
  })
  .meta({ id: 'SharingRule' });

export const RuleEstimate = z
  .strictObject({
    exact: z.boolean().describe('Whether every event of the window was looked at.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` for the next part of an exact estimate. Until it is null, the figures are of what was read so far.'),
    from: Timestamp.describe('Start of the window: midnight in UTC, 29 days ago.'),
    to: Timestamp.describe('End of the window, exclusive.'),
    events: z.strictObject({
      total: Count.describe('Events that were received in the window.'),
      read: Count.describe('Events that were looked at.'),
      touched: Count.describe('Of these, events to which the rule would do anything.'),
      errors: Count.describe('Of these, events for which it would end in ERROR.'),
      failing: Count.describe('Of these, events that would fail because of it.'),
      reason: z.string().nullable().describe('The first reason for an error or a failure.'),
    }),
    assets: z.array(EstimatedAsset).describe('Each asset that the rule credits.'),
    worst_cases: z.array(EstimatedWorstCase),
    budgets: z.array(EstimatedBudget).describe('PROGRAM budgets of the rule.'),
    latest: z
      .strictObject({
        searched: Count.describe('How many of the latest events were searched.'),
        events: z.array(EstimatedEvent).describe('At most 20 events, latest first.'),
      })
      .nullable()
      .describe('The latest events that the rule touches. Only with a sample.'),
    shared: z
      .strictObject({
        events: Count.describe('Events that the rule touches, on which the other rules were tried.'),
        draft: z.array(SharedAmount).describe('What the rule would credit on them.'),
        others: z.array(SharedAmount).describe('What all other rules together would credit on them.'),
        rules: z.array(SharingRule).describe('At most 20 rules, those that match most of the events first.'),
      })
      .nullable()
      .describe('Other active rules that touch the same events. Only with a sample.'),
    assumptions: z
      .array(z.strictObject({ code: z.enum(ASSUMPTION_CODES), message: z.string() }))
      .describe('What the figures take for granted.'),
  })
  .meta({ id: 'RuleEstimate' });
export type RuleEstimate = z.infer<typeof RuleEstimate>;
