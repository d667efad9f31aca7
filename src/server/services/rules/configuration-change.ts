/** Begins every change of a rule configuration: locks the program, and records who makes the change and when. */
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import type { ConfigurationChange } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { Tx } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';

/** A change under way; `version` is the configuration's before it. */
export interface StartedChange extends ConfigurationChange {
  readonly version: number;
}

/** Serializes the changes of one program's rules. @param param the field that names the program. @throws DomainError not_found, program_archived. */
export async function beginConfigurationChange(ctx: Ctx, tx: Tx, programId: string, param = 'id'): Promise<StartedChange> {
  const program = await getProgramForUpdate(ctx, tx, programId, param);
  assertProgramMayChange(program.status, param);
  return { ...configurationChange(ctx, program.id), version: program.rule_configuration_version };
}

export function configurationChange({ organization, actor, clock }: Ctx, programId: string): ConfigurationChange {
  return {
    organizationId: organization.id,
    programId,
    now: clock.now(),
    apiKeyId: actor.kind === 'API_KEY' ? actor.apiKeyId : null,
    userId: actor.kind === 'USER' ? actor.userId : null,
    onBehalfOf: actor.kind === 'API_KEY' ? actor.onBehalfOf : null,
  };
}
