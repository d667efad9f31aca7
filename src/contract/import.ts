/** Imports on the wire: the rows of a participant file, the progress of an import, and what it left out. */
import { z } from 'zod';
import { IMPORT_STATUSES } from './choices';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { ParticipantStatus, UpsertParticipant } from './participant';
import { AmountString, Text, Timestamp, Uuid } from './primitives';

/** Of one file. */
export const IMPORT_MAX_BYTES = 100 * 1024 * 1024;
/** The most errors stored for one import; further ones are only counted. */
export const IMPORT_ERRORS_KEPT = 10_000;
/** The most errors that the import's own record shows. */
export const IMPORT_ERRORS_SHOWN = 100;

/** One row of a file, by column; empty cells are left out. */
export const ImportFields = UpsertParticipant.omit({ program_id: true }).extend({
  status: ParticipantStatus.optional(),
  asset_symbol: Text.max(16).optional(),
  opening_balance: AmountString.optional(),
  expires_at: Timestamp.optional(),
  matures_at: Timestamp.optional(),
});

const ON_ERROR = ['SKIP', 'STOP'] as const;

export const ImportParticipants = z.strictObject({
  program_id: Uuid.describe('The program in which the participants are enrolled and their opening balances are credited.'),
  dry_run: z.boolean().default(false).describe('Whether to check everything as in a real import without keeping anything.'),
  on_error: z
    .enum(ON_ERROR)
    .default('SKIP')
    .describe(
      'What to do about rows with errors. SKIP: they are left out and all others are applied. STOP: the whole file is checked first, and nothing is applied if any row has an error.',
    ),
  file_name: Text.min(1).max(255).optional().describe('Name of the file, stored with the import as a label.'),
});
export type ImportParticipants = z.infer<typeof ImportParticipants>;

export const ImportPath = z.strictObject({ id: Uuid });
export type ImportPath = z.infer<typeof ImportPath>;

export const ImportFault = z
  .strictObject({
    line: z.int().min(2).describe('Line of the file on which the row begins; the header is line 1.'),
    field: z.string().nullable().describe('The column at fault; null when the row as a whole is at fault.'),
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
    .describe('Status of the import: RECEIVING while the file is being sent. QUEUED and RUNNING end as COMPLETED, FAILED or CANCELLED.'),
  phase: z
    .enum(['CHECKING', 'APPLYING'])
    .nullable()
    .describe('Current phase: CHECKING keeps nothing, APPLYING applies the rows; null before the import has started.'),
  dry_run: z.boolean(),
  on_error: z.enum(ON_ERROR),
  file_name: z.string().nullable(),
  rows: count.describe('Number of rows in the file, without its header and blank lines.'),
  processed: count.describe('Number of rows that the current phase has processed, including rows with errors.'),
  failed: count.describe('Number of rows with errors, which are left out.'),
  created: count.describe('Number of participants that were created.'),
  updated: count.describe('Number of existing participants that were changed.'),
  unchanged: count.describe('Number of existing participants that stayed unchanged.'),
  credited: count.describe('Number of opening balances that were credited, each by a journal entry.'),
  error_count: count.describe('Number of errors in rows; a row can have several.'),
  error_code: z.string().nullable().describe('Error code that says why the import as a whole failed.'),
  error_message: z.string().nullable(),
  reference_id: z.string().describe('Reference of the journal entries of the import.'),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Timestamp.nullable(),
};

export const ImportSummary = z.strictObject(importFields).meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;
export const ImportPage = pageOf(ImportSummary);

export const Import = z
  .strictObject({ ...importFields, errors: z.array(ImportFault).describe(`The first ${IMPORT_ERRORS_SHOWN} errors, by line.`) })
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
