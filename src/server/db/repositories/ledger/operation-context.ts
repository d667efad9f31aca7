/** Finds what an operation concerns: holder, program and asset, each within the caller's organization. */
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { amountOf } from '@/domain/money';
import type { ProgramStatus } from '@/domain/programs';
import type { Tx } from '@/server/db/transaction';

export type ParticipantStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSED';

/** A participant as the caller identifies it: by its id or by the caller's external id. */
export type ParticipantKey = { readonly id: string } | { readonly externalId: string };

interface ParticipantIdentity {
  readonly id: string;
  readonly externalId: string;
  readonly status: ParticipantStatus;
}

interface AssetRow {
  id: string;
  symbol: string;
  scale: number;
  inventory_mode: AssetTerms['inventoryMode'];
  issuance_policy: AssetTerms['issuancePolicy'];
  max_transaction_amount: string | null;
  status: AssetTerms['status'];
}

export function assetTermsOf(row: AssetRow): AssetTerms {
  return {
    id: row.id,
    symbol: row.symbol,
    scale: row.scale,
    inventoryMode: row.inventory_mode,
    issuancePolicy: row.issuance_policy,
    maxTransactionAmount: row.max_transaction_amount === null ? null : amountOf(row.max_transaction_amount),
    status: row.status,
  };
}

/** Parses `ext:<external_id>` or a UUID, as in every participant path. */
export function participantKey(reference: string): ParticipantKey {
  return reference.startsWith('ext:') ? { externalId: reference.slice('ext:'.length) } : { id: reference.toLowerCase() };
}

/** Selects the participant `p` identified by the key, with the organization as `$1` and the returned value as `$2`. */
export function namedParticipant(key: ParticipantKey): { condition: string; value: string } {
  return 'id' in key
    ? { condition: 'p.organization_id = $1 AND p.id = $2', value: key.id }
    : { condition: 'p.organization_id = $1 AND p.external_id = $2', value: key.externalId };
}

/** @throws DomainError not_found. */
export async function findParticipant(tx: Pick<Tx, 'query'>, organizationId: string, key: ParticipantKey): Promise<ParticipantIdentity> {
  const { condition, value } = namedParticipant(key);
  const [row] = await tx.query<{ id: string; external_id: string; status: ParticipantStatus }>(
    `SELECT p.id, p.external_id, p.status FROM participants p WHERE ${condition}`,
    [organizationId, value],
  );
  if (!row) throw new DomainError('not_found', 'There is no such participant in your organization.', { param: 'id' });
  return { id: row.id, externalId: row.external_id, status: row.status };
}

interface ProgramAsset {
  readonly programId: string;
  readonly assetId: string;
}

/**
 * The terms of an asset in a program that may move value.
 * @throws DomainError not_found (program), asset_not_found, asset_not_linked, program_suspended, program_archived.
 */
export async function loadProgramAsset(tx: Tx, organizationId: string, programId: string, assetId: string): Promise<AssetTerms> {
  const terms = only(await loadProgramAssets(tx, organizationId, [{ programId, assetId }]));
  if (terms instanceof DomainError) throw terms;
  return terms;
}

interface LinkRow {
  program_status: ProgramStatus | null;
  linked: boolean;
  asset: AssetRow | null;
}

/**
 * The same for several assets in any programs, in order: the terms of each, or why its program may not move it. Looks up each by
 * itself: joined, the planner would read every program and asset of an organization that it takes for small.
 */
export async function loadProgramAssets(
  tx: Tx,
  organizationId: string,
  wanted: readonly ProgramAsset[],
): Promise<(AssetTerms | DomainError)[]> {
  const rows = await tx.query<LinkRow>(
    `SELECT p.status AS program_status, pa.asset_id IS NOT NULL AS linked,
            CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object('id', a.id, 'symbol', a.symbol, 'scale', a.scale, 'inventory_mode', a.inventory_mode,
              'issuance_policy', a.issuance_policy, 'max_transaction_amount', a.max_transaction_amount::text, 'status', a.status) END AS asset
     FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS wanted (program_id, asset_id, place)
     LEFT JOIN LATERAL (SELECT id, status FROM programs WHERE organization_id = $1 AND id = wanted.program_id LIMIT 1) p ON true
     LEFT JOIN LATERAL (SELECT * FROM assets WHERE organization_id = $1 AND id = wanted.asset_id LIMIT 1) a ON true
     LEFT JOIN program_assets pa ON pa.organization_id = $1 AND pa.program_id = p.id AND pa.asset_id = a.id
     ORDER BY wanted.place`,
    [organizationId, wanted.map(({ programId }) => programId), wanted.map(({ assetId }) => assetId)],
  );
  return rows.map(termsOrRefusal);
}

function termsOrRefusal({ program_status, asset, linked }: LinkRow): AssetTerms | DomainError {
  if (program_status === null)
    return new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
  const refusal = refusalOfProgram(program_status);
  if (refusal) return refusal;
  if (!asset) return new DomainError('asset_not_found', 'There is no such asset in your organization.', { param: 'asset_id' });
  if (!linked) return new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'asset_id' });
  return assetTermsOf(asset);
}

/** The terms of an asset that the caller knows to exist. */
export async function findAssetTerms(tx: Tx, organizationId: string, assetId: string): Promise<AssetTerms> {
  const row = only(
    await tx.query<AssetRow>(
      'SELECT id, symbol, scale, inventory_mode, issuance_policy, max_transaction_amount, status FROM assets WHERE organization_id = $1 AND id = $2',
      [organizationId, assetId],
    ),
  );
  return assetTermsOf(row);
}

/** @throws DomainError program_suspended, program_archived. */
export function assertProgramMovesValue(status: ProgramStatus): void {
  const refusal = refusalOfProgram(status);
  if (refusal) throw refusal;
}

function refusalOfProgram(status: ProgramStatus): DomainError | null {
  if (status === 'SUSPENDED')
    return new DomainError('program_suspended', 'The program is suspended; activate it before moving value.', { param: 'program_id' });
  if (status === 'ARCHIVED')
    return new DomainError('program_archived', 'The program is archived and can no longer move value.', { param: 'program_id' });
  return null;
}
