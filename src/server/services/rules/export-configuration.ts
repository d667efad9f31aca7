/** Exports a program's rule configuration as a document that fits any program whose assets have the same symbols. */
import type { PortableRuleConfiguration } from '@/contract/rule-configuration';
import type { Ctx } from '@/server/platform/context';
import { findAssets } from '@/server/db/repositories/programs/assets';
import { withTransaction } from '@/server/db/transaction';
import { ofProgram } from '@/server/services/portable/of-program';
import { keptProgramParts } from '@/server/services/portable/program-parts';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { assetIdsIn, writeDocument } from './configuration-document';
import { configurationOf, configurationRows } from './get-configuration';

/** Read under the lock that every change of the program takes, so that its parts are consistent. @throws DomainError not_found. */
export async function exportConfiguration(ctx: Ctx, programId: string): Promise<PortableRuleConfiguration> {
  return withTransaction(async (tx) => {
    await getProgramForUpdate(ctx, tx, programId);
    const configuration = configurationOf(await configurationRows(ctx, programId, tx));
    const parts = await keptProgramParts(await ofProgram(ctx, tx, programId));
    return { ...writeDocument(configuration, await findAssets(ctx.organization.id, assetIdsIn(configuration))), ...parts };
  });
}
