/** Reads one program, or the organization's programs a page at a time. */
import type { ListPrograms } from '@/contract/program';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findProgram, findProgramForUpdate, listProgramRows, type ProgramRow } from '@/server/db/repositories/programs/programs';
import type { Tx } from '@/server/db/transaction';

/** @param param the field that names it. @throws DomainError not_found. */
export async function getProgram(ctx: Ctx, id: string, param = 'id'): Promise<ProgramRow> {
  return (await findProgram(ctx.organization.id, id)) ?? unknownProgram(param);
}

/** The program, locked until the transaction ends. @throws DomainError not_found. */
export async function getProgramForUpdate(ctx: Ctx, tx: Tx, id: string, param = 'id'): Promise<ProgramRow> {
  return (await findProgramForUpdate(tx, ctx.organization.id, id)) ?? unknownProgram(param);
}

export const listPrograms = (ctx: Ctx, query: ListPrograms): Promise<KeysetPage<ProgramRow>> => listProgramRows(ctx.organization.id, query);

function unknownProgram(param: string): never {
  throw new DomainError('not_found', 'There is no such program in your organization.', { param });
}
