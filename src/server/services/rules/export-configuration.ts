/** Exports a program's rule configuration as a document that fits any program whose assets have the same symbols. */
import type { PortableRuleConfiguration } from '@/contract/rule-configuration';
import type { Ctx } from '@/server/platform/context';
import { findAssets } from '@/server/db/repositories/programs/assets';
import { assetIdsIn, writeDocument } from './configuration-document';
import { configurationOf, configurationRows } from './get-configuration';

/** @throws DomainError not_found. */
export async function exportConfiguration(ctx: Ctx, programId: string): Promise<PortableRuleConfiguration> {
  const configuration = configurationOf(await configurationRows(ctx, programId));
  return writeDocument(configuration, await findAssets(ctx.organization.id, assetIdsIn(configuration)));
}
