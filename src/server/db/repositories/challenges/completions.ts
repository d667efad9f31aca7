/** Lists what participants have reached in challenges, and reports it. */
import {
  equals,
  keysetPage,
  wholeList,
  withinIds,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import { snapshotRows } from '@/server/db/snapshot';
import { statementForValues } from '@/server/db/transaction';

export interface CompletionRow {
  id: string;
  participant_id: string;
  challenge_id: string;
  period: string;
  round: number;
  part: number;
  status: 'COMPLETED' | 'REVOKED';
  attempt: number;
  event_id: string;
  completed_at: Date;
  revoked_at: Date | null;
}

export const COMPLETION_COLUMNS =
  'd.id, d.participant_id, d.challenge_id, d.period, d.round, d.part, d.status, d.attempt, d.event_id, d.completed_at, d.revoked_at';

interface CompletionFilters {
  from?: string | undefined;
  to?: string | undefined;
  challenge_id?: string | undefined;
  participant_id?: string | undefined;
  part?: number | undefined;
  status?: CompletionRow['status'] | undefined;
  sort_by: 'created_at';
  sort_dir: 'asc' | 'desc';
}

const EXACT_FILTERS = ['challenge_id', 'participant_id', 'part', 'status'] as const;

const COMPLETIONS: KeysetList<'created_at'> = {
  name: 'challenge-completions',
  select: { columns: COMPLETION_COLUMNS, from: 'challenge_completions d' },
  sorts: { created_at: [] },
  id: { sql: 'd.id', type: 'uuid' },
};

const matching = (organizationId: string, query: CompletionFilters): Condition[] => [
  equals('d.organization_id', organizationId),
  ...withinIds('d.id', query.from, query.to),
  ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`d.${name}`, query[name])])),
];

export const listCompletionRows = (
  organizationId: string,
  query: CompletionFilters & PageRequest<'created_at'>,
): Promise<KeysetPage<CompletionRow>> =>
  keysetPage<CompletionRow, 'created_at'>(COMPLETIONS, { organizationId, query: { ...query }, where: matching(organizationId, query) });

/** All that match, as of a single moment. */
export const everyCompletionRow = (organizationId: string, query: CompletionFilters): AsyncIterable<CompletionRow[]> =>
  snapshotRows(organizationId, wholeList(COMPLETIONS, { query: { ...query }, where: matching(organizationId, query) }));

const PARTS = `
  SELECT part, count(DISTINCT participant_id) FILTER (WHERE status = 'COMPLETED')::int AS participants,
    count(*) FILTER (WHERE status = 'COMPLETED')::int AS completions, count(*) FILTER (WHERE status = 'REVOKED')::int AS revoked
  FROM challenge_completions WHERE organization_id = $1 AND challenge_id = $2 GROUP BY part ORDER BY part`;

/** How many have reached each part; parts that nobody has reached are left out. */
export const countParts = (organizationId: string, challengeId: string) =>
  statementForValues<{ part: number; participants: number; completions: number; revoked: number }>(PARTS, [organizationId, challengeId]);

const DAYS = `
  SELECT to_char(completed_at AT TIME ZONE $3, 'YYYY-MM-DD') AS day, count(*)::int AS completions
  FROM challenge_completions
  WHERE organization_id = $1 AND challenge_id = $2 AND part = 100 AND status = 'COMPLETED' AND completed_at >= $4
  GROUP BY 1 ORDER BY 1`;

/** @param zone whose days they are. */
export const countCompletionDays = (organizationId: string, challengeId: string, zone: string, since: Date) =>
  statementForValues<{ day: string; completions: number }>(DAYS, [organizationId, challengeId, zone, since]);
