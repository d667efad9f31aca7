/** Two simultaneous requests with the same event: one stores it, and both are answered with it. */
import type { EventBatchResult } from '@/contract/event';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { pool, prisma } from '@/server/db/client';
import { queueMade } from '@/server/db/repositories/events/event-queue';
import { statement } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';

// A table lock taken here would block other tests.
await useOwnDatabase();

const THEIRS = newId();

test('an event that somebody else stores meanwhile is answered as theirs, and its neighbours as they were accepted, whatever happened to them since', async () => {
  const { api, id, program, send } = await programWithAsset();
  const { id: earlier } = await send({ external_id: 'ada' });
  const sending = { program_id: program.id, external_id: 'ada', event_data: {} };
  const other = await pool().connect();
  const worker = await pool().connect();
  try {
    await other.query('BEGIN');
    await other.query(
      `WITH made AS (
         INSERT INTO events (id, idempotency_key, organization_id, program_id, participant_id, external_id, event_type, event_data, event_timestamp)
         SELECT $1, 'contested', organization_id, program_id, participant_id, external_id, event_type, event_data, event_timestamp FROM events WHERE id = $2
         RETURNING *)
       ${queueMade('time_of_id(id)')}`,
      [THEIRS, earlier],
    );
    const answer = api.post<EventBatchResult>('/events/batch', {
      events: ['mine', 'contested', 'also-mine'].map((idempotency_key) => ({ ...sending, idempotency_key })),
    });
    await untilWaitedFor(other, 1);
    await worker.query('BEGIN');
    // Lets the insert through first; the read after it has to wait.
    const locked = worker.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    await untilWaitedFor(other, 2);
    await other.query('COMMIT');
    await locked;
    await worker.query(
      `WITH done AS (DELETE FROM event_queue q USING events e WHERE e.id = q.id AND e.idempotency_key LIKE '%mine' RETURNING q.organization_id, q.id)
       INSERT INTO event_outcomes (organization_id, event_id, status, processed_at, rule_configuration_version, evaluations)
       SELECT organization_id, id, 'COMPLETED', now(), 1, '[]' FROM done`,
    );
    await worker.query('COMMIT');

    const { status, body } = await answer;
    expect(status).toBe(202);
    expect(body).toMatchObject({ success_count: 3, error_count: 0 });
    expect(body.results).toMatchObject([
      { index: 0, event: { idempotency_key: 'mine', status: 'PENDING', processed_at: null } },
      { index: 1, event: { idempotency_key: 'contested', status: 'PENDING', id: THEIRS } },
      { index: 2, event: { idempotency_key: 'also-mine', status: 'PENDING', processed_at: null } },
    ]);
    expect(await prisma().event.count({ where: { organization_id: id } })).toBe(4);
  } finally {
    other.release();
    worker.release();
  }
});

/** Resolves once this many sessions wait for a lock of this one. */
async function untilWaitedFor(by: PoolClient, sessions: number): Promise<void> {
  const { rows } = await by.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = () =>
    statement<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0]!.pid]);
  await expect.poll(async () => (await waiting()).length).toBe(sessions);
}
