/** Changes a program's settings or status; archiving is final. */
import type { UpdateProgram } from '@/contract/program';
import { applyProgramChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { updateProgramRow, type ProgramRow } from '@/server/db/repositories/programs/programs';
import { withTransaction } from '@/server/db/transaction';
import { getProgramForUpdate } from './get-program';

/** @throws DomainError not_found, program_archived. */
export function updateProgram(ctx: Ctx, { id, ...change }: UpdateProgram): Promise<ProgramRow> {
  return withTransaction(async (tx) => {
    const program = await getProgramForUpdate(ctx, tx, id);
    const changed = applyProgramChange(program, change, ctx.clock.now());
    if (changed !== program) await updateProgramRow(tx, ctx.organization.id, changed);
    return changed;
  });
}
