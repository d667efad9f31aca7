/** Clones a program into a sandbox, from another program or a document: whole or not at all. */
import type { CloneProgram, ProgramConfiguration } from '@/contract/program-configuration';
import { DomainError } from '@/domain/errors';
import { withErrorPath } from '@/domain/error-path';
import type { Ctx } from '@/server/platform/context';
import type { Tx } from '@/server/db/transaction';
import { applyConfiguration, type AppliedProgram } from './apply-configuration';
import { portableProgram } from './portable-program';

/**
 * Every error names the field of `configuration` at fault, even where the document was read from a program.
 * @throws DomainError sandbox_only, not_found (`source_program_id`), validation_error, asset_archived, asset_not_linked, invalid_amount,
 *   rule_example_failed and the codes of faults in actions.
 */
export async function cloneProgram(
  ctx: Ctx,
  tx: Tx,
  { name, source_program_id, configuration, ...request }: CloneProgram,
): Promise<AppliedProgram> {
  if (ctx.organization.mode !== 'SANDBOX')
    throw new DomainError('sandbox_only', 'Programs can be cloned only into SANDBOX organizations; choose one.');
  const document = configuration ?? (await sourceOf(ctx, tx, source_program_id));
  return withErrorPath('configuration', () => applyConfiguration(ctx, tx, name, document, request));
}

async function sourceOf(ctx: Ctx, tx: Tx, id: string | undefined): Promise<ProgramConfiguration> {
  try {
    return await portableProgram(ctx, tx, id ?? '');
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw new DomainError('not_found', error.message, { param: 'source_program_id' });
  }
}
