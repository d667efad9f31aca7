/** Loads what a rule is validated against before it is saved. */
import type { RuleSurroundings } from '@/domain/rules/actions/kind';
import type { Tx } from '@/server/db/transaction';
import { loadTiersOf } from '@/server/db/repositories/programs/tier-subjects';
import { loadLinkedAssets } from './program-terms';

export async function loadRuleSurroundings(tx: Tx, organizationId: string, programId: string): Promise<RuleSurroundings> {
  const assets = await loadLinkedAssets(tx, organizationId, programId);
  const tiers = (await loadTiersOf(tx, organizationId, [{ type: 'PROGRAM', id: programId }])).get(programId) ?? [];
  return {
    assets: new Map(assets.map((asset) => [asset.id, asset])),
    tiers: new Map(tiers.map(({ key, levels }) => [key, new Set(levels.map((level) => level.key))])),
  };
}
