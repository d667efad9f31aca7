/**
 * Loads the referrals that the events of a batch can qualify, and locks what they count for until the transaction ends, in one order. Nothing is asked
 * of the database for programs without running referral programs, or for events of other types than qualify.
 */
import { ReferralBook, referrerKey, type OpenReferral } from '@/domain/referrals/book';
import { isOfQualifyingType, type ReferralTerms } from '@/domain/referrals/program';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { compileCondition } from '@/domain/rules/condition';
import type { EventFacts } from '@/domain/rules/evaluate';
import type { Tx } from '@/server/db/transaction';
import type { NamedFriends } from './named-friends';
import type { ReferralProgramRow } from './referral-programs';

/** What is known of an event before it is processed. */
export type BroughtEvent = Pick<EventFacts, 'participantId' | 'data' | 'timestamp' | 'depth' | 'automationId'>;

type TermsRow = Pick<ReferralProgramRow, 'id' | 'key' | 'event_types' | 'condition' | 'max_per_referrer' | 'steps'>;

/** The terms of the program's referral programs that are ACTIVE, and whose campaigns are. */
export async function loadReferralTerms(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<ReferralTerms[]> {
  const rows = await tx.query<TermsRow>(
    `SELECT p.id, p.key, p.event_types, p.condition, p.max_per_referrer, p.steps
     FROM referral_programs p LEFT JOIN rule_sets s ON s.organization_id = $1 AND s.id = p.campaign_id
     WHERE p.organization_id = $1 AND p.program_id = $2 AND p.status = 'ACTIVE' AND (p.campaign_id IS NULL OR s.campaign ->> 'status' = 'ACTIVE')
     ORDER BY p.created_at, p.id`,
    [organizationId, programId],
  );
  return rows.map(({ id, key, event_types, condition, max_per_referrer, steps }) => ({
    id,
    key,
    eventTypes: event_types,
    condition: condition === null ? null : compileCondition(condition, CODE_CONDITION_ROOTS),
    maxPerReferrer: max_per_referrer,
    steps,
  }));
}

/** Those that wait, and those whose time is over unless an event of the batch is from before that. */
const OPEN = `
  FROM unnest($3::uuid[]) AS friend (id)
  JOIN referrals r ON r.organization_id = $1 AND r.referred_id = friend.id AND r.referral_program_id = ANY ($2::uuid[])
    AND (r.status = 'PENDING' OR (r.status = 'EXPIRED' AND r.expires_at > $4))
  JOIN referrers c ON c.organization_id = $1 AND c.referral_program_id = r.referral_program_id AND c.participant_id = r.referrer_id`;
const LOCK_REFERRERS = `
  SELECT 1 FROM (SELECT c.referral_program_id, c.participant_id ${OPEN} UNION SELECT * FROM unnest($5::uuid[], $6::uuid[])) AS counting (referral_program_id, participant_id)
  JOIN referrers l ON l.organization_id = $1 AND l.referral_program_id = counting.referral_program_id AND l.participant_id = counting.participant_id
  ORDER BY l.referral_program_id, l.participant_id FOR NO KEY UPDATE OF l`;
const READ_COUNTS = `
  SELECT l.referral_program_id, l.participant_id AS referrer_id, l.rewarded FROM unnest($2::uuid[], $3::uuid[]) AS counting (referral_program_id, participant_id)
  JOIN referrers l ON l.organization_id = $1 AND l.referral_program_id = counting.referral_program_id AND l.participant_id = counting.participant_id`;
const READ = `
  SELECT r.id, r.referral_program_id, r.referrer_id, r.referred_id, r.bound_at, r.expires_at, c.rewarded, p.external_id, p.status
  ${OPEN} JOIN participants p ON p.organization_id = $1 AND p.id = r.referrer_id ORDER BY r.id FOR NO KEY UPDATE OF r, c`;

interface CountRow {
  referral_program_id: string;
  referrer_id: string;
  rewarded: number;
}

interface OpenRow extends CountRow {
  id: string;
  referred_id: string;
  bound_at: Date;
  expires_at: Date | null;
  external_id: string;
  status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
}

/** Later than any event. */
const LATEST = Date.UTC(9999, 0);

export async function loadReferralBook(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  running: readonly ReferralTerms[],
  happened: readonly BroughtEvent[],
  named: NamedFriends,
): Promise<ReferralBook> {
  const eligible = happened.filter((event) => event.participantId !== null && running.some((terms) => isOfQualifyingType(terms, event)));
  if (eligible.length === 0 && named.owners.length === 0) return new ReferralBook(new Map(), new Map(), new Map(), named.bindings);
  const friends = [...new Set(eligible.flatMap(({ participantId }) => participantId ?? []))].sort();
  const earliest = new Date(Math.min(...eligible.map(({ timestamp }) => timestamp.getTime()), LATEST));
  const owners = [named.owners.map(({ referralProgramId }) => referralProgramId), named.owners.map(({ participantId }) => participantId)];
  const open = [organizationId, running.map(({ id }) => id), friends, earliest];
  // Sent in this order over one connection, each statement sees what the first has locked.
  const [, rows, counts] = await Promise.all([
    tx.query(LOCK_REFERRERS, [...open, ...owners]),
    tx.query<OpenRow>(READ, open),
    named.owners.length === 0 ? [] : tx.query<CountRow>(READ_COUNTS, [organizationId, ...owners]),
  ]);
  return new ReferralBook(
    new Map(running.map((terms) => [terms.id, terms])),
    Map.groupBy(rows.map(openReferral), ({ referredId }) => referredId),
    new Map([...rows, ...counts].map((row) => [referrerKey(row.referral_program_id, row.referrer_id), row.rewarded])),
    named.bindings,
  );
}

const openReferral = (row: OpenRow): OpenReferral => ({
  id: row.id,
  referralProgramId: row.referral_program_id,
  referrer: { id: row.referrer_id, externalId: row.external_id, isClosed: row.status === 'CLOSED' },
  referredId: row.referred_id,
  boundAt: row.bound_at,
  expiresAt: row.expires_at,
});
