/** Validates a file of participants row by row as it streams in, and stages the rows that can be imported. */
import { createHash } from 'node:crypto';
import { IMPORT_ERRORS_KEPT, ImportFields } from '@/contract/import';
import { MAX_JSON_DEPTH } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import { readCells, readHeader, type ImportHeader } from '@/domain/imports/columns';
import { faultOf, hasExpired, openingOf, type RowFault } from '@/domain/imports/row';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { insertFaults, stageRows, type FoundFault, type StagedRow } from '@/server/db/repositories/people/import-rows';
import type { ImportKey } from '@/server/db/repositories/people/imports';
import type { Received } from '@/server/db/repositories/people/imports';
import { autocommit } from '@/server/db/transaction';
import { failuresOf } from '@/server/platform/input/validation';
import { readCsvRecords, type CsvRecord } from './read-file';

const BATCH = 1_000;

export interface StagedFile extends Received {
  /** SHA-256 of the file, to recognise the same one sent again. */
  readonly hash: string;
}

/**
 * @param assets the program's assets, by symbol.
 * @throws DomainError invalid_csv, and any error of the upload.
 */
export async function stageFile(
  key: ImportKey,
  file: AsyncIterable<Uint8Array>,
  assets: ReadonlyMap<string, AssetTerms>,
  now: Date,
): Promise<StagedFile> {
  const hash = createHash('sha256');
  const staging = new Staging(key);
  let columns: ImportHeader | null = null;
  for await (const record of readCsvRecords(hashed(file, hash))) {
    if (columns === null) columns = readHeader(record.cells);
    else await staging.add(checkRow(columns, record, assets, now));
  }
  if (columns === null) throw new DomainError('invalid_csv', 'The file is empty; it needs a header row.', { details: { line: 1 } });
  return { ...(await staging.finish()), hash: hash.digest('hex') };
}

async function* hashed(file: AsyncIterable<Uint8Array>, hash: { update(bytes: Uint8Array): unknown }): AsyncGenerator<Uint8Array> {
  for await (const bytes of file) {
    hash.update(bytes);
    yield bytes;
  }
}

type Checked = { readonly row: StagedRow } | { readonly line: number; readonly faults: readonly RowFault[] };

function checkRow(columns: ImportHeader, { line, cells }: CsvRecord, assets: ReadonlyMap<string, AssetTerms>, now: Date): Checked {
  const { fields, faults } = readCells(columns, cells, MAX_JSON_DEPTH);
  if (faults.length > 0) return { line, faults };
  const { data, error } = ImportFields.safeParse(fields);
  if (!data) {
    const failures = failuresOf(error.issues, fields);
    return { line, faults: failures.map(({ field, code = 'validation_error', message }) => ({ field, code, message })) };
  }
  try {
    const opening = openingOf(data, assets);
    const amount = opening && !hasExpired(opening, now) ? opening.amount.toFixed() : null;
    return { row: { line, fields: data, assetId: opening?.asset.id ?? null, amount } };
  } catch (refused) {
    if (refused instanceof DomainError) return { line, faults: [faultOf(refused)] };
    throw refused;
  }
}

/** Writes rows and faults in batches. */
class Staging {
  private rows: StagedRow[] = [];
  private faults: FoundFault[] = [];
  private readonly counts = { rows: 0, failed: 0, errors: 0 };

  constructor(private readonly key: ImportKey) {}

  async add(checked: Checked): Promise<void> {
    this.counts.rows += 1;
    if ('row' in checked) this.rows.push(checked.row);
    else this.keep(checked.line, checked.faults);
    if (this.rows.length + this.faults.length >= BATCH) await this.flush();
  }

  async finish(): Promise<Received> {
    await this.flush();
    return this.counts;
  }

  private keep(line: number, faults: readonly RowFault[]): void {
    this.counts.failed += 1;
    for (const fault of faults) {
      if (this.counts.errors < IMPORT_ERRORS_KEPT) this.faults.push({ line, ...fault });
      this.counts.errors += 1;
    }
  }

  private async flush(): Promise<void> {
    await stageRows(this.key, this.rows);
    await insertFaults(autocommit, this.key, this.faults, IMPORT_ERRORS_KEPT);
    this.rows = [];
    this.faults = [];
  }
}
