/** Backtests on the wire: rules tried on past events, and how their outcomes would have differed from the actual ones. */
import { z } from 'zod';
import { EVENT_COMPARISONS } from '@/domain/backtests/result';
import { BUDGET_SCOPES } from '@/domain/rules/budget';
import { isTimestamp } from '@/domain/timestamp';
import { EVALUATION_STATUSES } from './event';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, Timestamp, Uuid, type RefinementParams } from './primitives';
import { ProgramPath } from './program';
import { ConfigurationDraft } from './rule-configuration';
import { BACKTEST_STATUSES } from './choices';

export const BacktestStatus = z.enum(BACKTEST_STATUSES);

const MAX_PARTICIPANTS = 1_000;
const ORDER: RefinementParams = { reason: 'out_of_range', expected: 'later than from' };

export const CreateBacktest = ProgramPath.extend({
  configuration: ConfigurationDraft.optional().describe(
    'A draft of the rules to test, in the same form as the body of a PUT of the rule configuration; the current rules when absent.',
  ),
  from: Timestamp.describe(
    'Start of the window: events processed at or after this time are tested. Balances, state and budgets start as they stood then.',
  ),
  to: Timestamp.describe('End of the window: events processed before this time are tested. Not in the future.'),
  participant_ids: z
    .array(Uuid)
    .min(1)
    .max(MAX_PARTICIPANTS)
    .optional()
    .describe('Test only events about these participants; all other events keep their actual results. All participants when absent.'),
}).superRefine(({ from, to }, context) => {
  if (!isTimestamp(from) || !isTimestamp(to) || Date.parse(from) < Date.parse(to)) return;
  context.addIssue({ code: 'custom', path: ['to'], message: '`to` must be later than `from`.', params: { ...ORDER } });
});
export type CreateBacktest = z.infer<typeof CreateBacktest>;

export const BacktestPath = ProgramPath.extend({ backtest_id: Uuid });
export type BacktestPath = z.infer<typeof BacktestPath>;

export const ListBacktests = listQuery({ ...sortedBy(['created_at']), ...ProgramPath.shape, status: BacktestStatus.optional() });
export type ListBacktests = z.infer<typeof ListBacktests>;

const compared = {
  actual: DecimalString.describe('The actual value.'),
  backtest: DecimalString.describe('The value under the tested rules.'),
  difference: DecimalString.describe('`backtest` minus `actual`.'),
};
const ComparedAsset = z.strictObject({ asset_id: Uuid, ...compared }).meta({ id: 'BacktestAmount' });
const NamedAsset = z.strictObject({ asset_id: Uuid, symbol: z.string(), ...compared });
const count = z.int().min(0);

const BacktestResult = z
  .strictObject({
    events: z
      .strictObject({
        total: count,
        same: count,
        changed: count,
        added: count,
        removed: count,
        newly_failed: count,
        no_longer_failed: count,
      })
      .describe(
        'Number of events by how their result differs: `added` move value only in the backtest, `removed` moved value only in reality.',
      ),
    assets: z.array(NamedAsset).describe('Net value that participants and groups gained from rules, by asset; a net loss is negative.'),
    liability: z.array(NamedAsset).describe('Total value, in all buckets, that all holders named by the events or the rules had at `to`.'),
    rules: z.array(
      z.strictObject({
        rule_id: Uuid.describe('Id of the rule; for a rule that is new in the draft, an id that is valid only in this backtest.'),
        name: z.string(),
        sentence: z
          .string()
          .nullable()
          .describe(
            'What the rule does, in plain words: as it was tested, or as it is now for one that was not tested. Null if it is not known any more.',
          ),
        client_ref: z.string().nullable(),
        tried: z.boolean().describe('Whether the rule is among the tested rules; false for one that acted in reality only.'),
        verdicts: z
          .partialRecord(z.enum(EVALUATION_STATUSES), count)
          .describe('Number of events in the backtest by the status of their evaluation of this rule.'),
        assets: z.array(ComparedAsset),
      }),
    ),
    budgets: z
      .array(
        z.strictObject({
          rule_id: Uuid.nullable().describe('Null for a budget of a campaign.'),
          campaign: z.strictObject({ id: Uuid, name: z.string() }).nullable().describe('Null for a budget of a rule.'),
          scope: z.enum(BUDGET_SCOPES),
          limit: DecimalString,
          period_start: Timestamp,
          asset_id: Uuid,
          ...compared,
        }),
      )
      .describe(
        'What each budget of the tested rules and their campaigns had given out at `to`, in the budget period that contains `to`; for PARTICIPANT budgets, the sum over all recipients.',
      ),
    holders: z.strictObject({
      total: count.describe('Number of participants and groups whose balance rules changed.'),
      differing: count,
      top: z
        .array(z.strictObject({ type: z.enum(['PARTICIPANT', 'GROUP']), id: Uuid, assets: z.array(ComparedAsset) }))
        .describe('The 20 holders that differ most, each by the asset in which it differs most.'),
    }),
    top_events: z
      .array(
        z.strictObject({
          event_id: Uuid,
          participant_id: Uuid.nullable(),
          comparison: z.enum(EVENT_COMPARISONS),
          assets: z.array(ComparedAsset),
        }),
      )
      .describe('The 10 events that differ most.'),
  })
  .meta({ id: 'BacktestResult' });

const backtestFields = {
  id: Uuid,
  program_id: Uuid,
  status: BacktestStatus,
  from: Timestamp,
  to: Timestamp,
  participant_ids: z.array(Uuid).nullable().describe('Participants whose events are tested; null for all.'),
  is_draft: z.boolean().describe('Whether a draft was tested instead of the current rules.'),
  rule_configuration_version: z.int().min(1).describe('Version of the rule configuration when the backtest was requested.'),
  processed: count.describe('Number of events processed so far. Restarts at zero if another process has to take over.'),
  total: count.nullable().describe('Number of events in the window; null before the backtest has started.'),
  error_message: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Timestamp.nullable().describe('When the backtest ended; null while QUEUED or RUNNING.'),
};

export const BacktestSummary = z.strictObject(backtestFields).meta({ id: 'BacktestSummary' });
export type BacktestSummary = z.infer<typeof BacktestSummary>;
export const BacktestPage = pageOf(BacktestSummary);

export const Backtest = z
  .strictObject({ ...backtestFields, result: BacktestResult.nullable().describe('Result of the backtest; null unless COMPLETED.') })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof Backtest>;
