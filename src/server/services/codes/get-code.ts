/** Reads codes and their uses: what somebody needs who is asked why a code does not work. */
import type { CodePath, ExportCodes, ListCodeRedemptions, ListCodes } from '@/contract/code';
import { problemNow, type CodeRefusal } from '@/domain/codes/judge';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import type { CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import {
  everyCodeRow,
  findCode,
  latestUses,
  listCodeRedemptionRows,
  listCodeRows,
  voidCodeRow,
  type CodeRedemptionRow,
  type CodeRow,
} from '@/server/db/repositories/codes/codes';
import type { KeysetPage } from '@/server/db/keyset';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getCodeBatch } from './batches';

export interface CodeWithUses {
  readonly row: CodeRow;
  readonly batch: CodeBatchRow;
  readonly problem: CodeRefusal | null;
  readonly redemptions: readonly CodeRedemptionRow[];
}

const LATEST = 20;

/** @throws DomainError not_found. */
export async function getCode(ctx: Ctx, path: CodePath): Promise<CodeWithUses> {
  const row = await foundCode(ctx, path);
  const [batch, redemptions] = await Promise.all([getCodeBatch(ctx, row.batch_id), latestUses(ctx.organization.id, row, LATEST)]);
  return { row, batch, problem: problemNow(factsOf(row), termsOf(batch), ctx.clock.now()), redemptions };
}

/** Lets nobody use the code any more. @throws DomainError not_found. */
export async function voidCode(ctx: Ctx, path: CodePath): Promise<CodeWithUses> {
  const { program_id, code } = await foundCode(ctx, path);
  await withTransaction((tx) => voidCodeRow(tx, ctx.organization.id, program_id, code));
  return getCode(ctx, path);
}

async function foundCode(ctx: Ctx, { code: text, program_id }: CodePath): Promise<CodeRow> {
  const code = normalizedCode(text);
  const row = canBeCode(code) ? await findCode(ctx.organization.id, program_id, code) : null;
  if (!row) throw new DomainError('not_found', 'The program has no such code.', { param: 'code' });
  return row;
}

const factsOf = (row: CodeRow) => ({
  code: row.code,
  batchId: row.batch_id,
  isVoid: row.status === 'VOID',
  maxUses: row.max_uses,
  used: row.used,
});

const termsOf = (batch: CodeBatchRow) => ({
  status: batch.status,
  maxTotal: batch.max_total,
  activeFrom: batch.active_from,
  activeTo: batch.active_to,
  redeemedCount: batch.redeemed_count,
});

/** @throws DomainError not_found (batch). */
export async function listCodes(ctx: Ctx, query: ListCodes): Promise<KeysetPage<CodeRow>> {
  const { kind } = await getCodeBatch(ctx, query.batch_id, 'batch_id');
  return listCodeRows(ctx.organization.id, kind, query);
}

/** Every matching code of a batch, from one snapshot. @throws DomainError not_found (batch). */
export async function* everyCode(ctx: Ctx, query: ExportCodes): AsyncIterable<CodeRow[]> {
  const { kind } = await getCodeBatch(ctx, query.batch_id, 'batch_id');
  yield* everyCodeRow(ctx.organization.id, kind, query);
}

export const listCodeRedemptions = (ctx: Ctx, query: ListCodeRedemptions): Promise<KeysetPage<CodeRedemptionRow>> =>
  listCodeRedemptionRows(ctx.organization.id, query);
