/** Backtests on the wire: rules tried on events that have happened, and how far what they would have done differs from what was done. */
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
    'A draft to try, in the form in which a configuration is put; the present rules when absent.',
  ),
  from: Timestamp.describe(
    'Events that were processed at or after this time are tried. Balances, state and budgets begin as they stood then.',
  ),
  to: Timestamp.describe('Events that were processed before this time are tried. Not in the future.'),
  participant_ids: z
    .array(Uuid)
    .min(1)
    .max(MAX_PARTICIPANTS)
    .optional()
    .describe('Try only events about these participants; all others happen as they happened. Everybody when absent.'),
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
  actual: DecimalString.describe('What really happened.'),
  backtest: DecimalString.describe('What the rules that are tried would have done.'),
  difference: DecimalString.describe('`backtest` less `actual`.'),
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
      .describe('Events by how their outcome differs: `added` move value only in the backtest, `removed` moved value only in reality.'),
    assets: z.array(NamedAsset).describe('What participants and groups gained by rules, all in all; what they lost is negative.'),
    liability: z.array(NamedAsset).describe('What everybody whom the events or the rules name had at `to`, whatever bucket it was in.'),
    rules: z.array(
      z.strictObject({
        rule_id: Uuid.describe('Of a rule that is new in the draft, an id of this backtest alone.'),
        name: z.string(),
        client_ref: z.string().nullable(),
        tried: z.boolean().describe('False: it acted then and is not among the rules that are tried.'),
        verdicts: z
          .partialRecord(z.enum(EVALUATION_STATUSES), count)
          .describe('How many events came to which verdict of it in the backtest.'),
        assets: z.array(ComparedAsset),
      }),
    ),
    budgets: z
      .array(
        z.strictObject({
          rule_id: Uuid,
          scope: z.enum(BUDGET_SCOPES),
          limit: DecimalString,
          period_start: Timestamp,
          asset_id: Uuid,
          ...compared,
        }),
      )
      .describe(
        'What each budget of the rules that are tried had given out at `to`, in the period that `to` lies in; of PARTICIPANT budgets, to everybody together.',
      ),
    holders: z.strictObject({
      total: count.describe('To whom rules gave or from whom they took.'),
      differing: count,
      top: z
        .array(z.strictObject({ type: z.enum(['PARTICIPANT', 'GROUP']), id: Uuid, assets: z.array(ComparedAsset) }))
        .describe('The 20 that differ most, by the asset in which each differs most.'),
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
  participant_ids: z.array(Uuid).nullable().describe('Null: everybody.'),
  is_draft: z.boolean().describe('Whether a draft was tried, and not the rules as they were.'),
  rule_configuration_version: z.int().min(1).describe('The version of the rules when it was asked for.'),
  processed: count.describe('Events that it has come past. Counts from zero again when another process has to take over.'),
  total: count.nullable().describe('Events in the window; null before it has begun.'),
  error_message: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Timestamp.nullable().describe('Null while QUEUED or RUNNING.'),
};

export const BacktestSummary = z.strictObject(backtestFields).meta({ id: 'BacktestSummary' });
export type BacktestSummary = z.infer<typeof BacktestSummary>;
export const BacktestPage = pageOf(BacktestSummary);

export const Backtest = z
  .strictObject({ ...backtestFields, result: BacktestResult.nullable().describe('Null unless COMPLETED.') })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof Backtest>;
