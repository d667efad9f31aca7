/** Creates a program from a template, with the groups it needs: all of it or nothing. */
import type { ProgramFromTemplate } from '@/contract/program-from-template';
import { filledIn, TEMPLATES, type ProgramTemplate } from '@/contract/templates';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { ProgramRow } from '@/server/db/repositories/programs/programs';
import type { Tx } from '@/server/db/transaction';
import { createGroup } from '@/server/services/groups/groups';
import { upsertWithin } from '@/server/services/participants/participants';
import { applyConfiguration } from './apply-configuration';

/**
 * An asset the organization already has under a chosen symbol is used if it is of the same kind.
 * @throws DomainError validation_error and asset_archived naming `symbols.X`, participant_inactive (a member of a group).
 */
export async function programFromTemplate(
  ctx: Ctx,
  tx: Tx,
  { template: key, name, symbols, timezone }: ProgramFromTemplate,
): Promise<ProgramRow> {
  const template = TEMPLATES[key];
  const groups = new Map<string, string>();
  for (const group of template.groups) groups.set(group.placeholder, await makeGroup(ctx, tx, group));
  const filled = filledIn(template, { symbols, groups });
  const document = timezone === undefined ? filled : { ...filled, program: { ...filled.program, timezone } };
  try {
    const { program } = await applyConfiguration(ctx, tx, name, document);
    for (const { members } of template.groups)
      for (const external_id of members) await upsertWithin(ctx, tx, { external_id, program_id: program.id });
    return program;
  } catch (error) {
    throw error instanceof DomainError ? atSymbol(error, template) : error;
  }
}

async function makeGroup(ctx: Ctx, tx: Tx, { name, members }: ProgramTemplate['groups'][number]): Promise<string> {
  const people = [];
  for (const external_id of members) people.push((await upsertWithin(ctx, tx, { external_id })).participant.id);
  const { id } = await createGroup(ctx, tx, {
    name,
    members: people.map((participant_id, index) => ({ participant_id, role: index === 0 ? 'ADMIN' : 'MEMBER' })),
  });
  return id;
}

/** A conflict with an existing asset is reported on its symbol, the only thing about the asset that the caller chose. */
function atSymbol(error: DomainError, { configuration }: ProgramTemplate): DomainError {
  const index = /^assets\[(\d+)\]/.exec(error.param ?? '')?.[1];
  const asset = index === undefined ? undefined : configuration.assets[Number(index)];
  if (!asset) return error;
  const field = `symbols.${asset.symbol}`;
  const message =
    error.code === 'asset_archived'
      ? error.message
      : 'The organization has an asset of another kind under this symbol; choose another symbol.';
  return new DomainError(error.code, message, { param: field, fields: [{ field, message, reason: 'invalid_value' }] });
}
