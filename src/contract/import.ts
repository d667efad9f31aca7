/** Imports on the wire: what a file of participants may say row by row, how far an import is, and what it left out. */
import { z } from 'zod';
import { IMPORT_STATUSES } from './choices';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { ParticipantStatus, UpsertParticipant } from './participant';
import { AmountString, Text, Timestamp, Uuid } from './primitives';

/** Of one file. */
export const IMPORT_MAX_BYTES = 100 * 1024 * 1024;
/** Errors that are kept of one import; further ones are only counted. */
export const IMPORT_ERRORS_KEPT = 10_000;
/** Errors that the record itself shows. */
export const IMPORT_ERRORS_SHOWN = 100;

/** One row of a file, by column; cells that are empty are absent. */
export const ImportFields = UpsertParticipant.omit({ program_id: true }).extend({
  status: ParticipantStatus.optional(),
  asset_symbol: Text.max(16).optional(),
  opening_balance: AmountString.optional(),
  expires_at: Timestamp.optional(),
  matures_at: Timestamp.optional(),
});

export const ON_ERROR = ['SKIP', 'STOP'] as const;

export const ImportParticipants = z.strictObject({
  program_id: Uuid.describe('The participants are enrolled in this program, and their opening balances are its.'),
  dry_run: z.boolean().default(false).describe('Everything is checked as if it were done, and nothing is kept.'),
  on_error: z
    .enum(ON_ERROR)
    .default('SKIP')
    .describe(
      'SKIP: rows with errors are left out, all others are applied. STOP: the whole file is checked first, and nothing is applied if any row has an error.',
    ),
  file_name: Text.min(1).max(255).optional().describe('Kept with the import, for people.'),
});
export type ImportParticipants = z.infer<typeof ImportParticipants>;

export const ImportPath = z.strictObject({ id: Uuid });
export type ImportPath = z.infer<typeof ImportPath>;

export const ImportFault = z
  .strictObject({
    line: z.int().min(2).describe('Of the file, where the row begins; the header is line 1.'),
    field: z.string().nullable().describe('The column; null when the row as a whole is at fault.'),
    code: z.string().describe('An error code of the API.'),
    message: z.string(),
  })
  .meta({ id: 'ImportError' });
export type ImportFault = z.infer<typeof ImportFault>;

const count = z.int().min(0);

const importFields = {
  id: Uuid,
  program_id: Uuid,
  status: z
    .enum(IMPORT_STATUSES)
    .describe('RECEIVING while the file is being sent. QUEUED and RUNNING end as COMPLETED, FAILED or CANCELLED.'),
  phase: z
    .enum(['CHECKING', 'APPLYING'])
    .nullable()
    .describe('What is being done with the rows: CHECKING keeps nothing; null before it has begun.'),
  dry_run: z.boolean(),
  on_error: z.enum(ON_ERROR),
  file_name: z.string().nullable(),
  rows: count.describe('Of the file, without its header and blank lines.'),
  processed: count.describe('Rows that this phase is done with, those with errors included.'),
  failed: count.describe('Rows with errors, which are left out.'),
  created: count.describe('Participants that are new.'),
  updated: count.describe('Participants that were there and of whom something changed.'),
  unchanged: count.describe('Participants of whom nothing changed.'),
  credited: count.describe('Opening balances that were given, each by a journal entry.'),
  error_count: count.describe('Errors of rows; a row may have several.'),
  error_code: z.string().nullable().describe('Why the import as a whole failed.'),
  error_message: z.string().nullable(),
  reference_id: z.string().describe('That of its journal entries.'),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Timestamp.nullable(),
};

export const ImportSummary = z.strictObject(importFields).meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;
export const ImportPage = pageOf(ImportSummary);

export const Import = z
  .strictObject({ ...importFields, errors: z.array(ImportFault).describe(`The first ${IMPORT_ERRORS_SHOWN} by line.`) })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

export const ListImports = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at']),
  program_id: Uuid.optional(),
  status: z.enum(IMPORT_STATUSES).optional(),
});
export type ListImports = z.infer<typeof ListImports>;

export const ListImportErrors = listQuery({ ...sortedBy(['line'], 'asc'), ...ImportPath.shape });
export type ListImportErrors = z.infer<typeof ListImportErrors>;
export const ImportErrorPage = pageOf(ImportFault);
