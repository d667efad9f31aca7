/** Takes causes out of the queue whose notices are due, and puts back those that have to wait. Their setting is locked by the transaction. */
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { NoticeCause } from '@/server/db/generated/client';
import type { Tx } from '@/server/db/transaction';
import type { ClaimedNoticeSetting } from './notice-settings';

export interface WaitingNotice {
  cause: string;
  participant_id: string;
  about: string | null;
  due_at: Date;
  found_at: Date;
}

type SettingKey = Pick<ClaimedNoticeSetting, 'organization_id' | 'id'>;

/** Earliest first. */
export const takeDueCauses = (tx: Tx, { organization_id, id }: SettingKey, now: Date, limit: number): Promise<WaitingNotice[]> =>
  tx.query<WaitingNotice>(
    `DELETE FROM notice_queue q USING (
       SELECT due_at, cause FROM notice_queue WHERE organization_id = $1 AND setting_id = $2 AND due_at <= $3 ORDER BY due_at, cause LIMIT $4) d
     WHERE q.organization_id = $1 AND q.setting_id = $2 AND q.due_at = d.due_at AND q.cause = d.cause
     RETURNING q.cause, q.participant_id, q.about, q.due_at, q.found_at`,
    [organization_id, id, now, limit],
  );

const QUEUED: Columns<NoticeCause, WaitingNotice, 'organization_id' | 'setting_id'> = {
  due_at: ['timestamptz', (row) => row.due_at],
  cause: ['text', (row) => row.cause],
  participant_id: ['uuid', (row) => row.participant_id],
  about: ['text', (row) => row.about],
  found_at: ['timestamptz', (row) => row.found_at],
};

export async function queueAgain(tx: Tx, { organization_id, id }: SettingKey, causes: readonly WaitingNotice[]): Promise<void> {
  if (causes.length === 0) return;
  await tx.query(`INSERT INTO notice_queue (organization_id, setting_id, ${namesOf(QUEUED)}) SELECT $1, $2, * FROM ${rowsOf(QUEUED, 3)}`, [
    organization_id,
    id,
    ...arraysOf(QUEUED, causes),
  ]);
}

/** Forgets all that waits for a setting: what still stands is found again once it goes on. */
export async function emptyQueue(tx: Tx, organizationId: string, settingId: string): Promise<void> {
  await tx.query('DELETE FROM notice_queue WHERE organization_id = $1 AND setting_id = $2', [organizationId, settingId]);
}
