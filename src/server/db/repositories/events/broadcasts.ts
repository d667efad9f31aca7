/** Reads and writes broadcasts: which are unfinished, who is next in each, and how far it has come. */
import type { Broadcast } from '@/domain/events/system';
import type { JsonRecord } from '@/domain/rules/activation';
import { wake } from '@/server/platform/wake';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Prisma } from '@/server/db/generated/client';
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

const NEW_BROADCASTS: Columns<
  Prisma.BroadcastModel,
  Broadcast,
  'organization_id' | 'created_at' | 'updated_at' | 'reached' | 'event_count' | 'completed_at'
> = {
  id: ['uuid', ({ id }) => id],
  program_id: ['uuid', ({ programId }) => programId],
  group_id: ['uuid', ({ groupId }) => groupId],
  event_data: ['json', ({ data }) => JSON.stringify(data)],
  due_at: ['timestamptz', ({ dueAt }) => dueAt],
  cause_event_id: ['uuid', ({ cause }) => cause.eventId],
  depth: ['smallint', ({ cause }) => cause.depth],
};

export function insertBroadcasts(
  tx: Pick<Tx, 'send' | 'afterCommit'>,
  { organizationId, now }: { organizationId: string; now: Date },
  broadcasts: readonly Broadcast[],
): void {
  tx.send(
    `INSERT INTO broadcasts (organization_id, created_at, updated_at, ${namesOf(NEW_BROADCASTS)}) SELECT $1, $2, $2, * FROM ${rowsOf(NEW_BROADCASTS, 3)}`,
    [organizationId, now, ...arraysOf(NEW_BROADCASTS, broadcasts)],
  );
  tx.afterCommit(() => wake('run-broadcasts'));
}

export interface DueBroadcast {
  id: string;
  organization_id: string;
  clock_offset_ms: number;
}

const UNFINISHED = 'q.completed_at IS NULL';
const dueIn = (organization: string, now: string): string =>
  `SELECT id, organization_id, due_at FROM broadcasts
   WHERE organization_id = ${organization} AND completed_at IS NULL AND due_at <= ${now} ORDER BY due_at LIMIT $2`;

/** Unfinished broadcasts that are due, oldest first. @param now real time, or the clock of `organizationId`. */
export function dueBroadcasts(now: Date, organizationId: string | null, limit: number): Promise<DueBroadcast[]> {
  return organizationId === null
    ? statement<DueBroadcast>(
        `SELECT d.id, d.organization_id, o.clock_offset_ms
         FROM ${earliestByOrganization('broadcasts', 'due_at', UNFINISHED)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.due_at LIMIT $2`,
        [now, limit],
      )
    : statement<DueBroadcast>(`SELECT d.id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`, [
        now,
        limit,
        organizationId,
      ]);
}

interface ClaimedBroadcast {
  id: string;
  organization_id: string;
  program_id: string;
  group_id: string | null;
  cause_event_id: string;
  depth: number;
  event_data: JsonRecord;
  due_at: Date;
  reached: string | null;
}

/** The broadcast, locked until the transaction ends; null when it is finished or somebody else holds the lock. */
export async function claimBroadcast(tx: Tx, { organization_id, id }: DueBroadcast): Promise<ClaimedBroadcast | null> {
  const [row] = await tx.query<ClaimedBroadcast>(
    `SELECT id, organization_id, program_id, group_id, cause_event_id, depth, event_data, due_at, reached
     FROM broadcasts WHERE organization_id = $1 AND id = $2 AND completed_at IS NULL FOR UPDATE SKIP LOCKED`,
    [organization_id, id],
  );
  return row ?? null;
}

interface Listener {
  id: string;
  externalId: string;
}

/** The next active participants of the audience, in id order. */
export function nextListeners(tx: Tx, broadcast: ClaimedBroadcast, limit: number): Promise<Listener[]> {
  const audience =
    broadcast.group_id === null
      ? 'program_participants a WHERE a.organization_id = $1 AND a.program_id = $2'
      : 'group_members a WHERE a.organization_id = $1 AND a.group_id = $2 AND a.left_at IS NULL';
  return tx.query<Listener & Record<string, string>>(
    `SELECT p.id, p.external_id AS "externalId" FROM participants p
     WHERE p.organization_id = $1 AND p.status = 'ACTIVE' AND p.id IN (SELECT a.participant_id FROM ${audience}) AND ($3::uuid IS NULL OR p.id > $3)
     ORDER BY p.id LIMIT $4`,
    [broadcast.organization_id, broadcast.group_id ?? broadcast.program_id, broadcast.reached, limit],
  );
}

/** Records the progress of a broadcast. @param made the number of events created in this step. */
export async function recordProgress(
  tx: Tx,
  { id, organization_id }: ClaimedBroadcast,
  progress: { reached: string | null; made: number; completed: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE broadcasts SET reached = coalesce($3, reached), event_count = event_count + $4, completed_at = CASE WHEN $5 THEN $6::timestamptz END, updated_at = $6
     WHERE organization_id = $1 AND id = $2`,
    [organization_id, id, progress.reached, progress.made, progress.completed, progress.now],
  );
}

/** When the organization's next unfinished broadcast falls due, up to `until`; null when none does. */
export async function nextBroadcastDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    'SELECT min(due_at) AS due_at FROM broadcasts WHERE organization_id = $1 AND completed_at IS NULL AND due_at <= $2',
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next unfinished broadcast of any organization falls due, up to `until`. */
export async function nextBroadcastDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('broadcasts', 'due_at', UNFINISHED)} AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
