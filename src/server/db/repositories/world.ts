/** Loads what a batch of events is decided on: program, linked assets, participants with their state, and balances under lock. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { GroupFacts, ParticipantFacts, ProgramFacts, World } from '@/domain/rules/world';
import { loadAccountsForUpdate, type AccountRef } from './accounts';
import { assetTermsOf } from './operation-context';
import { loadRuleConfiguration } from './rule-configurations';
import type { Tx } from '../transaction';

export interface WorldScope {
  readonly organizationId: string;
  readonly programId: string;
  /** The present of the organization. */
  readonly now: Date;
}

/** Whom the events of a batch name. */
export interface WorldPeople {
  readonly actorIds: readonly string[];
  readonly recipientIds: readonly string[];
}

export interface LoadedWorld {
  readonly world: World;
  readonly configuration: RuleConfiguration;
}

export async function loadWorld(tx: Tx, { organizationId, programId, now }: WorldScope, { actorIds, recipientIds }: WorldPeople): Promise<LoadedWorld> {
  const { program, configurationVersion } = await loadProgramFacts(tx, organizationId, programId);
  const configuration = await loadRuleConfiguration(tx, organizationId, programId, configurationVersion);
  const assets = await loadLinkedAssets(tx, organizationId, programId);
  const participants = await loadParticipantFacts(tx, organizationId, [...actorIds, ...recipientIds]);
  const groups = configuration.rules.some(({ status, readsGroups }) => status === 'ACTIVE' && readsGroups) ? await loadGroupFacts(tx, organizationId, actorIds) : new Map<string, GroupFacts[]>();
  const groupIds = new Set([...groups.values()].flat().map((group) => group.id));
  const accounts = await loadAccountsForUpdate(tx, organizationId, accountRefs(programId, [...participants.keys()], [...groupIds], assets));
  return { world: { now, program, assets: new Map(assets.map((asset) => [asset.id, asset])), participants, groups, accounts }, configuration };
}

function accountRefs(programId: string, participantIds: readonly string[], groupIds: readonly string[], assets: readonly AssetTerms[]): AccountRef[] {
  return assets.flatMap((asset) => [
    ...participantIds.map((id) => ({ type: 'PARTICIPANT', id, programId, assetId: asset.id, opens: asset.inventoryMode === 'LOT' }) as const),
    ...groupIds.map((id) => ({ type: 'GROUP', id, programId, assetId: asset.id }) as const),
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

/** The active groups of each participant, oldest first. */
async function loadGroupFacts(tx: Tx, organizationId: string, participantIds: readonly string[]): Promise<Map<string, GroupFacts[]>> {
  const rows = await tx.query<GroupFacts & { participant_id: string }>(
    `SELECT m.participant_id, m.role, g.id, g.name, ${TAGS_OF('g.id')} AS tags, ${ATTRIBUTES_OF('g.id')} AS attributes
     FROM group_members m JOIN groups g ON g.id = m.group_id AND g.status = 'ACTIVE'
     WHERE m.organization_id = $1 AND m.participant_id = ANY ($2::uuid[]) AND m.left_at IS NULL
     ORDER BY g.created_at, g.id`,
    [organizationId, participantIds],
  );
  return Map.groupBy(rows, (row) => row.participant_id);
}
