/** Imports of codes on the wire: a file that is added to a batch in the background, its progress, and the lines that were refused. */
import { z } from 'zod';
import { CODE_IMPORT_STATUSES, REFUSAL_REASONS } from '@/domain/codes/import';
import { listQuery, pageOf, sortedBy } from './page';
import { Text, Timestamp, Uuid } from './primitives';
import { reportFormat } from './report';

/** Of one file. */
export const CODE_IMPORT_MAX_BYTES = 100 * 1024 * 1024;

export const ImportCodes = z.strictObject({
  batch_id: Uuid.describe('A batch of the kind IMPORTED.'),
  file_name: Text.min(1).max(255).optional().describe('Name of the file, stored with the import as a label.'),
});
export type ImportCodes = z.infer<typeof ImportCodes>;

const count = z.int().min(0);

export const CodeImport = z
  .strictObject({
    id: Uuid,
    batch_id: Uuid,
    file_name: z.string().nullable(),
    status: z
      .enum(CODE_IMPORT_STATUSES)
      .describe('RECEIVING while the file is being sent. RUNNING ends as COMPLETED, CANCELLED, or FAILED, of which `error_code` says why.'),
    lines: count.describe('Number of lines in the file, without its heading and blank lines.'),
    added: count.describe('Number of codes that were added to the batch. They can be used at once.'),
    refused: count.describe('Number of lines that gave the batch no code. With `added`, this is how far the import is.'),
    error_code: z.string().nullable().describe('Error code that says why the rest of the file was not added.'),
    error_message: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: 'CodeImport' });
export type CodeImport = z.infer<typeof CodeImport>;

export const CodeImportPage = pageOf(CodeImport);
export const CodeImportPath = z.strictObject({ id: Uuid });

export const ListCodeImports = listQuery({ batch_id: Uuid, ...sortedBy(['created_at']) });
export type ListCodeImports = z.infer<typeof ListCodeImports>;

export const RefusedLine = z
  .strictObject({
    line: z.int().min(1).describe('Line of the file on which the record begins, from 1.'),
    code: z.string().describe('What stands there.'),
    reason: z
      .enum(REFUSAL_REASONS)
      .describe(
        'INVALID: not a code, which has 1 to 36 letters A to Z and digits. EXISTS: the program has the code already, in any batch or by an earlier line.',
      ),
  })
  .meta({ id: 'RefusedCodeLine' });

export const ListRefusedLines = listQuery({ ...sortedBy(['line'], 'asc'), ...reportFormat, id: Uuid });
export type ListRefusedLines = z.infer<typeof ListRefusedLines>;
export const RefusedLinePage = pageOf(RefusedLine);
