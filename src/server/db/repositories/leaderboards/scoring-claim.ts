/** Claims leaderboards for scoring: whoever holds the row of one is the only one who writes its seasons, scores and buckets. */
import { present } from '@/domain/assert';
import type { Tx } from '@/server/db/transaction';
import type { LeaderboardRow } from './leaderboards';

export interface ClaimedLeaderboard extends Omit<
  LeaderboardRow,
  'name' | 'description' | 'campaign_id' | 'due_at' | 'created_at' | 'updated_at' | 'deleted_at'
> {
  organization_id: string;
  /** While it waits: the transaction before which all have to be done that write what it measures. */
  scan_after: number | null;
  /** Of the program. */
  timezone: string;
}

export type LeaderboardKey = Pick<ClaimedLeaderboard, 'organization_id' | 'id'>;

/** The id of the asset or challenge, or the key of the counter. */
export const measuredBy = ({ asset_id, challenge_id, counter_key }: ClaimedLeaderboard): string =>
  present(asset_id ?? challenge_id ?? counter_key, 'a leaderboard measures something');

/** The leaderboard, locked until the transaction ends; null when somebody else holds the lock. */
export async function claimLeaderboard(tx: Tx, { organization_id, id }: LeaderboardKey): Promise<ClaimedLeaderboard | null> {
  const [row] = await tx.query<ClaimedLeaderboard>(
    `SELECT l.organization_id, l.id, l.program_id, l.key, l.status, l.measure, l.counter_key, l.asset_id, l.challenge_id, l.period, l.starts_at, l.ends_at, l.group_id, l.min_score,
       l.prizes, l.scan, l.scan_after, l.scanned_to, p.timezone
     FROM leaderboards l JOIN programs p ON p.organization_id = l.organization_id AND p.id = l.program_id
     WHERE l.organization_id = $1 AND l.id = $2 FOR NO KEY UPDATE OF l SKIP LOCKED`,
    [organization_id, id],
  );
  return row ?? null;
}

/** Takes out of the queue who has waited longest. A participant is there as often as something was told of them. */
export const takeWaiting = (tx: Tx, { organization_id, id }: LeaderboardKey, limit: number): Promise<{ participant_id: string }[]> =>
  tx.query<{ participant_id: string }>(
    `DELETE FROM leaderboard_queue q USING (
       SELECT sequence FROM leaderboard_queue WHERE organization_id = $1 AND leaderboard_id = $2 ORDER BY sequence LIMIT $3) longest
     WHERE q.organization_id = $1 AND q.leaderboard_id = $2 AND q.sequence = longest.sequence RETURNING q.participant_id`,
    [organization_id, id, limit],
  );

/** Forgets all who wait for a leaderboard that is scored no more. */
export async function emptyQueue(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey): Promise<void> {
  await tx.query('DELETE FROM leaderboard_queue WHERE organization_id = $1 AND leaderboard_id = $2', [organization_id, id]);
}

/** Whether somebody waits because of a change before an instant. Those of later changes may be many, and never end. */
export async function isAnybodyWaiting(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, before: Date): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM leaderboard_queue WHERE organization_id = $1 AND leaderboard_id = $2 AND queued_at < $3 LIMIT 1',
    [organization_id, id, before],
  );
  return rows.length > 0;
}

/** Records when there is something to do next, and whether the leaderboard is over. */
export async function recordScoring(
  tx: Tx,
  { organization_id, id }: LeaderboardKey,
  { status, dueAt }: { readonly status: LeaderboardRow['status']; readonly dueAt: Date | null },
): Promise<void> {
  await tx.query('UPDATE leaderboards SET status = $3, due_at = $4 WHERE organization_id = $1 AND id = $2', [
    organization_id,
    id,
    status,
    dueAt,
  ]);
}
