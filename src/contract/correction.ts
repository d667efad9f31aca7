/** Corrections of the past on the wire: what a backtest says that everybody should have had, and the entries that make it so. */
import { z } from 'zod';
import { SHORTFALL_POLICIES } from '@/domain/ledger/debit';
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
    'A COMPLETED backtest of this program. What everybody had at its end, and would have had, is what is planned.',
  ),
  description: OperationDescription.describe('Stands on every entry.'),
  shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy').describe(
    'Where somebody has less AVAILABLE than is to be taken: `REJECT` takes nothing from them, `PARTIAL` what is there, `ALLOW_NEGATIVE` all of it.',
  ),
  expires_in: DurationString.optional().describe(
    'How long lots of LOT assets live that are given, from when they are; for ever when absent.',
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
  from: Timestamp.describe('Of the window of the backtest.'),
  to: Timestamp,
  line_count: count.describe('Holders and assets that differ.'),
  posted_count: count,
  skipped_count: count.describe('Holders that are suspended, closed or archived, or that had nothing to take.'),
  failed_count: count.describe('What can be tried again once the cause is mended, such as an empty wallet.'),
  created_at: Timestamp,
  updated_at: Timestamp,
  approved_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable().describe('Null while PLANNED or POSTING.'),
};

export const CorrectionSummary = z.strictObject(correctionFields).meta({ id: 'CorrectionSummary' });
export type CorrectionSummary = z.infer<typeof CorrectionSummary>;
export const CorrectionPage = pageOf(CorrectionSummary);

export const CorrectionTotal = z
  .strictObject({
    asset_id: Uuid,
    lines: count,
    to_give: DecimalString.describe('What holders should have had more.'),
    to_take: DecimalString.describe('What holders should not have had.'),
    recoverable: DecimalString.describe('Of `to_take`, what was AVAILABLE when the plan was made.'),
    shortfall: DecimalString.describe('`to_take` less `recoverable`.'),
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
  holder_id: Uuid.optional().describe('A participant or group.'),
});
export type ListCorrectionLines = z.infer<typeof ListCorrectionLines>;

export const CorrectionLine = z
  .strictObject({
    id: Uuid,
    participant_id: Uuid.nullable().describe('One of the two is given.'),
    group_id: Uuid.nullable(),
    asset_id: Uuid,
    had: DecimalString.describe('At the end of the window, in all buckets.'),
    should_have: DecimalString,
    difference: DecimalString.describe('`should_have` less `had`.'),
    recoverable: DecimalString.describe('What of it could be given or taken when the plan was made.'),
    shortfall: DecimalString.describe('What of it could not.'),
    status: LineStatus,
    reason: z.string().nullable().describe('The error code of what stood in the way of a line that is SKIPPED or FAILED.'),
    posted: DecimalString.nullable().describe('Signed like the difference.'),
    journal_entry_id: Uuid.nullable(),
  })
  .meta({ id: 'CorrectionLine' });
export type CorrectionLine = z.infer<typeof CorrectionLine>;
export const CorrectionLinePage = pageOf(CorrectionLine);
