/** Writes what each source contributes to a timeline: its newest rows beyond a place, read through an index. */
import type { TimelineFilter } from '@/contract/choices';
import type { SourceWithId, TimelineSource } from './timeline-sources';

/** What every branch needs to find its rows. */
export interface BranchScope {
  organization: string;
  holder: string;
  /** The holder's type; bound only where it is used, since an unused parameter has no type. */
  type: () => string;
  limit: string;
  /** A condition on the rows of `source` that may be on the page, over its own columns. */
  beyond: (source: TimelineSource, at: string, id: string) => string;
  /** The same condition for those whose ids carry their times. */
  beyondId: (source: SourceWithId, id: string) => string;
}

type Branch = (scope: BranchScope) => string;

export function branchesOf(kind: TimelineFilter | undefined): Branch[] {
  switch (kind) {
    case 'EVENT':
      return [events];
    case 'DECISION':
      return [decisions];
    case 'ENTRY':
      return [entries];
    case 'REDEMPTION':
      return [redemptions];
    case 'TRANSFER':
      return [transfers];
    case 'STATE':
      return [changes];
    case 'CODE':
      return [codesUsed, codesReturned];
    case 'REFERRAL':
      return [announced('referral'), ...referralMoments];
    case 'CHALLENGE':
      return [announced('challenge')];
    case 'LEADERBOARD':
      return [announced('leaderboard'), ranks];
    case 'NOTICE':
      return [announced('notice')];
    case undefined:
      return [events, decisions, entries, changes, codesUsed, codesReturned, ...referralMoments, ranks];
  }
}

const shown = (source: TimelineSource, at: string, id: string) => `SELECT ${at} AS at, '${source}'::text AS source, ${id}::text AS id`;

const events: Branch = ({ organization, holder, limit, beyondId }) =>
  `${shown('EVENT', 'time_of_id(e.id)', 'e.id')} FROM events e
   WHERE e.organization_id = ${organization} AND e.participant_id = ${holder} AND ${beyondId('EVENT', 'e.id')}
   ORDER BY e.id DESC LIMIT ${limit}`;

/** The events by which the service tells rules of a notice, a referral, a challenge or a prize. */
const announced =
  (of: 'notice' | 'referral' | 'challenge' | 'leaderboard'): Branch =>
  ({ organization, holder, limit, beyondId }) =>
    `${shown('EVENT', 'time_of_id(e.id)', 'e.id')} FROM events e
     WHERE e.organization_id = ${organization} AND e.participant_id = ${holder} AND e.event_type = 'SYSTEM'
       AND split_part(e.idempotency_key, '/', 1) = 'service:${of}' AND ${beyondId('EVENT', 'e.id')}
     ORDER BY e.id DESC LIMIT ${limit}`;

/** Those that have become an event are shown as that event. */
const decisions: Branch = ({ organization, holder, limit, beyondId }) =>
  `${shown('DECISION', 'time_of_id(d.id)', 'd.id')} FROM decisions d
   WHERE d.organization_id = ${organization} AND d.participant_id = ${holder} AND d.event_id IS NULL AND ${beyondId('DECISION', 'd.id')}
   ORDER BY d.id DESC LIMIT ${limit}`;

const changes: Branch = ({ organization, holder, limit, beyond }) =>
  `${shown('STATE', 'h.created_at', 'h.sequence')} FROM state_history h
   WHERE h.subject_id = ${holder} AND h.organization_id = ${organization} AND ${beyond('STATE', 'h.created_at', 'h.sequence')}
   ORDER BY h.created_at DESC, h.sequence DESC LIMIT ${limit}`;

/** Each balance has its own statement, and contributes its newest. An entry may touch one balance, or several, more than once. */
const entries: Branch = ({ organization, holder, limit, beyondId }) =>
  `${shown('ENTRY', 'e.created_at', 'e.id')}
   FROM (
     SELECT DISTINCT m.entry_id FROM balances b CROSS JOIN LATERAL (
       SELECT DISTINCT p.entry_id FROM account_entries p
       WHERE p.organization_id = ${organization} AND p.account_id = ${holder} AND p.program_id = b.program_id AND p.asset_id = b.asset_id
         AND ${beyondId('ENTRY', 'p.entry_id')} ORDER BY p.entry_id DESC LIMIT ${limit}) m
     WHERE b.organization_id = ${organization} AND b.account_id = ${holder} ORDER BY m.entry_id DESC LIMIT ${limit}) touched
   CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE organization_id = ${organization} AND id = touched.entry_id LIMIT 1) e`;

/** The entries that belong to a redemption, of four kinds: placement, capture, release and reversals. */
const redemptions: Branch = (scope) => {
  const own = `r.participant_id = ${scope.holder} AND r.organization_id = ${scope.organization}`;
  const from = 'redemptions r';
  return newestOf('ENTRY', scope, [
    { from, own, at: 'r.created_at', id: 'r.journal_entry_id' },
    { from, own: `${own} AND r.captured_at IS NOT NULL`, at: 'r.captured_at', id: 'r.capture_journal_entry_id' },
    { from, own: `${own} AND r.release_journal_entry_id IS NOT NULL`, at: 'r.resolved_at', id: 'r.release_journal_entry_id' },
    {
      from: 'redemption_reversals s JOIN redemptions r ON r.organization_id = s.organization_id AND r.id = s.redemption_id',
      own,
      at: 's.created_at',
      id: 's.journal_entry_id',
    },
  ]);
};

const transfers: Branch = (scope) => {
  const { organization, holder, type } = scope;
  const party = type();
  const sent = `t.source_id = ${holder} AND t.source_type = ${party} AND t.organization_id = ${organization}`;
  const received = `r.account_id = ${holder} AND r.account_type = ${party} AND r.organization_id = ${organization}`;
  return newestOf('ENTRY', scope, [
    { from: 'transfers t', own: sent, at: 't.created_at', id: 't.entry_id' },
    {
      from: 'transfer_recipients r JOIN transfers t ON t.organization_id = r.organization_id AND t.id = r.transfer_id',
      own: received,
      at: 't.created_at',
      id: 't.entry_id',
    },
  ]);
};

const codesUsed: Branch = ({ organization, holder, limit, beyondId }) =>
  `${shown('CODE_USED', 'time_of_id(u.id)', 'u.id')} FROM code_redemptions u
   WHERE u.organization_id = ${organization} AND u.participant_id = ${holder} AND ${beyondId('CODE_USED', 'u.id')}
   ORDER BY u.id DESC LIMIT ${limit}`;

const codesReturned: Branch = (scope) =>
  newestOf('CODE_RETURNED', scope, [
    {
      from: 'code_redemptions u',
      own: `u.organization_id = ${scope.organization} AND u.participant_id = ${scope.holder} AND u.status = 'RETURNED'`,
      at: 'u.updated_at',
      id: 'u.id',
    },
  ]);

const ofFriend = ({ organization, holder }: BranchScope): string => `r.organization_id = ${organization} AND r.referred_id = ${holder}`;
const ofReferrer = ({ organization, holder }: BranchScope): string => `r.organization_id = ${organization} AND r.referrer_id = ${holder}`;

/**
 * What became of referrals, for either of the two who is not told of it by an event. A friend was brought at most once in each referral
 * program, so that few rows are sorted.
 */
const referralMoments: Branch[] = [
  (scope) => {
    const bound = (own: string): string =>
      `(SELECT r.id FROM referrals r WHERE ${own} AND ${scope.beyondId('REFERRAL_BOUND', 'r.id')} ORDER BY r.id DESC LIMIT ${scope.limit})`;
    return `${shown('REFERRAL_BOUND', 'time_of_id(m.id)', 'm.id')}
      FROM (${bound(ofFriend(scope))} UNION ALL ${bound(ofReferrer(scope))}) m ORDER BY m.id DESC LIMIT ${scope.limit}`;
  },
  (scope) =>
    newestOf('REFERRAL_QUALIFIED', scope, [
      {
        from: 'referrals r',
        own: `${ofReferrer(scope)} AND r.qualified_at IS NOT NULL AND NOT r.rewarded`,
        at: 'r.qualified_at',
        id: 'r.id',
      },
    ]),
  (scope) =>
    newestOf(
      'REFERRAL_EXPIRED',
      scope,
      [ofFriend(scope), ofReferrer(scope)].map((own) => ({
        from: 'referrals r',
        own: `${own} AND r.expired_at IS NOT NULL`,
        at: 'r.expired_at',
        id: 'r.id',
      })),
    ),
  (scope) =>
    newestOf('REFERRAL_CANCELLED', scope, [
      { from: 'referrals r', own: `${ofFriend(scope)} AND r.cancelled_at IS NOT NULL`, at: 'r.cancelled_at', id: 'r.id' },
    ]),
];

/** Ranks without a prize in seasons that are over, of each leaderboard its newest: seasons follow one another in the order of their names. */
const ranks: Branch = ({ organization, holder, limit, beyond }) => {
  const id = `(r.leaderboard_id || '/' || r.season) COLLATE "C"`;
  return `${shown('RANK', 'm.at', 'm.id')}
   FROM leaderboards l CROSS JOIN LATERAL (
     SELECT s.frozen_at AS at, ${id} AS id FROM leaderboard_results r JOIN leaderboard_seasons s
       ON s.organization_id = r.organization_id AND s.leaderboard_id = r.leaderboard_id AND s.season = r.season
     WHERE r.organization_id = ${organization} AND r.participant_id = ${holder} AND r.leaderboard_id = l.id AND r.prize IS NULL
       AND ${beyond('RANK', 's.frozen_at', id)}
     ORDER BY r.season DESC LIMIT ${limit}) m
   WHERE l.organization_id = ${organization} ORDER BY m.at DESC, m.id DESC LIMIT ${limit}`;
};

interface Moments {
  from: string;
  own: string;
  at: string;
  id: string;
}

/** The newest of each list of moments, and the newest of all of those. */
function newestOf(source: TimelineSource, { limit, beyond }: BranchScope, lists: readonly Moments[]): string {
  const each = lists.map(
    ({ from, own, at, id }) =>
      `(SELECT ${at} AS at, ${id} AS id FROM ${from} WHERE ${own} AND ${beyond(source, at, id)} ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit})`,
  );
  return `${shown(source, 'm.at', 'm.id')} FROM (${each.join(' UNION ')}) m ORDER BY m.at DESC, m.id DESC LIMIT ${limit}`;
}
