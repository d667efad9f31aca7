/** Presents imports and their errors in their wire form. */
import type { Import, ImportFault, ImportSummary } from '@/contract/import';
import { importReference } from '@/domain/ledger/references';
import type { ImportErrorRow, ImportRow } from '@/server/db/repositories/people/imports';
import type { ImportWithErrors } from '@/server/services/imports/get-import';
import { presentTime } from './time';

export function presentImportSummary(row: ImportRow): ImportSummary {
  return {
    id: row.id,
    program_id: row.program_id,
    status: row.status,
    phase: row.phase,
    dry_run: row.dry_run,
    on_error: row.on_error,
    file_name: row.file_name,
    rows: row.row_count,
    processed: row.processed,
    failed: row.failed,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    credited: row.credited,
    error_count: row.error_count,
    error_code: row.error_code,
    error_message: row.error_message,
    reference_id: importReference(row.id),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    completed_at: presentTime(row.completed_at),
  };
}

export const presentImport = (row: ImportWithErrors): Import => ({
  ...presentImportSummary(row),
  errors: row.errors.map(presentImportFault),
});

export const presentImportFault = ({ line, field, code, message }: ImportErrorRow): ImportFault => ({
  line,
  field: field === '' ? null : field,
  code,
  message,
});
