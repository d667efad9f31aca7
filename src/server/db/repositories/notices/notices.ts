/** Writes notices, and lists them with what their participants did afterwards. */
import { only } from '@/domain/assert';
import type { NoticeData } from '@/domain/notices/data';
import type { NoticeKind } from '@/domain/notices/kinds';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Notice } from '@/server/db/generated/client';
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
import type { ClaimedNoticeSetting } from './notice-settings';

export interface NoticeRow {
  id: string;
  program_id: string;
  setting_id: string;
  kind: NoticeKind;
  cause: string;
  participant_id: string;
  event_id: string;
  data: NoticeData;
  covers_until: Date | null;
  created_at: Date;
  due_at: Date;
  sent_at: Date;
}

/** The first things that the participant did after the notice. */
export interface FollowedNoticeRow extends NoticeRow {
  followed_event_id: string | null;
  followed_event_at: Date | null;
  spent_entry_id: string | null;
  spent_at: Date | null;
  earned_entry_id: string | null;
  earned_at: Date | null;
}

const SENT: Columns<Notice, NoticeRow, 'organization_id'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  setting_id: ['uuid', (row) => row.setting_id],
  kind: ['text', (row) => row.kind],
  cause: ['text', (row) => row.cause],
  participant_id: ['uuid', (row) => row.participant_id],
  event_id: ['uuid', (row) => row.event_id],
  data: ['json', (row) => JSON.stringify(row.data)],
  covers_until: ['timestamptz', (row) => row.covers_until],
  created_at: ['timestamptz', (row) => row.created_at],
  due_at: ['timestamptz', (row) => row.due_at],
  sent_at: ['timestamptz', (row) => row.sent_at],
};
const COLUMNS =
  'n.id, n.program_id, n.setting_id, n.kind, n.cause, n.participant_id, n.event_id, n.data, n.covers_until, n.created_at, n.due_at, n.sent_at';

/** Those of the causes that the setting has told of already. */
export async function toldCauses(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: Pick<ClaimedNoticeSetting, 'organization_id' | 'id'>,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ cause: string }>(
    'SELECT cause FROM notices WHERE organization_id = $1 AND setting_id = $2 AND cause = ANY ($3::text[])',
    [organization_id, id, causes],
  );
  return new Set(rows.map(({ cause }) => cause));
}

/** @param day of the program, on which they are sent. */
export async function insertNotices(tx: Tx, organizationId: string, rows: readonly NoticeRow[], day: string): Promise<void> {
  await tx.query(`INSERT INTO notices (organization_id, ${namesOf(SENT)}) SELECT $1, * FROM ${rowsOf(SENT, 2)}`, [
    organizationId,
    ...arraysOf(SENT, rows),
  ]);
  await tx.query(
    `INSERT INTO notice_days (organization_id, setting_id, day, sent) SELECT $1, setting_id, $2::date, count(*) FROM unnest($3::uuid[]) AS sent (setting_id) GROUP BY setting_id
     ON CONFLICT (organization_id, setting_id, day) DO UPDATE SET sent = notice_days.sent + EXCLUDED.sent`,
    [organizationId, day, rows.map(({ setting_id }) => setting_id)],
  );
}

interface NoticeFilters {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  setting_id?: string | undefined;
  kind?: NoticeKind | undefined;
  participant_id?: string | undefined;
  sort_by: 'sent_at';
  sort_dir: 'asc' | 'desc';
}

/** Ids of what happened within 14 days after the notice `n`. */
const AFTER = (id: string): string => `${id} > n.id AND ${id} < first_id_at(n.sent_at + interval '14 days')`;
const SPENT = `e.type IN ('DEBIT', 'REDEEM', 'CAPTURE', 'TRANSFER') AND a.amount < 0`;
const EARNED = `e.type = 'CREDIT' AND a.amount > 0 AND e.event_id IS DISTINCT FROM n.event_id`;
/** The first entry of the participant in any asset of the program. */
const FIRST_ENTRY = (which: string): string => `
  SELECT f.id, f.created_at FROM program_assets pa CROSS JOIN LATERAL (
    SELECT e.id, e.created_at FROM account_entries a JOIN journal_entries e ON e.organization_id = a.organization_id AND e.id = a.entry_id
    WHERE a.organization_id = n.organization_id AND a.account_id = n.participant_id AND a.program_id = n.program_id AND a.asset_id = pa.asset_id
      AND ${AFTER('a.entry_id')} AND ${which} ORDER BY a.entry_id LIMIT 1) f
  WHERE pa.organization_id = n.organization_id AND pa.program_id = n.program_id ORDER BY f.id LIMIT 1`;
/** In the order of the index of participants, as by any other index all later events of the program might be read. */
const FIRST_EVENT = `
  SELECT e.id, time_of_id(e.id) AS created_at FROM events e WHERE e.organization_id = n.organization_id
    AND e.participant_id >= n.participant_id AND e.participant_id <= n.participant_id AND ${AFTER('e.id')} AND e.program_id = n.program_id
    AND e.event_type = 'EXTERNAL' ORDER BY e.participant_id, e.id LIMIT 1`;

/** Joins what a notice `n` was followed by: an event `fe`, an entry `fs` that spent and an entry `fr` that credited. */
export const FOLLOWED = `LEFT JOIN LATERAL (${FIRST_EVENT}) fe ON true LEFT JOIN LATERAL (${FIRST_ENTRY(SPENT)}) fs ON true
  LEFT JOIN LATERAL (${FIRST_ENTRY(EARNED)}) fr ON true`;
const FOLLOWED_COLUMNS = `${COLUMNS}, fe.id AS followed_event_id, fe.created_at AS followed_event_at, fs.id AS spent_entry_id, fs.created_at AS spent_at,
  fr.id AS earned_entry_id, fr.created_at AS earned_at`;

const NOTICES: KeysetList<'sent_at'> = {
  name: 'notices',
  select: { columns: FOLLOWED_COLUMNS, from: `notices n ${FOLLOWED}` },
  sorts: { sent_at: [] },
  id: { sql: 'n.id', type: 'uuid' },
};
const BARE: KeysetList<'sent_at'> = { ...NOTICES, select: { columns: COLUMNS, from: 'notices n' } };

const EXACT_FILTERS = ['program_id', 'setting_id', 'kind', 'participant_id'] as const;
const matching = (organizationId: string, query: NoticeFilters): Condition[] => [
  equals('n.organization_id', organizationId),
  ...withinIds('n.id', query.from, query.to),
  ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`n.${name}`, query[name])])),
];

export const listNoticeRows = (
  organizationId: string,
  query: NoticeFilters & PageRequest<'sent_at'>,
): Promise<KeysetPage<FollowedNoticeRow>> =>
  keysetPage<FollowedNoticeRow, 'sent_at'>(NOTICES, { organizationId, query: { ...query }, where: matching(organizationId, query) });

/** All notices that match, as of a single moment. */
export const everyNoticeRow = (organizationId: string, query: NoticeFilters): AsyncIterable<NoticeRow[]> =>
  snapshotRows<NoticeRow>(organizationId, wholeList(BARE, { query: { ...query }, where: matching(organizationId, query) }));

export async function findNotice(organizationId: string, id: string): Promise<FollowedNoticeRow | null> {
  const [row] = await statement<FollowedNoticeRow>(
    `SELECT ${FOLLOWED_COLUMNS} FROM notices n ${FOLLOWED} WHERE n.organization_id = $1 AND n.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

/** How many notices of a setting were sent on each day from `first` on. */
export const sentByDay = (organizationId: string, settingId: string, first: string): Promise<{ day: string; sent: number }[]> =>
  statement<{ day: string; sent: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, sent FROM notice_days WHERE organization_id = $1 AND setting_id = $2 AND notice_days.day >= $3::date ORDER BY notice_days.day`,
    [organizationId, settingId, first],
  );

export interface NoticeEffect {
  sent: number;
  judged: number;
  followed: number;
  spent: number;
}

/** How many notices of a setting were sent, and what followed the latest of those sent before a time. */
export async function effectOfNotices(
  organizationId: string,
  settingId: string,
  { before, most }: { readonly before: Date; readonly most: number },
): Promise<NoticeEffect> {
  return only(
    await statement<NoticeEffect>(
      `SELECT (SELECT coalesce(sum(sent), 0) FROM notice_days WHERE organization_id = $1 AND setting_id = $2)::int AS sent, count(*)::int AS judged,
         count(*) FILTER (WHERE fe.id IS NOT NULL OR fs.id IS NOT NULL)::int AS followed, count(fs.id)::int AS spent
       FROM (SELECT * FROM notices WHERE organization_id = $1 AND setting_id = $2 AND id < first_id_at($3::timestamptz) ORDER BY id DESC LIMIT $4) n ${FOLLOWED}`,
      [organizationId, settingId, before, most],
    ),
  );
}
