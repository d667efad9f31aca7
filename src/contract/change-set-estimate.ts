/** What a change set would have cost, on the wire: each of its rules, against what it really gave. */
import { z } from 'zod';
import { DecimalString, Timestamp, Uuid } from './primitives';

const estimatedSums = {
  asset_id: Uuid,
  actual: DecimalString.describe('What was really credited in the window.'),
  given: DecimalString.describe('What would have been credited.'),
  difference: DecimalString.describe('`given` less `actual`.'),
};

export const ChangeSetEstimate = z
  .strictObject({
    from: Timestamp.describe('Start of the window: midnight in UTC, 29 days ago.'),
    to: Timestamp.describe('End of the window, exclusive.'),
    exact: z.boolean().describe('Whether every event of the window was looked at, for every rule.'),
    totals: z.array(z.strictObject(estimatedSums)).describe('All rules together, by asset.'),
    rules: z.array(
      z.strictObject({
        rule_id: Uuid,
        name: z.string(),
        assets: z.array(
          z.strictObject({
            ...estimatedSums,
            margin: DecimalString.nullable().describe(
              'How far the exact figure may be from `given`, either way, in 95 of 100 samples. Null when `given` is exact.',
            ),
          }),
        ),
        failure: z
          .strictObject({ code: z.string(), message: z.string() })
          .nullable()
          .describe('Why there is no estimate of this rule; it then counts as it was.'),
      }),
    ),
  })
  .meta({ id: 'ChangeSetEstimate' });
export type ChangeSetEstimate = z.infer<typeof ChangeSetEstimate>;
