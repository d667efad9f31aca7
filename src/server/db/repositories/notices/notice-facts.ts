/** Reads, without locking, what causes of notices are about, as it is when their notices are due. */
import { amountOf } from '@/domain/money';
import type { EarlierNotice, ExpiringLot } from '@/domain/notices/expiring-value';
import { PARTICIPANTS_OF_PROGRAM } from '@/server/db/repositories/automations/automation-audience';
import type { Tx } from '@/server/db/transaction';

type Queries = Pick<Tx, 'query'>;

interface Of {
  readonly organizationId: string;
  readonly programId: string;
}

interface NoticedParticipant {
  id: string;
  external_id: string;
  /** The attribute `timezone`, whatever it is. */
  timezone: unknown;
}

/** Those of the participants who are active in the program. */
export const activeParticipants = (tx: Queries, { organizationId, programId }: Of, ids: readonly string[]): Promise<NoticedParticipant[]> =>
  tx.query<NoticedParticipant>(
    `SELECT p.id, p.external_id, (SELECT s.value FROM state_attributes s WHERE s.organization_id = $1 AND s.subject_id = p.id AND s.key = 'timezone') AS timezone
     FROM ${PARTICIPANTS_OF_PROGRAM} AND p.id = ANY ($3::uuid[])`,
    [organizationId, programId, ids],
  );

/** By participant, what they have that expires after `now` and before `end`. Looked up one by one, so that the plan holds for any number. */
export async function expiringLots(
  tx: Queries,
  { organizationId, programId }: Of,
  {
    participantIds,
    assetId,
    now,
    end,
  }: { readonly participantIds: readonly string[]; readonly assetId: string | null; readonly now: Date; readonly end: Date },
): Promise<ReadonlyMap<string, ExpiringLot[]>> {
  const rows = await tx.query<{
    participant_id: string;
    asset_id: string;
    symbol: string;
    scale: number;
    remaining: string;
    expires_at: Date;
    created_at: Date;
  }>(
    `SELECT named.id AS participant_id, l.asset_id, a.symbol, a.scale, l.remaining, l.expires_at, l.created_at FROM unnest($3::uuid[]) AS named (id)
     CROSS JOIN program_assets pa
     CROSS JOIN LATERAL (
       SELECT l.asset_id, l.remaining::text AS remaining, l.expires_at, l.created_at FROM lots l
       WHERE l.organization_id = $1 AND l.account_id = named.id AND l.program_id = $2 AND l.asset_id = pa.asset_id AND l.remaining > 0 AND l.bucket <> 'HELD'
         AND l.expires_at > $5 AND l.expires_at < $6 OFFSET 0) l
     JOIN assets a ON a.organization_id = $1 AND a.id = l.asset_id
     WHERE pa.organization_id = $1 AND pa.program_id = $2 AND ($4::uuid IS NULL OR pa.asset_id = $4)`,
    [organizationId, programId, participantIds, assetId, now, end],
  );
  const lotOf = (row: (typeof rows)[number]): ExpiringLot => ({
    assetId: row.asset_id,
    symbol: row.symbol,
    scale: row.scale,
    remaining: amountOf(row.remaining),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  });
  return new Map([...Map.groupBy(rows, ({ participant_id }) => participant_id)].map(([id, own]) => [id, own.map(lotOf)]));
}

/** By participant, the notices of a setting that told of value which has not expired yet. */
export async function earlierNotices(
  tx: Queries,
  { organizationId, settingId }: { readonly organizationId: string; readonly settingId: string | null },
  participantIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, EarlierNotice[]>> {
  const rows = await tx.query<{ participant_id: string; sent_at: Date; covers_until: Date }>(
    `SELECT named.id AS participant_id, n.sent_at, n.covers_until FROM unnest($3::uuid[]) AS named (id)
     CROSS JOIN LATERAL (
       SELECT n.sent_at, n.covers_until FROM notices n
       WHERE n.organization_id = $1 AND n.participant_id = named.id AND n.setting_id = $2 AND n.covers_until > $4 OFFSET 0) n`,
    [organizationId, settingId, participantIds, now],
  );
  const noticeOf = ({ sent_at, covers_until }: (typeof rows)[number]): EarlierNotice => ({ sentAt: sent_at, coversUntil: covers_until });
  return new Map([...Map.groupBy(rows, ({ participant_id }) => participant_id)].map(([id, own]) => [id, own.map(noticeOf)]));
}

interface ReservationFacts {
  id: string;
  is_decision: boolean;
  expires_at: Date;
  reward: string | null;
  asset: string | null;
  amount: string | null;
}

/** Those of the decisions and redemptions that are still reserved. */
export const openReservations = (tx: Queries, { organizationId }: Of, ids: readonly string[], now: Date): Promise<ReservationFacts[]> =>
  tx.query<ReservationFacts>(
    `SELECT d.id, true AS is_decision, d.expires_at, NULL::text AS reward, NULL::text AS asset, NULL::text AS amount
     FROM decisions d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND d.status = 'RESERVED' AND d.expires_at > $3
     UNION ALL
     SELECT r.id, false, r.expires_at, w.name, a.symbol, round(r.amount, a.scale)::text
     FROM redemptions r JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id
     LEFT JOIN rewards w ON w.organization_id = r.organization_id AND w.id = r.reward_id
     WHERE r.organization_id = $1 AND r.id = ANY ($2::uuid[]) AND r.status = 'PENDING' AND r.expires_at > $3`,
    [organizationId, ids, now],
  );

interface UnusedFacts {
  redemption_id: string;
  reward: string;
  /** These of gift cards. */
  face_value_minor: number | null;
  currency: string | null;
  delivered_at: Date | null;
  /** And these of rewards that are reserved. */
  amount: string | null;
  asset: string | null;
  reserved_at: Date | null;
  expires_at: Date | null;
}

/** Those of the gift cards that nobody has opened and that were not taken back, and of the rewards that are still reserved. */
export const unusedRewards = (tx: Queries, { organizationId }: Of, redemptionIds: readonly string[], now: Date): Promise<UnusedFacts[]> =>
  tx.query<UnusedFacts>(
    `SELECT f.redemption_id, w.name AS reward, f.face_value_minor, f.face_currency AS currency, f.resolved_at AS delivered_at,
       NULL::text AS amount, NULL::text AS asset, NULL::timestamptz AS reserved_at, NULL::timestamptz AS expires_at
     FROM fulfillment_orders f JOIN redemptions r ON r.organization_id = f.organization_id AND r.id = f.redemption_id
     JOIN rewards w ON w.organization_id = r.organization_id AND w.id = r.reward_id
     WHERE f.organization_id = $1 AND f.redemption_id = ANY ($2::uuid[]) AND f.status = 'DELIVERED' AND f.consented_at IS NULL AND r.status <> 'FULLY_REVERSED'
     UNION ALL
     SELECT r.id, w.name, NULL, NULL, NULL, round(r.amount, a.scale)::text, a.symbol, r.created_at, r.expires_at
     FROM redemptions r JOIN rewards w ON w.organization_id = r.organization_id AND w.id = r.reward_id
     JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id
     WHERE r.organization_id = $1 AND r.id = ANY ($2::uuid[]) AND r.status = 'PENDING' AND r.expires_at > $3
       AND NOT EXISTS (SELECT 1 FROM fulfillment_orders f WHERE f.organization_id = $1 AND f.redemption_id = r.id)`,
    [organizationId, redemptionIds, now],
  );

/** By participant, when an event was last sent about them, or when they joined the program without one since. */
export async function lastActivity(
  tx: Queries,
  { organizationId, programId }: Of,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.query<{ participant_id: string; last_at: Date }>(
    `SELECT m.participant_id, coalesce(
       (SELECT time_of_id(e.id) FROM events e WHERE e.organization_id = $1 AND e.participant_id >= m.participant_id AND e.participant_id <= m.participant_id
          AND e.program_id = $2 AND e.event_type = 'EXTERNAL' ORDER BY e.participant_id DESC, e.id DESC LIMIT 1), m.enrolled_at) AS last_at
     FROM program_participants m WHERE m.organization_id = $1 AND m.program_id = $2 AND m.participant_id = ANY ($3::uuid[])`,
    [organizationId, programId, ids],
  );
  return new Map(rows.map(({ participant_id, last_at }) => [participant_id, last_at]));
}
