/** Creates, reads, changes and clones programs. A new one has neither assets nor rules, a clone is whole and goes into a sandbox, and archiving is final. */
import type { CreateProgram, ListPrograms, UpdateProgram } from '@/contract/program';
import type { CloneProgram, ProgramConfiguration } from '@/contract/program-configuration';
import { withErrorPath } from '@/domain/error-path';
import { DomainError } from '@/domain/errors';
import { applyProgramChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findProgram,
  findProgramForUpdate,
  insertProgram,
  listProgramRows,
  updateProgramRow,
  type ProgramRow,
} from '@/server/db/repositories/programs/programs';
import { keepFirstConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { configurationChange } from '@/server/services/rules/put-configuration';
import { applyConfiguration, type AppliedProgram } from './apply-configuration';
import { portableProgram } from './portable-program';

export async function createProgram(ctx: Ctx, tx: Tx, command: CreateProgram): Promise<ProgramRow> {
  const now = ctx.clock.now();
  const program: ProgramRow = {
    id: newId(),
    name: command.name,
    description: command.description ?? null,
    status: 'ACTIVE',
    on_unknown_participant: command.on_unknown_participant,
    redemption_ttl: command.redemption_ttl,
    redemption_target: command.redemption_target,
    timezone: command.timezone,
    rule_configuration_version: 1,
    asset_ids: [],
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertProgram(tx, ctx.organization.id, program);
  await keepFirstConfigurationVersion(tx, configurationChange(ctx, program.id));
  return program;
}

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

/** @throws DomainError not_found, program_archived. */
export function updateProgram(ctx: Ctx, { id, ...change }: UpdateProgram): Promise<ProgramRow> {
  return withTransaction(async (tx) => {
    const program = await getProgramForUpdate(ctx, tx, id);
    const changed = applyProgramChange(program, change, ctx.clock.now());
    if (changed !== program) await updateProgramRow(tx, ctx.organization.id, changed);
    return changed;
  });
}

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
