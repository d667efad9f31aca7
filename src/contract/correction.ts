/** Corrections on the wire: what holders should have had according to a backtest, and the entries that make up the difference. */
import { z } from 'zod';
import { SHORTFALL_POLICIES } from '@/domain/choices';
import { CORRECTION_LINE_STATUSES, CORRECTION_STATUSES } from './choices';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, DurationString, enumOrCode, OperationDescription, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { reportFormat } from './report';

export const CorrectionStatus = z.enum(CORRECTION_STATUSES);
const LineStatus = z.enum(CORRECTION_LINE_STATUSES);
const count = z.int().min(0);

export const CreateCorrection = ProgramPath.extend({
  backtest_id: Uuid.describe(
    'A COMPLETED backtest of this program. The plan compares what every holder had at its end with what they would have had.',
  ),
  description: OperationDescription.describe('Description of the correction, shown with every journal entry.'),
  shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy').describe(
    'What happens when a holder has less AVAILABLE than is to be taken: `REJECT` takes nothing, `PARTIAL` takes what is there, `ALLOW_NEGATIVE` takes all of it.',
  ),
  expires_in: DurationString.optional().describe(
    'Duration from posting until the given lots of LOT assets expire; they never expire when absent.',
  ),
});
export type CreateCorrection = z.infer<typeof CreateCorrection>;

export const CorrectionPath = ProgramPath.extend({ correction_id: Uuid });
export type CorrectionPath = z.infer<typeof CorrectionPath>;

const correctionFields = {
  id: Uuid,
  program_id: Uuid,
  backtest_id: Uuid,
  status: CorrectionStatus,
  description: z.string(),
  shortfall_policy: z.enum(SHORTFALL_POLICIES),
  expires_in: z.string().nullable(),
  from: Timestamp.describe('Start of the window of the backtest.'),
  to: Timestamp,
  line_count: count.describe('Number of lines, one for each holder and asset that differ.'),
  posted_count: count,
  skipped_count: count.describe('Number of skipped lines: the holder is suspended, closed or archived, or had nothing to take.'),
  failed_count: count.describe('Number of failed lines. They can be retried once the cause is fixed, such as an empty wallet.'),
  created_at: Timestamp,
  updated_at: Timestamp,
  approved_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable().describe('When the correction ended; null while PLANNED or POSTING.'),
};

export const CorrectionSummary = z.strictObject(correctionFields).meta({ id: 'CorrectionSummary' });
export type CorrectionSummary = z.infer<typeof CorrectionSummary>;
export const CorrectionPage = pageOf(CorrectionSummary);

export const CorrectionTotal = z
  .strictObject({
    asset_id: Uuid,
    lines: count,
    to_give: DecimalString.describe('Total that holders should have had in addition.'),
    to_take: DecimalString.describe('Total that holders should not have had.'),
    recoverable: DecimalString.describe('Part of `to_take` that was AVAILABLE when the plan was made.'),
    shortfall: DecimalString.describe('`to_take` minus `recoverable`.'),
    given: DecimalString,
    taken: DecimalString,
  })
  .meta({ id: 'CorrectionTotal' });
export type CorrectionTotal = z.infer<typeof CorrectionTotal>;

export const Correction = z.strictObject({ ...correctionFields, totals: z.array(CorrectionTotal) }).meta({ id: 'Correction' });
export type Correction = z.infer<typeof Correction>;

export const ListCorrections = listQuery({ ...sortedBy(['created_at']), ...ProgramPath.shape, status: CorrectionStatus.optional() });
export type ListCorrections = z.infer<typeof ListCorrections>;

export const ListCorrectionLines = listQuery({
  ...sortedBy(['difference']),
  ...reportFormat,
  ...CorrectionPath.shape,
  status: LineStatus.optional(),
  asset_id: Uuid.optional(),
  holder_id: Uuid.optional().describe('Id of a participant or group.'),
});
export type ListCorrectionLines = z.infer<typeof ListCorrectionLines>;

export const CorrectionLine = z
  .strictObject({
    id: Uuid,
    participant_id: Uuid.nullable().describe('The participant whose balance is corrected; either this or `group_id` is set.'),
    group_id: Uuid.nullable(),
    asset_id: Uuid,
    had: DecimalString.describe('What the holder had at the end of the window, in all buckets.'),
    should_have: DecimalString,
    difference: DecimalString.describe('`should_have` minus `had`.'),
    recoverable: DecimalString.describe('Part of the difference that could be given or taken when the plan was made.'),
    shortfall: DecimalString.describe('Part of the difference that could not be given or taken when the plan was made.'),
    status: LineStatus,
    reason: z.string().nullable().describe('Error code that says why the line is SKIPPED or FAILED.'),
    posted: DecimalString.nullable().describe('Amount that was posted, with the sign of `difference`.'),
    journal_entry_id: Uuid.nullable(),
  })
  .meta({ id: 'CorrectionLine' });
export type CorrectionLine = z.infer<typeof CorrectionLine>;
export const CorrectionLinePage = pageOf(CorrectionLine);
