/** What a rule is checked against before it is saved. */
import type { RuleSurroundings } from '@/domain/rules/actions/kind';
import type { Tx } from '../transaction';
import { loadLinkedAssets } from './world';

export async function loadRuleSurroundings(tx: Tx, organizationId: string, programId: string): Promise<RuleSurroundings> {
  const assets = await loadLinkedAssets(tx, organizationId, programId);
  return { assets: new Map(assets.map((asset) => [asset.id, asset])), tiers: new Map() };
}
