/** Lists codes and their uses, and finds single ones. The one code of a shared batch is used as often as its batch. */
import type { CodeBatchKind } from '@/domain/codes/kinds';
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
import { statement, type Tx } from '@/server/db/transaction';
import { USES_OF_BATCH } from './code-batches';

export interface CodeRow {
  code: string;
  program_id: string;
  batch_id: string;
  status: 'ACTIVE' | 'VOID';
  max_uses: number | null;
  used: number;
  created_at: Date;
}

const CODES_OF_BATCHES = 'codes c JOIN code_batches b ON b.organization_id = c.organization_id AND b.id = c.batch_id';
const USED = `CASE b.kind WHEN 'SHARED' THEN ${USES_OF_BATCH} ELSE c.used END`;
const CODE_COLUMNS = `c.code, c.program_id, c.batch_id, c.status, c.max_uses, ${USED} AS used, c.created_at`;

interface CodeFilters {
  batch_id: string;
  status?: 'UNUSED' | 'USED' | 'VOID' | undefined;
  sort_by: 'code';
  sort_dir: 'asc' | 'desc';
}

const CODES: KeysetList<'code'> = {
  name: 'codes',
  select: { columns: CODE_COLUMNS, from: CODES_OF_BATCHES },
  sorts: { code: [] },
  id: { sql: 'c.code', type: 'text' },
};

/** As the indexes of unique codes say it. */
const STATES: Readonly<Record<NonNullable<CodeFilters['status']>, string>> = {
  UNUSED: `c.status = 'ACTIVE' AND c.used = 0`,
  USED: `c.status = 'ACTIVE' AND c.used > 0`,
  VOID: `c.status = 'VOID'`,
};

const inState = (kind: CodeBatchKind, status: NonNullable<CodeFilters['status']>): string =>
  kind === 'SHARED' ? STATES[status].replace('c.used', USED) : STATES[status];

const matching = (organizationId: string, kind: CodeBatchKind, { batch_id, status }: CodeFilters): Condition[] => [
  equals('c.organization_id', organizationId),
  equals('c.batch_id', batch_id),
  ...(status === undefined ? [] : [() => inState(kind, status)]),
];

/** @param kind of the batch. */
export const listCodeRows = (
  organizationId: string,
  kind: CodeBatchKind,
  query: CodeFilters & PageRequest<'code'>,
): Promise<KeysetPage<CodeRow>> =>
  keysetPage<CodeRow, 'code'>(CODES, { organizationId, query: { ...query }, where: matching(organizationId, kind, query) });

/** All codes of a batch that match, as of a single moment. @param kind of the batch. */
export const everyCodeRow = (organizationId: string, kind: CodeBatchKind, query: CodeFilters): AsyncIterable<CodeRow[]> =>
  snapshotRows(organizationId, wholeList(CODES, { query: { ...query }, where: matching(organizationId, kind, query) }));

export async function findCode(organizationId: string, programId: string, code: string): Promise<CodeRow | null> {
  const [row] = await statement<CodeRow>(
    `SELECT ${CODE_COLUMNS} FROM ${CODES_OF_BATCHES} WHERE c.organization_id = $1 AND c.program_id = $2 AND c.code = $3`,
    [organizationId, programId, code],
  );
  return row ?? null;
}

/** Lets nobody use a code any more; uses that stand stay. */
export async function voidCodeRow(tx: Pick<Tx, 'query'>, organizationId: string, programId: string, code: string): Promise<void> {
  await tx.query(`UPDATE codes SET status = 'VOID' WHERE organization_id = $1 AND program_id = $2 AND code = $3 AND status = 'ACTIVE'`, [
    organizationId,
    programId,
    code,
  ]);
}

export interface CodeRedemptionRow {
  id: string;
  program_id: string;
  batch_id: string;
  code: string;
  participant_id: string;
  event_id: string | null;
  decision_id: string | null;
  status: 'RESERVED' | 'REDEEMED' | 'RETURNED';
  created_at: Date;
  updated_at: Date;
}

interface CodeRedemptionsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  batch_id?: string | undefined;
  participant_id?: string | undefined;
  event_id?: string | undefined;
  status?: CodeRedemptionRow['status'] | undefined;
}

const USE_COLUMNS =
  'r.id, r.program_id, r.batch_id, r.code, r.participant_id, r.event_id, r.decision_id, r.status, r.created_at, r.updated_at';
const EXACT_FILTERS = ['program_id', 'batch_id', 'participant_id', 'event_id', 'status'] as const;

const USES: KeysetList<'created_at'> = {
  name: 'code-redemptions',
  select: { columns: USE_COLUMNS, from: 'code_redemptions r' },
  sorts: { created_at: [] },
  id: { sql: 'r.id', type: 'uuid' },
};

export const listCodeRedemptionRows = (organizationId: string, query: CodeRedemptionsQuery): Promise<KeysetPage<CodeRedemptionRow>> =>
  keysetPage<CodeRedemptionRow, 'created_at'>(USES, {
    organizationId,
    query: { ...query },
    where: [
      equals('r.organization_id', organizationId),
      ...withinIds('r.id', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`r.${name}`, query[name])])),
    ],
  });

/** The latest uses of a code, latest first. */
export const latestUses = (organizationId: string, { program_id, code }: CodeRow, limit: number): Promise<CodeRedemptionRow[]> =>
  statement<CodeRedemptionRow>(
    `SELECT ${USE_COLUMNS} FROM code_redemptions r WHERE r.organization_id = $1 AND r.program_id = $2 AND r.code = $3 ORDER BY r.id DESC LIMIT $4`,
    [organizationId, program_id, code, limit],
  );
