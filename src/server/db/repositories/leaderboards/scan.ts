/**
 * Looks through everybody who may have gained something before anything told of them. Transactions that wrote without knowing of the leaderboard
 * told nothing; so the scan waits until each of them is done: what they wrote is then seen by it, and every later one tells. Those that write
 * nothing of what it measures are not waited for.
 */
import { present } from '@/domain/assert';
import type { MeasureType } from '@/domain/leaderboards/leaderboard';
import type { Tx } from '@/server/db/transaction';
import { transactionMark, writersHavePassed } from '@/server/db/transaction-marks';
import { measuredBy, type ClaimedLeaderboard, type LeaderboardKey } from './scoring-claim';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Wants a scan from the start, by whichever transaction holds the leaderboard. */
export async function wantScan(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, now: Date): Promise<void> {
  await tx.query(
    `UPDATE leaderboards SET scan = 'WANTED', scan_after = NULL, scanned_to = NULL, due_at = $3 WHERE organization_id = $1 AND id = $2`,
    [organization_id, id, now],
  );
}

/** Remembers the transactions that may not know of the leaderboard, which has been committed by now: each of them has written before. */
export async function awaitWriters(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey): Promise<void> {
  const mark = await transactionMark(organization_id);
  await tx.query(`UPDATE leaderboards SET scan = 'WAITING', scan_after = $3 WHERE organization_id = $1 AND id = $2`, [
    organization_id,
    id,
    mark,
  ]);
}

/** Whose triggers tell of a change. */
const TOLD_BY: Readonly<Record<MeasureType, string>> = {
  EARNED: 'journal_entries',
  COUNTER: 'state_history',
  CHALLENGE: 'challenge_completions',
};

/** @returns whether all of them are done, so that the scan begins. */
export async function beginScan(tx: Pick<Tx, 'query'>, board: ClaimedLeaderboard): Promise<boolean> {
  const { organization_id, id, scan_after, measure, group_id } = board;
  const tables = [TOLD_BY[measure], ...(group_id === null ? [] : ['group_members'])];
  const mark = String(present(scan_after, 'a scan that waits has a mark'));
  if (!(await writersHavePassed(organization_id, mark, tables))) return false;
  await tx.query(`UPDATE leaderboards SET scan = 'RUNNING', scan_after = NULL, scanned_to = $3 WHERE organization_id = $1 AND id = $2`, [
    organization_id,
    id,
    BEFORE_ALL,
  ]);
  return true;
}

/** Whoever has ever held the asset in the program, had the counter, completed the challenge, or is in the group, after one of them. */
const SOURCES = {
  GROUP: `SELECT participant_id FROM group_members WHERE organization_id = $1 AND group_id = $2 AND left_at IS NULL AND participant_id > $3`,
  EARNED: `SELECT account_id AS participant_id FROM balances
    WHERE organization_id = $1 AND asset_id = $2 AND program_id = $5 AND account_type = 'PARTICIPANT' AND account_id > $3`,
  COUNTER: `SELECT subject_id AS participant_id FROM state_counters
    WHERE organization_id = $1 AND key = $2 AND subject_type = 'PARTICIPANT' AND subject_id > $3`,
  CHALLENGE: `SELECT DISTINCT participant_id FROM challenge_completions
    WHERE organization_id = $1 AND challenge_id = $2 AND part = 100 AND participant_id > $3`,
} as const;

/** The next of them. If they are fewer than `limit`, they are the last. */
export async function scanNext(tx: Pick<Tx, 'query'>, board: ClaimedLeaderboard, limit: number): Promise<{ participant_id: string }[]> {
  const { organization_id, id } = board;
  const source = board.group_id === null ? board.measure : 'GROUP';
  const found = await tx.query<{ participant_id: string }>(`${SOURCES[source]} ORDER BY participant_id LIMIT $4`, [
    organization_id,
    board.group_id ?? measuredBy(board),
    board.scanned_to ?? BEFORE_ALL,
    limit,
    ...(source === 'EARNED' ? [board.program_id] : []),
  ]);
  const last = found.length < limit ? null : found.at(-1);
  await tx.query('UPDATE leaderboards SET scan = $3, scanned_to = $4 WHERE organization_id = $1 AND id = $2', [
    organization_id,
    id,
    last ? 'RUNNING' : 'DONE',
    last?.participant_id ?? null,
  ]);
  return found;
}
