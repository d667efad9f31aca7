/** Reads a subject's levels in tiers. */
import type { Subject } from '@/domain/participants/state';
import { tierOf, type Tier } from '@/domain/tiers/tier';
import { equals, keysetPage, type KeysetList, type KeysetPage } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import { RFC3339, type TierMembershipRow } from '@/server/db/repositories/people/state-reading';
import type { TierRow } from './tiers';

const COLUMNS = `s.tier, s.level, s.rank, s.program_id, ${RFC3339('s.since')} AS since, ${RFC3339('s.expires_at')} AS expires_at`;

const TIER_MEMBERSHIPS: KeysetList<'tier'> = {
  name: 'state_tiers',
  select: { columns: COLUMNS, from: 'state_tiers s' },
  sorts: { tier: [{ sql: 's.program_id', type: 'uuid' }] },
  id: { sql: 's.tier', type: 'text' },
};

interface TierMembershipsQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly program_id?: string | undefined;
}

export function listTierMembershipRows(
  organizationId: string,
  { id }: Subject,
  query: TierMembershipsQuery,
): Promise<KeysetPage<TierMembershipRow>> {
  return keysetPage<TierMembershipRow, 'tier'>(TIER_MEMBERSHIPS, {
    organizationId,
    query: { ...query, subject: id, sort_by: 'tier', sort_dir: 'asc' },
    where: [
      equals('s.organization_id', organizationId),
      equals('s.subject_id', id),
      ...(query.program_id === undefined ? [] : [equals('s.program_id', query.program_id)]),
    ],
  });
}

/** The subject's levels in the tiers with this key, of all programs or of one. */
export function findTierMemberships(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  { id }: Subject,
  key: string,
  programId: string | null,
): Promise<TierMembershipRow[]> {
  return tx.query<TierMembershipRow>(
    `SELECT ${COLUMNS} FROM state_tiers s
     WHERE s.organization_id = $1 AND s.subject_id = $2 AND s.tier = $3 AND ($4::uuid IS NULL OR s.program_id = $4) ORDER BY s.program_id`,
    [organizationId, id, key, programId],
  );
}

export interface OfferedTier {
  readonly tier: Tier;
  readonly status: TierRow['status'];
  readonly programStatus: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
}

/** A tier in which a subject is to be placed: its levels cannot change until the transaction ends. */
export async function findTierForPlacement(tx: Tx, organizationId: string, programId: string, key: string): Promise<OfferedTier | null> {
  const [row] = await tx.query<Pick<TierRow, 'key' | 'status' | 'levels' | 'lifecycle'> & { program_status: OfferedTier['programStatus'] }>(
    `SELECT t.key, t.status, t.levels, t.lifecycle, p.status AS program_status
     FROM tiers t JOIN programs p ON p.organization_id = t.organization_id AND p.id = t.program_id WHERE t.organization_id = $1 AND t.program_id = $2 AND t.key = $3 FOR KEY SHARE OF t`,
    [organizationId, programId, key],
  );
  if (!row) return null;
  const { program_status: programStatus, status } = row;
  return { tier: tierOf({ ...row, programId, programActive: programStatus === 'ACTIVE' }), status, programStatus };
}
