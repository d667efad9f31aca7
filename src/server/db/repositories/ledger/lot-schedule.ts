/** Reads a holder's live lots over time, through the index of lots with something left. */
import type { Bucket, Holder } from '@/domain/ledger/accounts';
import { statement } from '@/server/db/transaction';

interface LiveLotRow {
  id: string;
  entry_id: string;
  event_id: string | null;
  bucket: Bucket;
  remaining: string;
  created_at: Date;
  matures_at: Date | null;
  expires_at: Date | null;
}

export interface LotBalance {
  readonly programId: string;
  readonly assetId: string;
}

/** All lots of one balance with something left. */
export const findLiveLots = (organizationId: string, holder: Holder, { programId, assetId }: LotBalance): Promise<LiveLotRow[]> =>
  statement<LiveLotRow>(
    `SELECT l.id, l.entry_id, e.event_id, l.bucket, l.remaining::text AS remaining, l.created_at, l.matures_at, l.expires_at
     FROM lots l JOIN journal_entries e ON e.organization_id = l.organization_id AND e.id = l.entry_id
     WHERE l.organization_id = $1 AND l.account_id = $2 AND l.program_id = $3 AND l.asset_id = $4 AND l.remaining > 0`,
    [organizationId, holder.id, programId, assetId],
  );

export interface OutlookRow {
  program_id: string;
  asset_id: string;
  scale: number;
  expires_at: Date | null;
  expiring: string | null;
  matures_at: Date | null;
  maturing: string | null;
}

/** What expires next and matures next of each balance, including what follows within a day of it. */
export const findOutlook = (organizationId: string, holder: Holder): Promise<OutlookRow[]> =>
  statement<OutlookRow>(
    `SELECT n.program_id, n.asset_id, a.scale, n.expires_at, n.matures_at,
       sum(l.remaining) FILTER (WHERE l.expires_at < n.expires_at + interval '1 day')::text AS expiring,
       sum(l.remaining) FILTER (WHERE l.bucket = 'DEFERRED' AND l.matures_at < n.matures_at + interval '1 day')::text AS maturing
     FROM (
       SELECT program_id, asset_id, min(expires_at) AS expires_at, min(matures_at) FILTER (WHERE bucket = 'DEFERRED') AS matures_at
       FROM lots WHERE organization_id = $1 AND account_id = $2 AND remaining > 0 GROUP BY program_id, asset_id
     ) n JOIN assets a ON a.organization_id = $1 AND a.id = n.asset_id
     JOIN lots l ON l.organization_id = $1 AND l.account_id = $2 AND l.program_id = n.program_id AND l.asset_id = n.asset_id AND l.remaining > 0
     GROUP BY n.program_id, n.asset_id, a.scale, n.expires_at, n.matures_at`,
    [organizationId, holder.id],
  );
