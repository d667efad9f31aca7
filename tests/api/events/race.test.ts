/** Two simultaneous requests with the same event: one stores it, and both are answered with it. */
import type { EventBatchResult } from '@/contract/event';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { pool, prisma } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';

// A table lock taken here would block other tests.
await useOwnDatabase();

const THEIRS = '11111111-1111-4111-8111-111111111111';

test('an event that somebody else stores meanwhile is answered as theirs, and its neighbours as they were accepted, whatever happened to them since', async () => {
  const { api, id, program, send } = await programWithAsset();
  const { id: earlier } = await send({ external_id: 'ada' });
  const sending = { program_id: program.id, external_id: 'ada', event_data: {} };
  const other = await pool().connect();
  const worker = await pool().connect();
  try {
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO events (id, idempotency_key, organization_id, program_id, participant_id, external_id, event_type, event_data,
         event_timestamp, due_at, received_at, created_at, updated_at)
       SELECT $1, 'contested', organization_id, program_id, participant_id, external_id, event_type, event_data,
         event_timestamp, due_at, received_at, created_at, updated_at FROM events WHERE id = $2`,
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
    await worker.query(`UPDATE events SET status = 'COMPLETED', processed_at = now() WHERE idempotency_key LIKE '%mine'`);
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
