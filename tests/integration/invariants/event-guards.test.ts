/** What the database itself holds of events: stored once, waiting or ended, never both or neither. */
import { expect, test } from 'vitest';
import { statement, withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const FOREIGN_KEY = '23503';
const RESTRICTED = '23001';
const CHECK = '23514';
const UNIQUE = '23505';

const QUEUED = `INSERT INTO event_queue (organization_id, program_id, lane, due_at, id, participant_id)
  SELECT organization_id, program_id, slot_of(participant_id), time_of_id(id), id, participant_id FROM events WHERE id = $1`;
const ENDED = `INSERT INTO event_outcomes (organization_id, event_id, status, processed_at, rule_configuration_version, evaluations)
  SELECT $1, $2::uuid, 'COMPLETED', now(), 1, '[]'`;

/** A club with an event that waits and one that has ended. */
async function club(): Promise<TestProgram & { waiting: string; ended: string }> {
  const made = await programWithAsset();
  await made.addRule({});
  const ended = await made.send({});
  await processDueEvents(made.id);
  const waiting = await made.send({});
  return { ...made, waiting: waiting.id, ended: ended.id };
}

const refused = (attempt: Promise<unknown>, code: string, constraint?: string) =>
  expect(attempt).rejects.toMatchObject(constraint === undefined ? { code } : { code, constraint });

test('an event is never changed or removed, nor is an outcome changed, in whichever partition', async () => {
  const { id, waiting, ended } = await club();
  await refused(statement(`UPDATE events SET event_data = '{}' WHERE id = $1`, [waiting]), RESTRICTED);
  await refused(statement('DELETE FROM events WHERE organization_id = $1', [id]), RESTRICTED);
  await refused(statement('TRUNCATE events CASCADE'), RESTRICTED);
  for (const table of ['event_outcomes', 'event_outcomes_default'])
    await refused(statement(`UPDATE ${table} SET status = 'FAILED', error_message = 'no' WHERE event_id = $1`, [ended]), RESTRICTED);
  await refused(statement('TRUNCATE event_outcomes'), RESTRICTED);
  await refused(statement('TRUNCATE event_queue'), RESTRICTED);
});

test('an id that carries no time is refused, and an identity is stored once', async () => {
  const { waiting } = await club();
  const copy = (id: string, key: string) =>
    statement(
      `INSERT INTO events (id, organization_id, program_id, event_type, event_data, idempotency_key, event_timestamp)
       SELECT $2, organization_id, program_id, event_type, event_data, coalesce(nullif($3, ''), idempotency_key), event_timestamp FROM events WHERE id = $1`,
      [waiting, id, key],
    );
  await refused(copy(crypto.randomUUID(), 'other'), CHECK, 'events_id_has_time');
  await refused(copy(newId(), ''), UNIQUE, 'events_identity');
});

test('an event leaves the queue only with its outcome', async () => {
  const { waiting } = await club();
  await refused(statement('DELETE FROM event_queue WHERE id = $1', [waiting]), RESTRICTED, 'event_queue_until_outcome');
  expect(await statement('SELECT 1 FROM event_queue WHERE id = $1', [waiting])).toHaveLength(1);
});

test('an event that waits, however it came to, has no outcome, and one that ended is not queued', async () => {
  const { id, waiting, ended } = await club();
  await refused(statement(ENDED, [id, waiting]), FOREIGN_KEY, 'event_outcomes_of_event');
  await statement('UPDATE event_queue SET lane = -1 - lane, requeued_at = now(), retry_count = 1 WHERE id = $1', [waiting]);
  await refused(statement(ENDED, [id, waiting]), FOREIGN_KEY, 'event_outcomes_of_event');
  await refused(statement(QUEUED, [ended]), FOREIGN_KEY, 'event_queue_of_event');
});

test('only events of the organization wait or end, and in the slot of their participant', async () => {
  const [ours, theirs] = [await club(), await club()];
  await refused(statement(ENDED, [ours.id, newId()]), FOREIGN_KEY, 'event_outcomes_of_event');
  await refused(statement(ENDED, [ours.id, theirs.ended]), FOREIGN_KEY, 'event_outcomes_of_event');
  await refused(
    statement('INSERT INTO event_queue (organization_id, program_id, lane, due_at, id) VALUES ($1, $2, 0, now(), $3)', [
      ours.id,
      ours.program.id,
      newId(),
    ]),
    FOREIGN_KEY,
    'event_queue_of_event',
  );
  await refused(statement('UPDATE event_queue SET lane = (lane + 1) % 64 WHERE id = $1', [ours.waiting]), CHECK, 'event_queue_lane');
  await refused(statement('UPDATE event_queue SET retry_count = 1 WHERE id = $1', [ours.waiting]), CHECK, 'event_queue_retries');
  await refused(statement('UPDATE event_queue SET participant_id = NULL WHERE id = $1', [ours.waiting]), RESTRICTED);
});

test('an outcome is removed only when its event is queued again in the same transaction', async () => {
  const { ended } = await club();
  const removed = (again: boolean) =>
    withTransaction(async (tx) => {
      await tx.query('DELETE FROM event_outcomes WHERE event_id = $1', [ended]);
      if (!again) return;
      await tx.query(
        `INSERT INTO event_queue (organization_id, program_id, lane, due_at, id, participant_id, requeued_at)
         SELECT organization_id, program_id, -1 - slot_of(participant_id), now(), id, participant_id, now() FROM events WHERE id = $1`,
        [ended],
      );
    });
  await refused(removed(false), RESTRICTED, 'event_outcomes_until_requeued');
  await removed(true);
  expect(await statement('SELECT 1 FROM event_queue WHERE id = $1', [ended])).toHaveLength(1);
});

test('an outcome says why exactly when its event failed', async () => {
  const { id, ended } = await club();
  const other = (status: string, code: string | null, message: string | null) =>
    statement(
      `INSERT INTO event_outcomes (organization_id, event_id, status, error_code, error_message, processed_at, rule_configuration_version) VALUES ($1, $2, $3, $4, $5, now(), 1)`,
      [id, ended, status, code, message],
    );
  await refused(other('FAILED', null, null), CHECK, 'event_outcomes_reason');
  await refused(other('COMPLETED', null, 'no'), CHECK, 'event_outcomes_reason');
  await refused(other('COMPLETED', 'no', null), CHECK, 'event_outcomes_code');
  await refused(other('COMPLETED', null, null), UNIQUE);
});
