/** Lists what happened in an organization between two times on its clock, from the stored records. */
import { namesIn } from '@/domain/fields';
import type { HappeningKind, TimelineStep } from '@/domain/sandbox/timeline';
import { statement } from '@/server/db/transaction';
import { processedWithin } from '@/server/db/repositories/events/processed-events';

interface TimelineWindow {
  readonly organizationId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export interface TimelineCount {
  kind: HappeningKind;
  /** The UTC start of its day, month or year. */
  start: Date;
  count: number;
}

export interface HappeningRow {
  kind: HappeningKind;
  at: Date;
  /** The id of the journal entry, redemption, automation, event or delivery; of the subject where state changed. */
  id: string;
  program_id: string | null;
  subject_type: 'PARTICIPANT' | 'GROUP' | 'PROGRAM' | null;
  subject_id: string | null;
  asset_id: string | null;
  /** Decimal text as the database prints it, never negative; null without an asset. */
  amount: string | null;
  scale: number | null;
  detail: string | null;
}

const NOTHING = {
  program_id: 'NULL::uuid',
  subject_type: 'NULL::text',
  subject_id: 'NULL::uuid',
  asset_id: 'NULL::uuid',
  amount: 'NULL::numeric',
  detail: 'NULL::text',
};

interface Source {
  readonly from: string;
  /** Conditions in addition to the organization and the window. */
  readonly where: string;
  readonly at: string;
  readonly id: string;
  readonly columns: Partial<typeof NOTHING>;
}

const entries = (type: 'MATURE' | 'EXPIRE'): Source => ({
  from: 'journal_entries e',
  where: `e.organization_id = $1 AND e.type = '${type}' AND e.id >= first_id_at($2::timestamptz) AND e.id < first_id_at($3::timestamptz)`,
  at: 'e.created_at',
  id: 'e.id',
  columns: { program_id: 'e.program_id' },
});

const history = (where: string, detail: string): Source => ({
  from: 'state_history h',
  where: `h.organization_id = $1 AND ${where}`,
  at: 'h.created_at',
  id: 'h.subject_id',
  columns: { program_id: 'h.program_id', subject_type: 'h.subject_type', subject_id: 'h.subject_id', detail },
});

const PROCESSED = processedWithin({ from: '$2::timestamptz', to: '$3::timestamptz' });

const events = (status: 'COMPLETED' | 'FAILED', detail: string): Source => ({
  from: `${PROCESSED} v`,
  where: `v.status = '${status}'`,
  at: 'v.processed_at',
  id: 'v.id',
  columns: {
    program_id: 'v.program_id',
    subject_type: `CASE WHEN v.participant_id IS NULL THEN 'PROGRAM' ELSE 'PARTICIPANT' END`,
    subject_id: 'coalesce(v.participant_id, v.program_id)',
    detail,
  },
});

/** Those made within an hour of their delivery's creation are found by its id, later ones by their own time. */
const ATTEMPTS = `(
  SELECT * FROM webhook_attempts
  WHERE organization_id = $1 AND NOT late AND delivery_id >= first_id_at($2::timestamptz - interval '1 hour') AND delivery_id < first_id_at($3::timestamptz)
  UNION ALL
  SELECT a.* FROM webhook_endpoints n JOIN webhook_attempts a ON a.organization_id = $1 AND a.endpoint_id = n.id AND a.late
  WHERE n.organization_id = $1) t`;

const attempts = (outcome: string): Source => ({
  from: ATTEMPTS,
  where: `t.duration_ms IS NOT NULL AND ${outcome}`,
  at: 't.attempted_at',
  id: 't.delivery_id',
  columns: { detail: 't.error_code' },
});

const LEVEL_BEFORE = `h.old_value ->> 'level'`;
const LEVEL_AFTER = `h.new_value ->> 'level'`;

const SOURCES: Readonly<Record<HappeningKind, Source>> = {
  LOT_MATURED: entries('MATURE'),
  LOT_EXPIRED: entries('EXPIRE'),
  RESERVATION_EXPIRED: {
    from: 'redemptions r',
    where: `r.organization_id = $1 AND r.failure_reason = 'reservation_expired'`,
    at: 'r.resolved_at',
    id: 'r.id',
    columns: {
      program_id: 'r.program_id',
      subject_type: `'PARTICIPANT'`,
      subject_id: 'r.participant_id',
      asset_id: 'r.asset_id',
      amount: 'r.released_amount',
    },
  },
  TIER_CHANGED: history(
    `h.state_type = 'TIER' AND ${LEVEL_BEFORE} IS DISTINCT FROM ${LEVEL_AFTER}`,
    `h.key || ': ' || coalesce(${LEVEL_BEFORE}, 'none') || ' → ' || coalesce(${LEVEL_AFTER}, 'none')`,
  ),
  COUNTER_RESET: history(`h.operation = 'AUTO_RESET'`, 'h.key'),
  AUTOMATION_RUN: {
    from: 'automation_runs u JOIN automations a ON a.organization_id = u.organization_id AND a.id = u.automation_id',
    where: 'u.organization_id = $1',
    at: 'u.due_at',
    id: 'u.automation_id',
    columns: { program_id: 'a.program_id', subject_type: `'PROGRAM'`, subject_id: 'a.program_id', detail: 'a.name' },
  },
  EVENT_COMPLETED: events('COMPLETED', `v.event_data ->> 'type'`),
  EVENT_FAILED: events('FAILED', 'v.error_code'),
  WEBHOOK_SENT: attempts('t.error_code IS NULL'),
  WEBHOOK_FAILED: attempts('t.error_code IS NOT NULL'),
};

const within = ({ where, at }: Source): string => `${where} AND ${at} >= $2 AND ${at} < $3`;
const KINDS = namesIn(SOURCES).map((kind) => [kind, SOURCES[kind]] as const);

const COUNTS = KINDS.map(
  ([kind, source]) =>
    `SELECT '${kind}' AS kind, date_trunc($4, ${source.at}, 'UTC') AS start, count(*) AS count FROM ${source.from} WHERE ${within(source)} GROUP BY 2`,
).join('\nUNION ALL\n');

/** In chronological order; steps in which nothing happened are left out. */
export function countHappenings({ organizationId, from, to }: TimelineWindow, step: TimelineStep): Promise<TimelineCount[]> {
  return statement<TimelineCount>(`SELECT * FROM (${COUNTS}) AS counted ORDER BY start, kind`, [
    organizationId,
    from,
    to,
    step.toLowerCase(),
  ]);
}

const ITEMS = KINDS.map(([kind, source]) => {
  const columns = Object.entries({ ...NOTHING, ...source.columns }).map(([name, sql]) => `${sql} AS ${name}`);
  return `(SELECT '${kind}' AS kind, ${source.at} AS at, ${source.id} AS id, ${columns.join(', ')}
   FROM ${source.from} WHERE ${within(source)} ORDER BY ${source.at}, ${source.id} LIMIT $4)`;
}).join('\nUNION ALL\n');

/** For matured or expired lots, the holder, asset and amount come from the first posting of a holder. */
const HOLDER_OF_ENTRY = `LEFT JOIN LATERAL (
    SELECT g.account_type, g.account_id, g.asset_id, abs(g.amount) AS amount FROM postings g
    WHERE i.kind IN ('LOT_MATURED', 'LOT_EXPIRED') AND g.organization_id = $1 AND g.entry_id = i.id AND g.account_type IN ('PARTICIPANT', 'GROUP') ORDER BY g.line LIMIT 1
  ) AS h ON true`;

/** The first `limit` of each kind, in chronological order. */
export function listHappenings({ organizationId, from, to }: TimelineWindow, limit: number): Promise<HappeningRow[]> {
  return statement<HappeningRow>(
    `SELECT i.kind, i.at, i.id, i.program_id, coalesce(i.subject_type, h.account_type) AS subject_type, coalesce(i.subject_id, h.account_id) AS subject_id,
       s.id AS asset_id, coalesce(i.amount, h.amount) AS amount, s.scale, i.detail
     FROM (${ITEMS}) AS i ${HOLDER_OF_ENTRY}
     LEFT JOIN assets s ON s.id = coalesce(i.asset_id, h.asset_id) AND s.organization_id = $1
     ORDER BY i.at, i.kind, i.id`,
    [organizationId, from, to, limit],
  );
}
