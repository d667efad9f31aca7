/** Reads and writes the lines of corrections: each holder's difference, its outcome, and the totals. */
import type { LineOutcome, PlannedLine } from '@/domain/corrections/post';
import type { ErrorCode } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { amountOf } from '@/domain/money';
import { equals, type KeysetList, type PageRequest } from '@/server/db/keyset';
import { listing, type Listing } from '@/server/db/listing';
import { statement, type Tx } from '@/server/db/transaction';
import type { CorrectionKey } from './corrections';

export type LineStatus = 'PENDING' | 'POSTED' | 'SKIPPED' | 'FAILED';

export interface CorrectionLineRow {
  readonly id: string;
  readonly holder_type: Holder['type'];
  readonly holder_id: string;
  readonly asset_id: string;
  readonly scale: number;
  readonly had: string;
  readonly should_have: string;
  readonly difference: string;
  readonly recoverable: string;
  readonly status: LineStatus;
  readonly reason: string | null;
  readonly posted: string | null;
  readonly journal_entry_id: string | null;
}

const LINES: KeysetList<'difference'> = {
  name: 'correction-lines',
  select: {
    columns: `l.id, l.holder_type, l.holder_id, l.asset_id, a.scale, l.had, l.should_have, l.difference, l.recoverable, l.status, l.reason, l.posted, l.journal_entry_id`,
    from: 'correction_lines l JOIN assets a ON a.organization_id = l.organization_id AND a.id = l.asset_id',
  },
  sorts: { difference: [{ sql: 'l.difference', type: 'numeric' }] },
  id: { sql: 'l.id', type: 'uuid' },
};

interface LinesQuery extends PageRequest<'difference'> {
  correction_id: string;
  status?: LineStatus | undefined;
  asset_id?: string | undefined;
  holder_id?: string | undefined;
}

export function listLineRows(organizationId: string, query: LinesQuery): Listing<CorrectionLineRow> {
  return listing<CorrectionLineRow, 'difference'>(LINES, {
    organizationId,
    query: { ...query },
    where: [
      equals('l.organization_id', organizationId),
      equals('l.correction_id', query.correction_id),
      ...(['status', 'asset_id', 'holder_id'] as const).flatMap((name) =>
        query[name] === undefined ? [] : [equals(`l.${name}`, query[name])],
      ),
    ],
  });
}

export interface CorrectionTotalRow {
  readonly asset_id: string;
  readonly scale: number;
  readonly lines: number;
  readonly to_give: string;
  readonly to_take: string;
  readonly recoverable: string;
  readonly given: string;
  readonly taken: string;
}

/** The totals of the lines, by asset. */
export function sumLines(organizationId: string, correctionId: string): Promise<CorrectionTotalRow[]> {
  return statement<CorrectionTotalRow>(
    `SELECT l.asset_id, a.scale, count(*)::int AS lines,
            coalesce(sum(l.difference) FILTER (WHERE l.difference > 0), 0)::text AS to_give,
            coalesce(-sum(l.difference) FILTER (WHERE l.difference < 0), 0)::text AS to_take,
            coalesce(sum(l.recoverable) FILTER (WHERE l.difference < 0), 0)::text AS recoverable,
            coalesce(sum(l.posted) FILTER (WHERE l.posted > 0), 0)::text AS given,
            coalesce(-sum(l.posted) FILTER (WHERE l.posted < 0), 0)::text AS taken
     FROM correction_lines l JOIN assets a ON a.organization_id = l.organization_id AND a.id = l.asset_id
     WHERE l.organization_id = $1 AND l.correction_id = $2
     GROUP BY l.asset_id, a.scale, a.symbol ORDER BY a.symbol, l.asset_id`,
    [organizationId, correctionId],
  );
}

/** The next lines to post, in the order in which accounts are locked. */
export async function pendingLines(tx: Tx, { organization_id, id: correctionId }: CorrectionKey, limit: number): Promise<PlannedLine[]> {
  const rows = await tx.query<{ id: string; holder_type: Holder['type']; holder_id: string; asset_id: string; difference: string }>(
    `SELECT id, holder_type, holder_id, asset_id, difference FROM correction_lines
     WHERE organization_id = $1 AND correction_id = $2 AND status = 'PENDING' ORDER BY holder_id, asset_id LIMIT $3`,
    [organization_id, correctionId, limit],
  );
  return rows.map(({ id, holder_type, holder_id, asset_id, difference }) => ({
    id,
    holder: { type: holder_type, id: holder_id },
    assetId: asset_id,
    difference: amountOf(difference),
  }));
}

export async function recordOutcomes(tx: Tx, organizationId: string, outcomes: readonly LineOutcome[]): Promise<void> {
  await tx.query(
    `UPDATE correction_lines l SET status = o.status, reason = o.reason, posted = o.posted, journal_entry_id = o.entry_id
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::uuid[]) AS o (id, status, reason, posted, entry_id)
     WHERE l.organization_id = $1 AND l.id = o.id`,
    [
      organizationId,
      outcomes.map(({ lineId }) => lineId),
      outcomes.map(({ status }) => status),
      outcomes.map((outcome) => (outcome.status === 'POSTED' ? null : outcome.reason)),
      outcomes.map((outcome) => (outcome.status === 'POSTED' ? outcome.posted.toFixed() : null)),
      outcomes.map((outcome) => (outcome.status === 'POSTED' ? outcome.entryId : null)),
    ],
  );
}

/** The holders that are currently inactive, each with the error code that says why. */
export async function inactiveHolders(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Map<string, ErrorCode>> {
  const rows = await tx.query<{ id: string; reason: ErrorCode }>(
    `SELECT id, 'participant_inactive' AS reason FROM participants WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'ACTIVE'
     UNION ALL SELECT id, 'group_archived' FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'ACTIVE'`,
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
