/** Orders everything that happened to a holder in time: each table contributes its own rows through an index, newest first. */
import type { TimelineFilter } from '@/contract/choices';
import type { Holder } from '@/domain/ledger/accounts';
import { mergedPage, type Bind, type KeysetPage } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';

const TIMELINE_SOURCES = ['EVENT', 'DECISION', 'ENTRY', 'STATE'] as const;
export type TimelineSource = (typeof TIMELINE_SOURCES)[number];

/** A row of the timeline, of which only its place is known yet. */
export interface TimelineKey {
  at: Date;
  source: TimelineSource;
  /** The id of the event, decision or entry; the sequence of a state change. */
  id: string;
}

interface TimelineQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly kind?: TimelineFilter | undefined;
  readonly until?: string | undefined;
}

const RANKED = TIMELINE_SOURCES.map((source) => `'${source}'`).join(', ');

/** At the same instant an effect ranks above its cause: a lower rank is older. */
const rankOf = (source: TimelineSource): number => TIMELINE_SOURCES.indexOf(source);

/** @throws DomainError invalid_cursor when the cursor was not issued for this holder and these filters. */
export function timelinePage(organizationId: string, holder: Holder, query: TimelineQuery): Promise<KeysetPage<TimelineKey>> {
  return mergedPage<TimelineKey>(
    { name: 'timeline', keys: 3, organizationId, query: { ...query, holder: holder.id } },
    (after, limit) => readKeys({ organizationId, holder, query, after, limit }),
    ({ at, source, id }) => [at.toISOString(), String(rankOf(source)), id],
  );
}

interface Reading {
  organizationId: string;
  holder: Holder;
  query: TimelineQuery;
  after: readonly string[] | null;
  limit: number;
}

/** What every branch needs to find its rows. */
interface Scope {
  organization: string;
  holder: string;
  /** The holder's type; bound only where it is used, since an unused parameter has no type. */
  type: () => string;
  limit: string;
  /** A condition on the rows of `source` that may be on the page, over its own columns. */
  beyond: (source: TimelineSource, at: string, id: string) => string;
  /** The same condition for all but state changes, over their ids, which carry their times. */
  beyondId: (source: Exclude<TimelineSource, 'STATE'>, id: string) => string;
}

function readKeys({ organizationId, holder, query, after, limit }: Reading): Promise<TimelineKey[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const until = query.until === undefined ? null : bind(query.until);
  // Bound only where it is used, since an unused parameter has no type.
  let boundAt: string | null = null;
  const position = after && {
    at: (): string => (boundAt ??= `${bind(after[0])}::timestamptz`),
    rank: Number(after[1]),
    id: bind(after[2]),
  };
  const beyond = (source: TimelineSource, at: string, id: string): string => {
    const conditions = until === null ? [] : [`${at} <= ${until}::timestamptz`];
    if (position) {
      const rank = rankOf(source);
      const type = source === 'STATE' ? 'bigint' : 'uuid';
      if (rank === position.rank) conditions.push(`(${at}, ${id}) < (${position.at()}, ${position.id}::text::${type})`);
      else conditions.push(`${at} ${rank < position.rank ? '<=' : '<'} ${position.at()}`);
    }
    return conditions.length > 0 ? conditions.join(' AND ') : 'true';
  };
  const beyondId = (source: Exclude<TimelineSource, 'STATE'>, id: string): string => {
    const before = (at: string) => `${id} < first_id_at(${at})`;
    const upTo = (at: string) => before(`${at} + interval '1 millisecond'`);
    const conditions = until === null ? [] : [upTo(`${until}::timestamptz`)];
    if (position) {
      const rank = rankOf(source);
      if (rank === position.rank) conditions.push(`${id} < ${position.id}::text::uuid`);
      else conditions.push((rank < position.rank ? upTo : before)(position.at()));
    }
    return conditions.length > 0 ? conditions.join(' AND ') : 'true';
  };
  const scope: Scope = {
    organization: `${bind(organizationId)}::uuid`,
    holder: `${bind(holder.id)}::uuid`,
    type: () => `${bind(holder.type)}::text`,
    limit: bind(limit),
    beyond,
    beyondId,
  };
  const branches = branchesOf(query.kind).map((branch) => `(${branch(scope)})`);
  return statement<TimelineKey>(
    `SELECT k.at, k.source, k.id FROM (${branches.join(' UNION ALL ')}) k
     ORDER BY k.at DESC, array_position(ARRAY[${RANKED}], k.source) DESC, lpad(k.id, 36, '0') COLLATE "C" DESC LIMIT ${scope.limit}`,
    values,
  );
}

function branchesOf(kind: TimelineFilter | undefined): ((scope: Scope) => string)[] {
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
    case undefined:
      return [events, decisions, entries, changes];
  }
}

const shown = (source: TimelineSource, at: string, id: string) => `SELECT ${at} AS at, '${source}'::text AS source, ${id}::text AS id`;

const events = ({ organization, holder, limit, beyondId }: Scope): string =>
  `${shown('EVENT', 'time_of_id(e.id)', 'e.id')} FROM events e
   WHERE e.organization_id = ${organization} AND e.participant_id = ${holder} AND ${beyondId('EVENT', 'e.id')}
   ORDER BY e.id DESC LIMIT ${limit}`;

/** Those that have become an event are shown as that event. */
const decisions = ({ organization, holder, limit, beyondId }: Scope): string =>
  `${shown('DECISION', 'time_of_id(d.id)', 'd.id')} FROM decisions d
   WHERE d.organization_id = ${organization} AND d.participant_id = ${holder} AND d.event_id IS NULL AND ${beyondId('DECISION', 'd.id')}
   ORDER BY d.id DESC LIMIT ${limit}`;

const changes = ({ organization, holder, limit, beyond }: Scope): string =>
  `${shown('STATE', 'h.created_at', 'h.sequence')} FROM state_history h
   WHERE h.subject_id = ${holder} AND h.organization_id = ${organization} AND ${beyond('STATE', 'h.created_at', 'h.sequence')}
   ORDER BY h.created_at DESC, h.sequence DESC LIMIT ${limit}`;

/** Each balance has its own statement, and contributes its newest. An entry may touch one balance, or several, more than once. */
const entries = ({ organization, holder, limit, beyondId }: Scope): string =>
  `${shown('ENTRY', 'e.created_at', 'e.id')}
   FROM (
     SELECT DISTINCT m.entry_id FROM balances b CROSS JOIN LATERAL (
       SELECT DISTINCT p.entry_id FROM account_entries p
       WHERE p.organization_id = ${organization} AND p.account_id = ${holder} AND p.program_id = b.program_id AND p.asset_id = b.asset_id
         AND ${beyondId('ENTRY', 'p.entry_id')} ORDER BY p.entry_id DESC LIMIT ${limit}) m
     WHERE b.organization_id = ${organization} AND b.account_id = ${holder} ORDER BY m.entry_id DESC LIMIT ${limit}) touched
   CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE organization_id = ${organization} AND id = touched.entry_id LIMIT 1) e`;

/** The entries that belong to a redemption, of four kinds: placement, capture, release and reversals. */
const redemptions = (scope: Scope): string => {
  const own = `r.participant_id = ${scope.holder} AND r.organization_id = ${scope.organization}`;
  const from = 'redemptions r';
  return newestOf(scope, [
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

const transfers = (scope: Scope): string => {
  const { organization, holder, type } = scope;
  const party = type();
  const sent = `t.source_id = ${holder} AND t.source_type = ${party} AND t.organization_id = ${organization}`;
  const received = `r.account_id = ${holder} AND r.account_type = ${party} AND r.organization_id = ${organization}`;
  return newestOf(scope, [
    { from: 'transfers t', own: sent, at: 't.created_at', id: 't.entry_id' },
    {
      from: 'transfer_recipients r JOIN transfers t ON t.organization_id = r.organization_id AND t.id = r.transfer_id',
      own: received,
      at: 't.created_at',
      id: 't.entry_id',
    },
  ]);
};

interface EntrySource {
  from: string;
  own: string;
  at: string;
  id: string;
}

/** The newest entries of each source, and the newest of all of those. */
function newestOf({ limit, beyond }: Scope, sources: readonly EntrySource[]): string {
  const each = sources.map(
    ({ from, own, at, id }) =>
      `(SELECT ${at} AS at, ${id} AS id FROM ${from} WHERE ${own} AND ${beyond('ENTRY', at, id)} ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit})`,
  );
  return `${shown('ENTRY', 'm.at', 'm.id')} FROM (${each.join(' UNION ')}) m ORDER BY m.at DESC, m.id DESC LIMIT ${limit}`;
}
