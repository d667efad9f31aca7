/**
 * Reads and writes moves of sandbox clocks: an organization has at most one in progress, and one whose process died silently reads as
 * failed from the end of its lease on.
 */
import type { MoveStatus } from '@/domain/sandbox/timeline';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { notBeingAdvanced } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface ClockMoveRow {
  id: string;
  /** On the organization's clock. */
  moved_from: Date;
  moved_to: Date;
  /** Where the clock stood when the move ended; null while it runs. */
  reached: Date | null;
  status: MoveStatus;
  /** How much of each kind of work was done, by the counter of its job. */
  performed: Record<string, number>;
  api_key_id: string | null;
  user_id: string | null;
  on_behalf_of: string | null;
  /** Real time. */
  started_at: Date;
  ended_at: Date | null;
}

type NewClockMove = Omit<ClockMoveRow, 'reached' | 'status' | 'performed' | 'ended_at'>;

const COLUMNS = `m.id, m.moved_from, m.moved_to, m.performed, m.api_key_id, m.user_id, m.on_behalf_of, m.started_at,
  CASE WHEN lapsed.already THEN 'FAILED' ELSE m.status END AS status,
  CASE WHEN lapsed.already THEN greatest(m.moved_from, lapsed.at + o.clock_offset_ms * interval '1 millisecond') ELSE m.reached END AS reached,
  CASE WHEN lapsed.already THEN lapsed.at ELSE m.ended_at END AS ended_at`;

/** @param now an expression for real time. */
const movesAsOf = (now: string): string => `clock_moves m JOIN organizations o ON o.id = m.organization_id
  CROSS JOIN LATERAL (SELECT m.status = 'RUNNING' AND ${notBeingAdvanced(now)} AS already, greatest(m.started_at, o.clock_leased_until) AS at) AS lapsed`;

const listAsOf = (now: Date): KeysetList<'started_at'> => ({
  name: 'clock-moves',
  select: { columns: COLUMNS, from: (bind) => movesAsOf(`${bind(now)}::timestamptz`) },
  sorts: { started_at: [{ sql: 'm.started_at', type: 'timestamptz' }] },
  id: { sql: 'm.id', type: 'uuid' },
});

/** @param now real time. */
export const listClockMoveRows = (organizationId: string, now: Date, query: PageRequest<'started_at'>): Promise<KeysetPage<ClockMoveRow>> =>
  keysetPage<ClockMoveRow, 'started_at'>(listAsOf(now), {
    organizationId,
    query: { ...query },
    where: [equals('m.organization_id', organizationId)],
  });

/** @param now real time. */
export async function findClockMove(organizationId: string, now: Date, id: string): Promise<ClockMoveRow | null> {
  const [row] = await statement<ClockMoveRow>(
    `SELECT ${COLUMNS} FROM ${movesAsOf('$1::timestamptz')} WHERE m.organization_id = $2 AND m.id = $3`,
    [now, organizationId, id],
  );
  return row ?? null;
}

/** The move in progress. @param now real time. */
export async function findRunningMove(organizationId: string, now: Date): Promise<ClockMoveRow | null> {
  const [row] = await statement<ClockMoveRow>(
    `SELECT ${COLUMNS} FROM ${movesAsOf('$1::timestamptz')} WHERE m.organization_id = $2 AND m.status = 'RUNNING' AND NOT lapsed.already`,
    [now, organizationId],
  );
  return row ?? null;
}

/** Marks an abandoned move as failed; call it under a new lease of the clock. */
export async function failAbandonedMove(
  organizationId: string,
  { reached, ended_at }: { readonly reached: Date; readonly ended_at: Date },
): Promise<void> {
  await statement(
    `UPDATE clock_moves SET status = 'FAILED', reached = greatest(moved_from, $2), ended_at = greatest(started_at, $3)
     WHERE organization_id = $1 AND status = 'RUNNING'`,
    [organizationId, reached, ended_at],
  );
}

/** Inserts a move that begins; call it under the lease of the clock. */
export async function insertClockMove(organizationId: string, move: NewClockMove): Promise<void> {
  await statement(
    `INSERT INTO clock_moves (organization_id, id, moved_from, moved_to, api_key_id, user_id, on_behalf_of, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, move.id, move.moved_from, move.moved_to, move.api_key_id, move.user_id, move.on_behalf_of, move.started_at],
  );
}

export async function endClockMove(
  organizationId: string,
  id: string,
  { status, reached, performed, ended_at }: Pick<ClockMoveRow, 'status' | 'reached' | 'performed' | 'ended_at'>,
): Promise<void> {
  await statement(
    `UPDATE clock_moves SET status = $3, reached = $4, performed = $5, ended_at = greatest(started_at, $6)
     WHERE organization_id = $1 AND id = $2 AND status = 'RUNNING'`,
    [organizationId, id, status, reached, JSON.stringify(performed), ended_at],
  );
}
