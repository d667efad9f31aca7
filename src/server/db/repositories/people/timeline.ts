/** Orders everything that happened to a holder in time: each table contributes its own rows through an index, newest first. */
import type { TimelineFilter } from '@/contract/choices';
import type { Holder } from '@/domain/ledger/accounts';
import { mergedPage, type Bind, type KeysetPage } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';
import { branchesOf, type BranchScope } from './timeline-branches';
import { keyTypeOf, rankOf, TIMELINE_SOURCES, type SourceWithId, type TimelineSource } from './timeline-sources';

/** A row of the timeline, of which only its place is known yet. */
export interface TimelineKey {
  at: Date;
  source: TimelineSource;
  /** The id of the record; the sequence of a state change; the leaderboard and season of a rank. */
  id: string;
}

interface TimelineQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly kind?: TimelineFilter | undefined;
  readonly until?: string | undefined;
}

const RANKED = TIMELINE_SOURCES.map((source) => `'${source}'`).join(', ');

/** @throws DomainError invalid_cursor when the cursor was not issued for this holder and these filters. */
export function timelinePage(organizationId: string, holder: Holder, query: TimelineQuery): Promise<KeysetPage<TimelineKey>> {
  // Cursors have the places of sources in their list: when that changes, so does the name, by which older cursors are refused.
  return mergedPage<TimelineKey>(
    { name: 'timeline-with-campaigns', keys: 3, organizationId, query: { ...query, holder: holder.id } },
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
      if (rank === position.rank) conditions.push(`(${at}, ${id}) < (${position.at()}, ${position.id}::text::${keyTypeOf(source)})`);
      else conditions.push(`${at} ${rank < position.rank ? '<=' : '<'} ${position.at()}`);
    }
    return conditions.length > 0 ? conditions.join(' AND ') : 'true';
  };
  const beyondId = (source: SourceWithId, id: string): string => {
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
  const scope: BranchScope = {
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
     ORDER BY k.at DESC, array_position(ARRAY[${RANKED}], k.source) DESC,
       (CASE k.source WHEN 'STATE' THEN lpad(k.id, 36, '0') ELSE k.id END) COLLATE "C" DESC LIMIT ${scope.limit}`,
    values,
  );
}
