/** Reads and lists corrections, with their totals and their lines. */
import type { CorrectionPath, ListCorrectionLines, ListCorrections } from '@/contract/correction';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import { listLineRows, sumLines, type CorrectionLineRow, type CorrectionTotalRow } from '@/server/db/repositories/ledger/correction-lines';
import { findCorrection, listCorrectionRows, type CorrectionRow } from '@/server/db/repositories/ledger/corrections';
import type { Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';

/** @throws DomainError not_found. */
export async function correctionOf(ctx: Ctx, { id, correction_id }: CorrectionPath, tx?: Tx): Promise<CorrectionRow> {
  const found = await findCorrection(ctx.organization.id, id, correction_id, tx);
  if (!found) throw new DomainError('not_found', 'The program has no correction with this id.', { param: 'correction_id' });
  return found;
}

export interface CorrectionWithTotals {
  readonly correction: CorrectionRow;
  readonly totals: readonly CorrectionTotalRow[];
}

/** @throws DomainError not_found. */
export async function getCorrection(ctx: Ctx, path: CorrectionPath): Promise<CorrectionWithTotals> {
  const correction = await correctionOf(ctx, path);
  return { correction, totals: await sumLines(ctx.organization.id, correction.id) };
}

/** @throws DomainError not_found (program). */
export async function listCorrections(ctx: Ctx, query: ListCorrections): Promise<KeysetPage<CorrectionRow>> {
  await getProgram(ctx, query.id);
  return listCorrectionRows(ctx.organization.id, query);
}

/** @throws DomainError not_found. */
export async function listCorrectionLines(ctx: Ctx, query: ListCorrectionLines): Promise<Listing<CorrectionLineRow>> {
  await correctionOf(ctx, query);
  return listLineRows(ctx.organization.id, query);
}
