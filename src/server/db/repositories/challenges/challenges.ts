/** Reads and writes challenges. */
import type { Badge, ChallengePeriod, ChallengeStatus, Goal, TakeBack } from '@/domain/challenges/goal';
import { DomainError } from '@/domain/errors';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Challenge } from '@/server/db/generated/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface ChallengeRow {
  id: string;
  program_id: string;
  campaign_id: string | null;
  key: string;
  name: string;
  description: string | null;
  status: ChallengeStatus;
  starts_at: Date | null;
  ends_at: Date | null;
  period: ChallengePeriod;
  audience: string | null;
  goal: Goal;
  max_rounds: number;
  parts: number[];
  take_back: TakeBack | null;
  badge: Badge | null;
  terms_version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

const NEW: Columns<Challenge, ChallengeRow, 'organization_id'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  campaign_id: ['uuid', (row) => row.campaign_id],
  key: ['text', (row) => row.key],
  name: ['text', (row) => row.name],
  description: ['text', (row) => row.description],
  status: ['text', (row) => row.status],
  starts_at: ['timestamptz', (row) => row.starts_at],
  ends_at: ['timestamptz', (row) => row.ends_at],
  period: ['text', (row) => row.period],
  audience: ['text', (row) => row.audience],
  goal: ['json', (row) => JSON.stringify(row.goal)],
  max_rounds: ['int', (row) => row.max_rounds],
  parts: ['json', (row) => JSON.stringify(row.parts)],
  take_back: ['json', (row) => jsonOrNull(row.take_back)],
  badge: ['json', (row) => jsonOrNull(row.badge)],
  terms_version: ['int', (row) => row.terms_version],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  deleted_at: ['timestamptz', (row) => row.deleted_at],
};
export const CHALLENGE_COLUMNS = `c.id, c.program_id, c.campaign_id, c.key, c.name, c.description, c.status, c.starts_at, c.ends_at, c.period, c.audience, c.goal, c.max_rounds, c.parts, c.take_back, c.badge, c.terms_version, c.created_at, c.updated_at, c.deleted_at`;

interface ChallengesQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  program_id?: string | undefined;
  campaign_id?: string | undefined;
  status?: ChallengeStatus | undefined;
  include_archived: boolean;
}

const EXACT_FILTERS = ['program_id', 'campaign_id'] as const;

const CHALLENGES: KeysetList<ChallengesQuery['sort_by']> = {
  name: 'challenges',
  select: { columns: CHALLENGE_COLUMNS, from: 'challenges c' },
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }], name: [{ sql: 'c.name', type: 'text' }] },
  id: { sql: 'c.id', type: 'uuid' },
};

export const listChallengeRows = (organizationId: string, query: ChallengesQuery): Promise<KeysetPage<ChallengeRow>> =>
  keysetPage<ChallengeRow, ChallengesQuery['sort_by']>(CHALLENGES, {
    organizationId,
    query: { ...query },
    where: [
      equals('c.organization_id', organizationId),
      ...within('c.created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`c.${name}`, query[name])])),
      ...(query.search === undefined ? [] : [contains(['c.name', 'c.key'], query.search)]),
      ...statusFilter('c.status', query.status, query.include_archived),
    ],
  });

/** A program's challenges that are not archived, by key. */
export const loadProgramChallenges = (tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<ChallengeRow[]> =>
  tx.query<ChallengeRow>(
    `SELECT ${CHALLENGE_COLUMNS} FROM challenges c WHERE c.organization_id = $1 AND c.program_id = $2 AND c.status <> 'ARCHIVED' ORDER BY c.key`,
    [organizationId, programId],
  );

const ONE = `SELECT ${CHALLENGE_COLUMNS} FROM challenges c WHERE c.organization_id = $1 AND c.id = $2`;

/** @param tx the transaction that made it, if not yet committed. */
export async function findChallenge(organizationId: string, id: string, tx: Pick<Tx, 'query'> = autocommit): Promise<ChallengeRow | null> {
  const [row] = await tx.query<ChallengeRow>(ONE, [organizationId, id]);
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function findChallengeForUpdate(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<ChallengeRow | null> {
  const [row] = await tx.query<ChallengeRow>(
    `SELECT ${CHALLENGE_COLUMNS} FROM challenges c WHERE c.organization_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

/** @throws DomainError key_exists. */
export async function insertChallenge(tx: Tx, organizationId: string, row: ChallengeRow): Promise<void> {
  try {
    await tx.query(`INSERT INTO challenges (organization_id, ${namesOf(NEW)}) SELECT $1, * FROM ${rowsOf(NEW, 2)}`, [
      organizationId,
      ...arraysOf(NEW, [row]),
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== 'challenges_key') throw error;
    throw new DomainError('key_exists', `The program already has a challenge with the key ${row.key}; choose another.`, { param: 'key' });
  }
  countChange(tx, organizationId, row.program_id);
}

const UPDATE = `
  UPDATE challenges SET name = $3, description = $4, status = $5, campaign_id = $6, starts_at = $7, ends_at = $8, period = $9, audience = $10,
    goal = $11, max_rounds = $12, parts = $13, take_back = $14, badge = $15, terms_version = $16, updated_at = $17, deleted_at = $18
  WHERE organization_id = $1 AND id = $2`;

/** Writes what may change of a challenge that the transaction has locked. @throws DomainError challenge_has_progress. */
export async function updateChallengeRow(tx: Tx, organizationId: string, row: ChallengeRow): Promise<void> {
  try {
    await tx.query(UPDATE, [
      organizationId,
      row.id,
      row.name,
      row.description,
      row.status,
      row.campaign_id,
      row.starts_at,
      row.ends_at,
      row.period,
      row.audience,
      JSON.stringify(row.goal),
      row.max_rounds,
      JSON.stringify(row.parts),
      jsonOrNull(row.take_back),
      jsonOrNull(row.badge),
      row.terms_version,
      row.updated_at,
      row.deleted_at,
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== 'challenge_progress_terms') throw error;
    throw new DomainError(
      'challenge_has_progress',
      'Participants have progress in this challenge, so that what counts cannot change any more; clone it and change the clone.',
      { param: 'id' },
    );
  }
  countChange(tx, organizationId, row.program_id);
}

/** From now on, events are counted by the challenges as they are. */
function countChange(tx: Pick<Tx, 'send'>, organizationId: string, programId: string): void {
  tx.send('UPDATE programs SET challenges_version = challenges_version + 1 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    programId,
  ]);
}
