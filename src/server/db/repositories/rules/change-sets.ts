/** Reads and writes change sets: what each would change, and what has become of it. */
import { only } from '@/domain/assert';
import type { ChangeSetStatus, DraftedChange } from '@/domain/change-sets/change';
import { equals, keysetPage, type Bind, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

/** Who has a set published, and why failing examples of them are let pass. */
export interface Publisher {
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly onBehalfOf: string | null;
  readonly exampleOverrideReason: string | null;
}

/** Why a set was not published when it was due. */
interface PublicationFailure {
  readonly code: string;
  readonly message: string;
  /** RFC 3339. */
  readonly at: string;
}

interface ChangeSetColumns {
  readonly id: string;
  readonly program_id: string;
  readonly name: string;
  readonly note: string | null;
  readonly status: ChangeSetStatus;
  readonly publish_at: Date | null;
  readonly failure: PublicationFailure | null;
  readonly published_at: Date | null;
  readonly published_version: number | null;
  readonly reverted_at: Date | null;
  readonly reverted_version: number | null;
  readonly api_key_id: string | null;
  readonly user_id: string | null;
  readonly on_behalf_of: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ChangeSetRow extends ChangeSetColumns {
  readonly changes: DraftedChange[];
  readonly publisher: Publisher | null;
}

/** A set with no more of its changes than what they are about. */
export interface ChangeSetSummaryRow extends ChangeSetColumns {
  readonly changes: ChangedName[];
}

interface ChangedName {
  readonly type: DraftedChange['type'];
  readonly id: string;
  readonly name: string;
}

const OWN = `c.id, c.program_id, c.name, c.note, c.status, c.publish_at, c.failure, c.published_at, c.published_version, c.reverted_at, c.reverted_version,
  c.api_key_id, c.user_id, c.on_behalf_of, c.created_at, c.updated_at`;
const COLUMNS = `${OWN}, c.changes, c.publisher`;
const NAMES = `(SELECT coalesce(json_agg(json_build_object('type', e ->> 'type', 'id', e ->> 'id', 'name',
    coalesce(e #>> '{rule,name}', e #>> '{set,name}', e #>> '{automation,name}', e #>> '{base,rule,name}', e #>> '{base,set,name}', e #>> '{base,automation,name}'))), '[]')
  FROM json_array_elements(c.changes) AS e) AS changes`;

interface ChangeSetsQuery extends PageRequest<'created_at'> {
  id: string;
  status?: ChangeSetStatus | undefined;
  waiting: boolean;
  changed_id?: string | undefined;
}

const CHANGE_SETS: KeysetList<'created_at'> = {
  name: 'change-sets',
  select: { columns: `${OWN}, ${NAMES}`, from: 'change_sets c' },
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  id: { sql: 'c.id', type: 'uuid' },
};

export function listChangeSetRows(organizationId: string, query: ChangeSetsQuery): Promise<KeysetPage<ChangeSetSummaryRow>> {
  const { changed_id } = query;
  return keysetPage<ChangeSetSummaryRow, 'created_at'>(CHANGE_SETS, {
    organizationId,
    query: { ...query },
    where: [
      equals('c.organization_id', organizationId),
      equals('c.program_id', query.id),
      ...(query.status === undefined ? [] : [equals('c.status', query.status)]),
      ...(query.waiting ? [() => `c.status IN ('OPEN', 'SCHEDULED')`] : []),
      ...(changed_id === undefined
        ? []
        : [(bind: Bind) => `EXISTS (SELECT 1 FROM json_array_elements(c.changes) AS e WHERE e ->> 'id' = ${bind(changed_id)}::text)`]),
    ],
  });
}

export async function findChangeSet(organizationId: string, id: string): Promise<ChangeSetRow | null> {
  const [row] = await statement<ChangeSetRow>(`SELECT ${COLUMNS} FROM change_sets c WHERE c.organization_id = $1 AND c.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** The set, locked until the transaction ends. Lock its program first, where that is to change, too. */
export async function findChangeSetForUpdate(tx: Tx, organizationId: string, id: string): Promise<ChangeSetRow | null> {
  const [row] = await tx.query<ChangeSetRow>(
    `SELECT ${COLUMNS} FROM change_sets c WHERE c.organization_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

type NewChangeSet = Pick<
  ChangeSetRow,
  'id' | 'program_id' | 'name' | 'note' | 'changes' | 'api_key_id' | 'user_id' | 'on_behalf_of' | 'created_at'
>;

export async function insertChangeSet(tx: Tx, organizationId: string, made: NewChangeSet): Promise<ChangeSetRow> {
  return only(
    await tx.query<ChangeSetRow>(
      `INSERT INTO change_sets AS c (id, organization_id, program_id, name, note, changes, api_key_id, user_id, on_behalf_of, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${COLUMNS}`,
      [
        made.id,
        organizationId,
        made.program_id,
        made.name,
        made.note,
        JSON.stringify(made.changes),
        made.api_key_id,
        made.user_id,
        made.on_behalf_of,
        made.created_at,
      ],
    ),
  );
}

/** Writes everything about a set that may change; the transaction has locked it. */
export async function updateChangeSetRow(tx: Tx, organizationId: string, row: ChangeSetRow): Promise<ChangeSetRow> {
  return only(
    await tx.query<ChangeSetRow>(
      `UPDATE change_sets c SET name = $3, note = $4, status = $5, changes = $6, publish_at = $7, publisher = $8, failure = $9, published_at = $10,
         published_version = $11, reverted_at = $12, reverted_version = $13, updated_at = $14
       WHERE c.organization_id = $1 AND c.id = $2 RETURNING ${COLUMNS}`,
      [
        organizationId,
        row.id,
        row.name,
        row.note,
        row.status,
        JSON.stringify(row.changes),
        row.publish_at,
        row.publisher && JSON.stringify(row.publisher),
        row.failure && JSON.stringify(row.failure),
        row.published_at,
        row.published_version,
        row.reverted_at,
        row.reverted_version,
        row.updated_at,
      ],
    ),
  );
}
