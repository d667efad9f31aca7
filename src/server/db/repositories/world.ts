/** Loads what a batch of events is decided on: program, linked assets, participants with their state, and balances under lock. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { ParticipantFacts, ProgramFacts, World } from '@/domain/rules/world';
import { loadAccountsForUpdate, type AccountRef } from './accounts';
import { assetTermsOf } from './operation-context';
import type { Tx } from '../transaction';

export interface WorldScope {
  readonly organizationId: string;
  readonly programId: string;
  /** The present of the organization. */
  readonly now: Date;
}

export interface LoadedWorld {
  readonly world: World;
  readonly configurationVersion: number;
}

export async function loadWorld(tx: Tx, { organizationId, programId, now }: WorldScope, participantIds: readonly string[]): Promise<LoadedWorld> {
  const { program, configurationVersion } = await loadProgramFacts(tx, organizationId, programId);
  const assets = await loadLinkedAssets(tx, organizationId, programId);
  const participants = await loadParticipantFacts(tx, organizationId, participantIds);
  const accounts = await loadAccountsForUpdate(tx, organizationId, accountRefs(programId, [...participants.keys()], assets));
  return { world: { now, program, assets: new Map(assets.map((asset) => [asset.id, asset])), participants, accounts }, configurationVersion };
}

function accountRefs(programId: string, participantIds: readonly string[], assets: readonly AssetTerms[]): AccountRef[] {
  return assets.flatMap((asset) => [
    ...participantIds.map((id) => ({ type: 'PARTICIPANT', id, programId, assetId: asset.id, opens: asset.inventoryMode === 'LOT' }) as const),
    ...(asset.issuancePolicy === 'PREFUNDED' ? [{ type: 'PROGRAM_WALLET', id: programId, programId, assetId: asset.id } as const] : []),
  ]);
}

const TAGS_OF = (id: string) => `ARRAY (SELECT tag FROM state_tags WHERE subject_id = ${id} ORDER BY tag)`;
const ATTRIBUTES_OF = (id: string) => `(SELECT coalesce(json_object_agg(key, value), '{}') FROM state_attributes WHERE subject_id = ${id})`;

async function loadProgramFacts(tx: Tx, organizationId: string, programId: string): Promise<{ program: ProgramFacts; configurationVersion: number }> {
  const [row] = await tx.query<{ status: ProgramFacts['status']; version: number; tags: string[]; attributes: Record<string, unknown> }>(
    `SELECT status, rule_configuration_version AS version, ${TAGS_OF('programs.id')} AS tags, ${ATTRIBUTES_OF('programs.id')} AS attributes
     FROM programs WHERE organization_id = $1 AND id = $2`,
    [organizationId, programId],
  );
  const { status, version, tags, attributes } = row!;
  return { program: { id: programId, organizationId, status, tags, attributes }, configurationVersion: version };
}

export async function loadLinkedAssets(tx: Tx, organizationId: string, programId: string): Promise<AssetTerms[]> {
  const rows = await tx.query<Parameters<typeof assetTermsOf>[0]>(
    `SELECT a.id, a.symbol, a.scale, a.inventory_mode, a.issuance_policy, a.max_transaction_amount, a.status
     FROM program_assets pa JOIN assets a ON a.id = pa.asset_id
     WHERE pa.organization_id = $1 AND pa.program_id = $2 ORDER BY a.id`,
    [organizationId, programId],
  );
  return rows.map(assetTermsOf);
}

async function loadParticipantFacts(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Map<string, ParticipantFacts>> {
  const rows = await tx.query<{ id: string; external_id: string; status: ParticipantFacts['status']; tags: string[]; attributes: Record<string, unknown> }>(
    `SELECT id, external_id, status, ${TAGS_OF('participants.id')} AS tags, ${ATTRIBUTES_OF('participants.id')} AS attributes
     FROM participants WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, { id: row.id, externalId: row.external_id, status: row.status, tags: row.tags, attributes: row.attributes }]));
}
