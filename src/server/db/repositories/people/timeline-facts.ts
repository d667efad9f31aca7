/** Reads what the campaigns' lines of a timeline say: notices, referrals, challenges, ranks and codes, all of them by one statement. */
import type { NoticeData } from '@/domain/notices/data';
import { FOLLOWED } from '@/server/db/repositories/notices/notices';
import { statement } from '@/server/db/transaction';

interface OfProgram {
  id: string;
  program_id: string;
  /** Current name of the challenge, referral program, leaderboard or batch. */
  name: string;
}

export interface ToldNotice extends Omit<OfProgram, 'name'> {
  setting_id: string;
  data: NoticeData;
  followed_by: { event_id: string | null; spent_entry_id: string | null; earned_entry_id: string | null };
}

export interface ReachedChallenge extends OfProgram {
  badge: string | null;
  happening: 'challenge.part_reached' | 'challenge.completed' | 'challenge.revoked';
  period: string;
  round: number;
  part: number;
}

export interface HappenedReferral extends OfProgram {
  referral_program_id: string;
  referrer_id: string;
  referred_id: string;
  count: number | null;
  reason: string | null;
}

interface FinalRank extends OfProgram {
  season: string;
  rank: number;
  participants: number;
  prize: string | null;
}

export interface UsedCode extends OfProgram {
  code: string;
  status: 'RESERVED' | 'REDEEMED' | 'RETURNED';
  event_id: string | null;
  decision_id: string | null;
}

/** Each by the id that its line has in the timeline. */
export type TimelineFacts =
  | { about: 'NOTICE'; key: string; facts: ToldNotice }
  | { about: 'CHALLENGE'; key: string; facts: ReachedChallenge }
  | { about: 'REFERRAL'; key: string; facts: HappenedReferral }
  | { about: 'LEADERBOARD'; key: string; facts: FinalRank }
  | { about: 'CODE'; key: string; facts: UsedCode };

/** The events `e` among `$2` by which the service announced something of a kind. */
const ANNOUNCED = (kind: string): string =>
  `e.organization_id = $1 AND e.id = ANY ($2::uuid[]) AND e.event_type = 'SYSTEM' AND split_part(e.idempotency_key, '/', 1) = 'service:${kind}'`;

/** The id under a name in the data of an announced event, read from nothing else. */
const idIn = (kind: string, name: string): string =>
  `CASE WHEN split_part(e.idempotency_key, '/', 1) = 'service:${kind}' THEN (e.event_data->>'${name}')::uuid END`;

const NOTICES = `
  SELECT 'NOTICE' AS about, n.event_id::text AS key, json_build_object('id', n.id, 'program_id', n.program_id, 'setting_id', n.setting_id, 'data', n.data,
    'followed_by', json_build_object('event_id', fe.id, 'spent_entry_id', fs.id, 'earned_entry_id', fr.id)) AS facts
  FROM notices n ${FOLLOWED} WHERE n.organization_id = $1 AND n.event_id = ANY ($2::uuid[])`;

const CHALLENGES = `
  SELECT 'CHALLENGE', e.id::text, json_build_object('id', c.id, 'program_id', c.program_id, 'name', c.name, 'badge', c.badge->>'name',
    'happening', e.event_data->'type', 'period', e.event_data->'period', 'round', e.event_data->'round', 'part', e.event_data->'part')
  FROM events e JOIN challenges c ON c.organization_id = e.organization_id AND c.id = ${idIn('challenge', 'challenge_id')}
  WHERE ${ANNOUNCED('challenge')}`;

const REFERRAL = `json_build_object('id', r.id, 'program_id', r.program_id, 'name', p.name, 'referral_program_id', p.id, 'referrer_id', r.referrer_id,
    'referred_id', r.referred_id, 'count', r.count, 'reason', r.reason)`;
const OF_REFERRAL_PROGRAM = 'JOIN referral_programs p ON p.organization_id = r.organization_id AND p.id = r.referral_program_id';
const REFERRALS = `
  SELECT 'REFERRAL', e.id::text, ${REFERRAL}
  FROM events e JOIN referrals r ON r.organization_id = e.organization_id AND r.id = ${idIn('referral', 'referral_id')} ${OF_REFERRAL_PROGRAM}
  WHERE ${ANNOUNCED('referral')}
  UNION ALL SELECT 'REFERRAL', r.id::text, ${REFERRAL} FROM referrals r ${OF_REFERRAL_PROGRAM}
  WHERE r.organization_id = $1 AND r.id = ANY ($3::uuid[])`;

const RANK = `json_build_object('id', l.id, 'program_id', l.program_id, 'name', l.name, 'season', r.season, 'rank', r.rank,
    'participants', s.participants, 'prize', r.prize)`;
const OF_LEADERBOARD = `JOIN leaderboards l ON l.organization_id = r.organization_id AND l.id = r.leaderboard_id
  JOIN leaderboard_seasons s ON s.organization_id = r.organization_id AND s.leaderboard_id = r.leaderboard_id AND s.season = r.season`;
const RANKS = `
  SELECT 'LEADERBOARD', r.event_id::text, ${RANK} FROM leaderboard_results r ${OF_LEADERBOARD}
  WHERE r.organization_id = $1 AND r.event_id = ANY ($2::uuid[])
  UNION ALL SELECT 'LEADERBOARD', r.leaderboard_id || '/' || r.season, ${RANK}
  FROM unnest($4::text[]) AS named (key) JOIN leaderboard_results r ON r.organization_id = $1 AND r.participant_id = $5
    AND r.leaderboard_id = split_part(named.key, '/', 1)::uuid AND r.season = split_part(named.key, '/', 2) ${OF_LEADERBOARD}`;

const CODES = `
  SELECT 'CODE', u.id::text, json_build_object('id', u.batch_id, 'program_id', u.program_id, 'name', b.name, 'code', u.code, 'status', u.status,
    'event_id', u.event_id, 'decision_id', u.decision_id)
  FROM code_redemptions u JOIN code_batches b ON b.organization_id = u.organization_id AND b.id = u.batch_id
  WHERE u.organization_id = $1 AND u.id = ANY ($6::uuid[])`;

/** The lines of one page. */
interface Lines {
  readonly holderId: string;
  readonly events: readonly string[];
  readonly referrals: readonly string[];
  readonly ranks: readonly string[];
  readonly codes: readonly string[];
}

/** A line that has no facts is an event which announces nothing. */
export const findTimelineFacts = (organizationId: string, { holderId, events, referrals, ranks, codes }: Lines): Promise<TimelineFacts[]> =>
  statement<TimelineFacts>(`${NOTICES} UNION ALL ${CHALLENGES} UNION ALL ${REFERRALS} UNION ALL ${RANKS} UNION ALL ${CODES}`, [
    organizationId,
    events,
    referrals,
    ranks,
    holderId,
    codes,
  ]);
