/** Moves of sandbox clocks as rows: at most one of an organization is under way. */
import type { MoveStatus } from '@/domain/sandbox/timeline';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset';
import { NOT_BEING_ADVANCED } from '../organization-clock';
import { statement, withTransaction } from '../transaction';

export interface ClockMoveRow {
  id: string;
  /** On the clock of the organization. */
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

export type NewClockMove = Omit<ClockMoveRow, 'reached' | 'status' | 'performed' | 'ended_at'>;

const COLUMNS = `m.id, m.moved_from, m.moved_to, m.reached, m.status, m.performed, m.api_key_id, m.user_id, m.on_behalf_of, m.started_at, m.ended_at`;

const MOVES: KeysetList<'started_at'> = {
  name: 'clock-moves',
  select: { columns: COLUMNS, from: 'clock_moves m' },
  sorts: { started_at: [{ sql: 'm.started_at', type: 'timestamptz' }] },
  id: { sql: 'm.id', type: 'uuid' },
};

export const listClockMoveRows = (organizationId: string, query: PageRequest<'started_at'>): Promise<KeysetPage<ClockMoveRow>> =>
  keysetPage<ClockMoveRow, 'started_at'>(MOVES, {
    organizationId,
    query: { ...query },
    where: [equals('m.organization_id', organizationId)],
  });

export async function findClockMove(organizationId: string, id: string): Promise<ClockMoveRow | null> {
  const [row] = await statement<ClockMoveRow>(`SELECT ${COLUMNS} FROM clock_moves m WHERE m.organization_id = $1 AND m.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** The move that is under way. @param now real time: one whose process ended without a word is not under way. */
export async function findRunningMove(organizationId: string, now: Date): Promise<ClockMoveRow | null> {
  const [row] = await statement<ClockMoveRow>(
    `SELECT ${COLUMNS} FROM clock_moves m JOIN organizations o ON o.id = m.organization_id
     WHERE m.organization_id = $2 AND m.status = 'RUNNING' AND NOT ${NOT_BEING_ADVANCED}`,
    [now, organizationId],
  );
  return row ?? null;
}

/** Writes a move that begins, to be called under the lease of the clock: one that never ended has failed where this one begins. */
export function insertClockMove(organizationId: string, move: NewClockMove): Promise<void> {
  return withTransaction(async (tx) => {
    await tx.query(
      `UPDATE clock_moves SET status = 'FAILED', reached = greatest(moved_from, $2), ended_at = greatest(started_at, $3)
       WHERE organization_id = $1 AND status = 'RUNNING'`,
      [organizationId, move.moved_from, move.started_at],
    );
    await tx.query(
      `INSERT INTO clock_moves (organization_id, id, moved_from, moved_to, api_key_id, user_id, on_behalf_of, started_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [organizationId, move.id, move.moved_from, move.moved_to, move.api_key_id, move.user_id, move.on_behalf_of, move.started_at],
    );
  });
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
