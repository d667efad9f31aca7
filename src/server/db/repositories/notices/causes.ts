/**
 * Finds the causes of notices through the indexes of what ends or has happened, each kind in one statement, and queues those that no notice
 * has told of. What a cause is about is read again when its notice is due.
 */
import { only } from '@/domain/assert';
import type { NoticeKind, NoticeTerms } from '@/domain/notices/kinds';
import { ahead, behind } from '@/domain/notices/windows';
import { RFC3339 } from '@/server/db/repositories/people/state-reading';
import type { Tx } from '@/server/db/transaction';

/** A cause, and the day of the program on which it is due. */
export interface FoundCause {
  cause: string;
  participant_id: string;
  /** The tier, decision or redemption that it is about; null where the participant says it all. */
  about: string | null;
  day: string;
}

interface Ending {
  readonly row: { readonly id: string; readonly max_rounds: number };
  readonly end: { readonly period: string; readonly endsAt: Date };
}

/** Where causes are looked for, by whom, and since when. */
interface CauseSearch {
  readonly organizationId: string;
  readonly programId: string;
  /** Whose notices have told of causes; null: nobody's. */
  readonly settingId: string | null;
  readonly timezone: string;
  readonly terms: NoticeTerms;
  readonly now: Date;
  /** Null: never, so that all that stands is a cause. */
  readonly checkedUntil: Date | null;
  /** The challenges that a setting about them is about, and when they end; none of other kinds. */
  readonly endings: readonly Ending[];
}

/** What was being committed at the time of a check may not have been seen by it. */
const IN_FLIGHT_MS = 10 * 60_000;
const MINUTE = 60_000;

/*
 * In every statement: `$1` the organization, `$2` the program, `$3` the setting, `$4` the time, `$5` how many rows are read at most, which is null for
 * all, and `$6` the time zone of the program.
 */
const DATE = (date: string): string => `to_char(${date}, 'YYYY-MM-DD')`;
const DAY_OF = (time: string): string => `(${time} AT TIME ZONE $6)::date`;
const TODAY = DAY_OF('$4::timestamptz');

/** `$7` the days, `$8` the asset, `$9` the end of what was known before, `$10` the end, `$11` since when lots are new. */
const EXPIRING = `l.organization_id = $1 AND l.program_id = $2 AND l.account_type = 'PARTICIPANT' AND l.remaining > 0 AND l.bucket <> 'HELD'
  AND ($8::uuid IS NULL OR l.asset_id = $8) AND l.expires_at > $4`;
const VALUE_EXPIRES = `
  SELECT DISTINCT 'lots:' || f.account_id || ':' || ${DATE('f.last')} AS cause, f.account_id AS participant_id, NULL::text AS about, ${DATE('f.last - $7::int')} AS day
  FROM (SELECT l.account_id, greatest(${TODAY} + $7::int, ${DAY_OF('l.expires_at')}) AS last FROM (
    (SELECT l.account_id, l.expires_at FROM lots l WHERE ${EXPIRING} AND l.expires_at >= $9 AND l.expires_at < $10 ORDER BY l.expires_at LIMIT $5)
    UNION ALL
    (SELECT l.account_id, l.expires_at FROM lots l WHERE ${EXPIRING} AND l.id >= first_id_at($11::timestamptz) AND l.expires_at < $9 LIMIT $5)) l) f`;

/** The same with `$8` the tier, and `$11` since when levels have changed. */
const ENDING = `t.organization_id = $1 AND t.program_id = $2 AND t.subject_type = 'PARTICIPANT' AND ($8::text IS NULL OR t.tier = $8) AND t.expires_at > $4`;
const TIER_AT_RISK = `
  SELECT DISTINCT 'tier:' || t.subject_id || ':' || t.tier || ':' || t.level || ':' || ${RFC3339('t.expires_at')} AS cause, t.subject_id AS participant_id,
    t.tier AS about, ${DATE(`greatest(${TODAY}, ${DAY_OF('t.expires_at')} - $7::int)`)} AS day
  FROM (
    (SELECT t.subject_id, t.tier, t.level, t.expires_at FROM state_tiers t WHERE ${ENDING} AND t.expires_at >= $9 AND t.expires_at < $10
     ORDER BY t.expires_at LIMIT $5)
    UNION ALL
    (SELECT t.subject_id, t.tier, t.level, t.expires_at
     FROM (SELECT DISTINCT h.subject_id, h.key FROM state_history h
           WHERE h.organization_id = $1 AND h.state_type = 'TIER' AND h.created_at >= $11 AND h.program_id = $2) h
     JOIN state_tiers t ON t.subject_id = h.subject_id AND t.tier = h.key WHERE ${ENDING} AND t.expires_at < $9 LIMIT $5)) t`;

/** `$7` since when counters have changed. */
const TIER_NEARLY_REACHED = `
  SELECT DISTINCT 'changed:' || h.subject_id || ':' || ${DATE(TODAY)} AS cause, h.subject_id AS participant_id, NULL::text AS about, ${DATE(TODAY)} AS day
  FROM (SELECT h.subject_id FROM state_history h
        WHERE h.organization_id = $1 AND h.id >= first_id_at($7::timestamptz) AND h.state_type = 'COUNTER' AND h.subject_type = 'PARTICIPANT' LIMIT $5) h
  JOIN program_participants m ON m.organization_id = $1 AND m.program_id = $2 AND m.participant_id = h.subject_id`;

/** `$7` to `$10` the challenges with their periods, ends and rounds, `$11` the end of what was known before, `$12` since when progress is new. */
const CHALLENGE_ENDS = `
  SELECT 'challenge:' || p.participant_id || ':' || p.challenge_id || ':' || ${RFC3339('e.ends_at')} AS cause, p.participant_id,
    p.challenge_id::text AS about, ${DATE(TODAY)} AS day
  FROM unnest($7::uuid[], $8::text[], $9::timestamptz[], $10::int[]) AS e (challenge_id, period, ends_at, max_rounds)
  JOIN challenge_progress p ON p.organization_id = $1 AND p.challenge_id = e.challenge_id AND p.period = e.period
  JOIN program_participants m ON m.organization_id = $1 AND m.program_id = $2 AND m.participant_id = p.participant_id
  WHERE p.progress > 0 AND p.rounds < e.max_rounds AND (e.ends_at > $11 OR p.updated_at >= $12) LIMIT $5`;

/** Ends after `$7`, and by `$8`. */
const ENDS = `expires_at > $4 AND expires_at > $7 AND expires_at <= $8 ORDER BY expires_at LIMIT $5`;
const RESERVATION_EXPIRES = `
  (SELECT 'decision:' || id AS cause, participant_id, id::text AS about, ${DATE(TODAY)} AS day FROM decisions
   WHERE organization_id = $1 AND program_id = $2 AND status = 'RESERVED' AND ${ENDS})
  UNION ALL
  (SELECT 'redemption:' || id AS cause, participant_id, id::text AS about, ${DATE(TODAY)} AS day FROM redemptions
   WHERE organization_id = $1 AND program_id = $2 AND status = 'PENDING' AND decision_id IS NULL AND ${ENDS})`;

/** `$7` the days; delivered or reserved from `$8` on, and before `$9`. What a provider fulfills is reserved only until it is delivered. */
const UNUSED_ON = (since: string): string => DATE(`greatest(${TODAY}, ${DAY_OF(since)} + $7::int)`);
const REWARD_UNUSED = `
  (SELECT 'order:' || f.redemption_id AS cause, r.participant_id, f.redemption_id::text AS about,
    ${UNUSED_ON('f.resolved_at')} AS day
  FROM fulfillment_orders f JOIN redemptions r ON r.organization_id = f.organization_id AND r.id = f.redemption_id
  WHERE f.organization_id = $1 AND f.status = 'DELIVERED' AND f.consented_at IS NULL AND f.resolved_at >= $8 AND f.resolved_at < $9 AND r.program_id = $2
  ORDER BY f.resolved_at LIMIT $5)
  UNION ALL
  (SELECT 'redemption:' || r.id AS cause, r.participant_id, r.id::text AS about, ${UNUSED_ON('r.created_at')} AS day FROM redemptions r
  WHERE r.organization_id = $1 AND r.status = 'PENDING' AND r.created_at >= $8 AND r.created_at < $9 AND r.program_id = $2
    AND r.reward_id IS NOT NULL AND r.decision_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM fulfillment_orders f WHERE f.organization_id = $1 AND f.redemption_id = r.id)
  ORDER BY r.created_at LIMIT $5)`;

/** `$7` the days; last active from `$8` on, and before `$9`. */
const FROM_OUTSIDE = `e.organization_id = $1 AND e.program_id = $2 AND e.event_type = 'EXTERNAL'`;
const INACTIVE = `
  SELECT 'inactive:' || s.participant_id || ':' || ${DATE(`${TODAY} - $7::int`)} AS cause, s.participant_id, NULL::text AS about, ${DATE(TODAY)} AS day
  FROM (
    SELECT e.participant_id FROM events e
    WHERE ${FROM_OUTSIDE} AND e.id >= first_id_at($8::timestamptz) AND e.id < first_id_at($9::timestamptz) AND e.participant_id IS NOT NULL
    UNION
    SELECT m.participant_id FROM program_participants m WHERE m.organization_id = $1 AND m.program_id = $2 AND m.enrolled_at >= $8 AND m.enrolled_at < $9) s
  LEFT JOIN LATERAL (
    SELECT e.id FROM events e WHERE ${FROM_OUTSIDE} AND e.participant_id >= s.participant_id AND e.participant_id <= s.participant_id
      AND e.id >= first_id_at($9::timestamptz) ORDER BY e.participant_id, e.id LIMIT 1) later ON true
  WHERE later.id IS NULL LIMIT $5`;

const NOT_TOLD = `NOT EXISTS (SELECT 1 FROM notices n WHERE n.organization_id = $1 AND n.setting_id = $3::uuid AND n.cause = c.cause)`;

const queuing = (causes: string): string => `
  WITH queued AS (
    INSERT INTO notice_queue (organization_id, setting_id, due_at, cause, participant_id, about, found_at)
    SELECT $1, $3, $4, c.cause, c.participant_id, c.about, $4 FROM (${causes}) c WHERE ${NOT_TOLD}
    ON CONFLICT (organization_id, setting_id, cause) DO NOTHING
    RETURNING 1)
  SELECT count(*)::int AS queued FROM queued`;

const listing = (causes: string): string =>
  `SELECT c.cause, c.participant_id, c.about, c.day FROM (${causes}) c WHERE ${NOT_TOLD} ORDER BY c.day LIMIT $5`;

const QUEUE: Readonly<Record<NoticeKind, string>> = {
  VALUE_EXPIRES: queuing(VALUE_EXPIRES),
  TIER_AT_RISK: queuing(TIER_AT_RISK),
  TIER_NEARLY_REACHED: queuing(TIER_NEARLY_REACHED),
  CHALLENGE_ENDS: queuing(CHALLENGE_ENDS),
  RESERVATION_EXPIRES: queuing(RESERVATION_EXPIRES),
  REWARD_UNUSED: queuing(REWARD_UNUSED),
  INACTIVE: queuing(INACTIVE),
};

const LIST: Readonly<Record<NoticeKind, string>> = {
  VALUE_EXPIRES: listing(VALUE_EXPIRES),
  TIER_AT_RISK: listing(TIER_AT_RISK),
  TIER_NEARLY_REACHED: listing(TIER_NEARLY_REACHED),
  CHALLENGE_ENDS: listing(CHALLENGE_ENDS),
  RESERVATION_EXPIRES: listing(RESERVATION_EXPIRES),
  REWARD_UNUSED: listing(REWARD_UNUSED),
  INACTIVE: listing(INACTIVE),
};

/** Queues the causes that have come about since the last check. @returns how many were not queued before. */
export async function queueCauses(tx: Pick<Tx, 'query'>, search: CauseSearch): Promise<number> {
  return only(await tx.query<{ queued: number }>(QUEUE[search.terms.kind], valuesOf(search, null, 0))).queued;
}

/** The causes of today and of `more` days to come as things stand, by day, at most `limit`. */
export const listCauses = (tx: Pick<Tx, 'query'>, search: CauseSearch, limit: number, more: number): Promise<FoundCause[]> =>
  tx.query<FoundCause>(LIST[search.terms.kind], valuesOf(search, limit, more));

function valuesOf(search: CauseSearch, limit: number | null, more: number): unknown[] {
  const { organizationId, programId, settingId, timezone, now } = search;
  return [organizationId, programId, settingId, now, limit, timezone, ...ownValues(search, more)];
}

/** The values from `$7` on. */
function ownValues(search: CauseSearch, more: number): unknown[] {
  const { terms, now, checkedUntil } = search;
  const since = checkedUntil && new Date(checkedUntil.getTime() - IN_FLIGHT_MS);
  switch (terms.kind) {
    case 'VALUE_EXPIRES':
      return [terms.days_before, terms.asset_id, ...endsOf(search, terms.days_before, more), since];
    case 'TIER_AT_RISK':
      return [terms.days_before, terms.tier, ...endsOf(search, terms.days_before, more), since];
    case 'TIER_NEARLY_REACHED':
      return [since ?? now];
    case 'CHALLENGE_ENDS':
      return [...endingsOf(search, terms.days_before), since];
    case 'RESERVATION_EXPIRES': {
      const before = terms.minutes_before * MINUTE;
      return [new Date((checkedUntil ?? new Date(now.getTime() - before)).getTime() + before), new Date(now.getTime() + before)];
    }
    case 'REWARD_UNUSED':
      return [terms.days_after, ...pastOf(search, terms.days_after, more)];
    case 'INACTIVE':
      return [terms.days, ...pastOf(search, terms.days, more)];
  }
}

/** Those that end by midnight after the last day that is looked at. */
function endingsOf({ endings, now, timezone, checkedUntil }: CauseSearch, days: number): unknown[] {
  const { end, known } = ahead(now, days, timezone, checkedUntil);
  const soon = endings.filter((one) => one.end.endsAt <= end);
  return [
    soon.map(({ row }) => row.id),
    soon.map((one) => one.end.period),
    soon.map((one) => one.end.endsAt),
    soon.map(({ row }) => row.max_rounds),
    known,
  ];
}

function endsOf({ now, timezone, checkedUntil }: CauseSearch, days: number, more: number): [Date, Date] {
  return [ahead(now, days, timezone, checkedUntil).known, ahead(now, days + more, timezone, null).end];
}

function pastOf({ now, timezone, checkedUntil }: CauseSearch, days: number, more: number): [Date, Date] {
  const { from, to } = behind(now, days, timezone, checkedUntil ?? now);
  return [from, more === 0 ? to : behind(now, days - more, timezone, now).to];
}
