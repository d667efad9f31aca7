/** Receives a file of codes, once per idempotency key: checks each line as it streams in and puts the codes by; a job then adds them to the batch. */
import { createHash } from 'node:crypto';
import type { ImportCodes } from '@/contract/code-import';
import { REPLAY_KEPT_HOURS } from '@/contract/primitives';
import { MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { codeColumn, readCodeLine, type CodeLine, type RefusedLine } from '@/domain/codes/import';
import { DomainError } from '@/domain/errors';
import {
  discardCodeImport,
  insertCodeImport,
  insertRefusals,
  openCodeImport,
  type CodeImportKey,
} from '@/server/db/repositories/codes/code-imports';
import { stagePart } from '@/server/db/repositories/codes/import-queue';
import { autocommit } from '@/server/db/transaction';
import type { Clock, Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { idempotent } from '@/server/services/idempotent';
import { readCsvRecords } from '@/server/services/imports/read-file';
import { assertTakesCodes } from './generate-codes';
import { getCodeBatch } from './batches';

const KEPT_MS = REPLAY_KEPT_HOURS * 3_600_000;
const RECEIVING_MS = 3_600_000;
/** Codes of one part, which are added together. */
const PART = 5_000;

/** @param real real time, by which a file that does not come to its end is given up. @throws DomainError not_found, invalid_status, invalid_request, invalid_csv, idempotency conflicts, and any error of the upload. */
export async function importCodes(
  ctx: Ctx,
  { batch_id, file_name }: ImportCodes,
  file: AsyncIterable<Uint8Array>,
  real: Clock,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  assertTakesCodes(await getCodeBatch(ctx, batch_id, 'batch_id'), 0, 'batch_id');
  const key = { id: newId(), organizationId: ctx.organization.id };
  const received_until = new Date(real.now().getTime() + RECEIVING_MS);
  await insertCodeImport(key, { batch_id, file_name: file_name ?? null, received_until, now: ctx.clock.now() });
  try {
    const staged = await stageCodes(key, file);
    const request = {
      operation: 'codeImports.create',
      scopeId: ctx.organization.id,
      key: ctx.idempotencyKey,
      status: 201,
      keepForMs: KEPT_MS,
    };
    const { body, replayed } = await idempotent(ctx, { ...request, fields: { batch_id, file: staged.hash } }, async (tx) => {
      if (!(await openCodeImport(tx, key, staged, ctx.clock.now()))) throw GIVEN_UP;
      return { id: key.id };
    });
    if (replayed) await discardCodeImport(key);
    wake('import-codes');
    return { id: body.id, replayed };
  } catch (error) {
    await discardCodeImport(key);
    throw error;
  }
}

const GIVEN_UP = new DomainError('request_canceled', 'The file took too long to arrive; send it again.');

interface StagedCodes {
  readonly lines: number;
  readonly refused: number;
  /** SHA-256 of the file, to recognise the same one sent again. */
  readonly hash: string;
}

async function stageCodes(key: CodeImportKey, file: AsyncIterable<Uint8Array>): Promise<StagedCodes> {
  const hash = createHash('sha256');
  const staging = new Staging(key);
  let column: number | null = null;
  let isFirst = true;
  for await (const { line, cells } of readCsvRecords(hashed(file, hash))) {
    if (isFirst) column = codeColumn(cells);
    if (!isFirst || column === null) await staging.add(readCodeLine(line, cells[column ?? 0] ?? ''));
    isFirst = false;
  }
  return { ...(await staging.finish()), hash: hash.digest('hex') };
}

async function* hashed(file: AsyncIterable<Uint8Array>, hash: { update(bytes: Uint8Array): unknown }): AsyncGenerator<Uint8Array> {
  for await (const bytes of file) {
    hash.update(bytes);
    yield bytes;
  }
}

/** Writes codes part by part, and refused lines beside them. */
class Staging {
  private codes: CodeLine[] = [];
  private refusals: RefusedLine[] = [];
  private parts = 0;
  private lines = 0;
  private refused = 0;

  constructor(private readonly key: CodeImportKey) {}

  async add(read: CodeLine | RefusedLine): Promise<void> {
    this.lines += 1;
    if (this.lines > MAX_CODES_OF_BATCH)
      throw new DomainError('invalid_csv', `The file has more than ${MAX_CODES_OF_BATCH} lines; a batch has at most as many codes.`);
    if ('reason' in read) this.refusals.push(read);
    else this.codes.push(read);
    if (this.codes.length >= PART || this.refusals.length >= PART) await this.flush();
  }

  async finish(): Promise<{ lines: number; refused: number }> {
    if (this.lines === 0) throw new DomainError('invalid_csv', 'The file has no codes; put one on each line.', { details: { line: 1 } });
    await this.flush();
    return { lines: this.lines, refused: this.refused };
  }

  private async flush(): Promise<void> {
    if (this.codes.length > 0) await stagePart(this.key, (this.parts += 1), this.codes);
    await insertRefusals(autocommit, this.key, this.refusals, this.refused);
    this.refused += this.refusals.length;
    this.codes = [];
    this.refusals = [];
  }
}
