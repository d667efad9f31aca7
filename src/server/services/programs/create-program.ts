/** Creates an active program without assets or rules. */
import type { CreateProgram } from '@/contract/program';
import type { Ctx } from '@/server/platform/context';
import { insertProgram, type ProgramRow } from '@/server/db/repositories/programs/programs';
import { keepFirstConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { configurationChange } from '@/server/services/rules/configuration-change';

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
