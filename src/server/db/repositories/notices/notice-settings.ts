/** Reads and writes settings of notices, and finds those that have something to do. */
import { DomainError } from '@/domain/errors';
import type { NoticeKind, NoticeSettingStatus, NoticeTerms } from '@/domain/notices/kinds';
import type { QuietHours } from '@/domain/notices/quiet-hours';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { NoticeSetting } from '@/server/db/generated/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface NoticeSettingRow {
  id: string;
  program_id: string;
  key: string;
  name: string;
  kind: NoticeKind;
  status: NoticeSettingStatus;
  terms: NoticeTerms;
  audience: string | null;
  quiet_hours: QuietHours | null;
  checked_until: Date | null;
  check_at: Date | null;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** With the symbol of the asset that the terms name. */
export interface NamedNoticeSettingRow extends NoticeSettingRow {
  asset: string | null;
}

const COLUMNS = `s.id, s.program_id, s.key, s.name, s.kind, s.status, s.terms, s.audience, s.quiet_hours, s.checked_until, s.check_at, s.due_at, s.created_at,
  s.updated_at, s.deleted_at`;
const NAMED = `${COLUMNS}, (SELECT a.symbol FROM assets a WHERE a.organization_id = s.organization_id AND a.id = (s.terms->>'asset_id')::uuid) AS asset`;

const NEW: Columns<NoticeSetting, NoticeSettingRow, 'organization_id'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  key: ['text', (row) => row.key],
  name: ['text', (row) => row.name],
  kind: ['text', (row) => row.kind],
  status: ['text', (row) => row.status],
  terms: ['json', (row) => JSON.stringify(row.terms)],
  audience: ['text', (row) => row.audience],
  quiet_hours: ['json', (row) => row.quiet_hours && JSON.stringify(row.quiet_hours)],
  checked_until: ['timestamptz', (row) => row.checked_until],
  check_at: ['timestamptz', (row) => row.check_at],
  due_at: ['timestamptz', (row) => row.due_at],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  deleted_at: ['timestamptz', (row) => row.deleted_at],
};

interface NoticeSettingsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  program_id?: string | undefined;
  kind?: NoticeKind | undefined;
  status?: NoticeSettingStatus | undefined;
  include_archived: boolean;
}

const SETTINGS: KeysetList<NoticeSettingsQuery['sort_by']> = {
  name: 'notice-settings',
  select: { columns: NAMED, from: 'notice_settings s' },
  sorts: { created_at: [{ sql: 's.created_at', type: 'timestamptz' }], name: [{ sql: 's.name', type: 'text' }] },
  id: { sql: 's.id', type: 'uuid' },
};

export const listNoticeSettingRows = (organizationId: string, query: NoticeSettingsQuery): Promise<KeysetPage<NamedNoticeSettingRow>> =>
  keysetPage<NamedNoticeSettingRow, NoticeSettingsQuery['sort_by']>(SETTINGS, {
    organizationId,
    query: { ...query },
    where: [
      equals('s.organization_id', organizationId),
      ...within('s.created_at', query.from, query.to),
      ...(['program_id', 'kind'] as const).flatMap((name) => (query[name] === undefined ? [] : [equals(`s.${name}`, query[name])])),
      ...(query.search === undefined ? [] : [contains(['s.name', 's.key'], query.search)]),
      ...statusFilter('s.status', query.status, query.include_archived),
    ],
  });

/** A program's settings that are not archived, by key. */
export const loadProgramNoticeSettings = (tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<NoticeSettingRow[]> =>
  tx.query<NoticeSettingRow>(
    `SELECT ${COLUMNS} FROM notice_settings s WHERE s.organization_id = $1 AND s.program_id = $2 AND s.status <> 'ARCHIVED' ORDER BY s.key`,
    [organizationId, programId],
  );

export async function findNoticeSetting(organizationId: string, id: string): Promise<NamedNoticeSettingRow | null> {
  const [row] = await statement<NamedNoticeSettingRow>(
    `SELECT ${NAMED} FROM notice_settings s WHERE s.organization_id = $1 AND s.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Locked against other changes, and against whoever sends its notices. */
export async function findNoticeSettingForUpdate(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
): Promise<NoticeSettingRow | null> {
  const [row] = await tx.query<NoticeSettingRow>(
    `SELECT ${COLUMNS} FROM notice_settings s WHERE s.organization_id = $1 AND s.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

/** @throws DomainError key_exists. */
export async function insertNoticeSetting(tx: Tx, organizationId: string, row: NoticeSettingRow): Promise<void> {
  try {
    await tx.query(`INSERT INTO notice_settings (organization_id, ${namesOf(NEW)}) SELECT $1, * FROM ${rowsOf(NEW, 2)}`, [
      organizationId,
      ...arraysOf(NEW, [row]),
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== 'notice_settings_key') throw error;
    throw new DomainError('key_exists', `The program already has a setting with the key ${row.key}; choose another.`, { param: 'key' });
  }
}

/** Writes what may change of a setting that the transaction has locked. */
export async function updateNoticeSettingRow(tx: Tx, organizationId: string, row: NoticeSettingRow): Promise<void> {
  await tx.query(
    `UPDATE notice_settings SET name = $3, status = $4, terms = $5, audience = $6, quiet_hours = $7, checked_until = $8, check_at = $9, due_at = $10,
       updated_at = $11, deleted_at = $12
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      row.status,
      JSON.stringify(row.terms),
      row.audience,
      row.quiet_hours && JSON.stringify(row.quiet_hours),
      row.checked_until,
      row.check_at,
      row.due_at,
      row.updated_at,
      row.deleted_at,
    ],
  );
}

export interface ClaimedNoticeSetting extends NoticeSettingRow {
  organization_id: string;
  program_status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
  timezone: string;
}

/** The setting, locked until the transaction ends; null when somebody else holds the lock. */
export async function claimNoticeSetting(
  tx: Tx,
  { organization_id: organizationId, id }: { readonly organization_id: string; readonly id: string },
): Promise<ClaimedNoticeSetting | null> {
  const [row] = await tx.query<ClaimedNoticeSetting>(
    `SELECT ${COLUMNS}, s.organization_id, p.status AS program_status, p.timezone
     FROM notice_settings s JOIN programs p ON p.organization_id = s.organization_id AND p.id = s.program_id
     WHERE s.organization_id = $1 AND s.id = $2 FOR NO KEY UPDATE OF s SKIP LOCKED`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Records how far causes have been looked for, when that is done next, and with it when there is something to do. */
export async function recordCheck(
  tx: Tx,
  { organization_id: organizationId, id }: Pick<ClaimedNoticeSetting, 'organization_id' | 'id'>,
  { checkedUntil, checkAt }: { readonly checkedUntil: Date | null; readonly checkAt: Date | null },
): Promise<void> {
  await tx.query(
    `UPDATE notice_settings SET checked_until = $3, check_at = $4,
       due_at = least($4, (SELECT min(q.due_at) FROM notice_queue q WHERE q.organization_id = $1 AND q.setting_id = $2))
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, id, checkedUntil, checkAt],
  );
}
