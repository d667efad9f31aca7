/** Nothing but what waits in the queue is unfinished: an event that neither waits nor has ended is found by a verification. */
import { expect, test } from 'vitest';
import type { LedgerVerification } from '@/contract/ledger';
import { statement } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { processDueEvents } from '@tests/support/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { runAllVerifications, tamper } from '@tests/support/proof';

await useOwnDatabase();

const REQUEUED = 'UPDATE event_queue SET lane = -1 - lane, due_at = $2, requeued_at = now(), retry_count = 1 WHERE id = $1';
const COPY = `INSERT INTO events (id, organization_id, program_id, participant_id, external_id, event_type, event_data, idempotency_key, event_timestamp)
  SELECT $2, organization_id, program_id, participant_id, external_id, event_type, event_data, $2::uuid::text, event_timestamp FROM events WHERE id = $1`;

/** A club with an event that ended, one that waits for its retry, and one that waits since it was stored. */
async function club(): Promise<TestProgram & { ended: string; retried: string; waiting: string }> {
  const made = await programWithAsset();
  await made.addRule({});
  const ended = await made.send({});
  await processDueEvents(made.id);
  const [retried, waiting] = [await made.send({}), await made.send({})];
  await statement(REQUEUED, [retried.id, new Date(Date.now() + 60_000)]);
  return { ...made, ended: ended.id, retried: retried.id, waiting: waiting.id };
}

async function lostOf({ api }: TestProgram): Promise<string[]> {
  const { body } = await api.post<LedgerVerification>('/reports/ledger-verification');
  await runAllVerifications();
  const { status, violations } = (await api.get<LedgerVerification>(`/reports/ledger-verification/${body.id}`)).body;
  expect(status).toBe(violations.length === 0 ? 'PASSED' : 'FAILED');
  expect(violations.map(({ check }) => check)).toEqual(violations.map(() => 'EVENT_LOST'));
  return violations.map(({ message }) => /^Event (\S+)/.exec(message)![1]!).sort();
}

test('events that ended, wait, or wait to be tried again are not lost', async () => {
  expect(await lostOf(await club())).toEqual([]);
});

test('an event that was stored and never queued is named', async () => {
  const ours = await club();
  const lost = newId();
  await statement(COPY, [ours.waiting, lost]);
  expect(await lostOf(ours)).toEqual([lost]);
});

test('events whose place or outcome was removed past every guard are named', async () => {
  const ours = await club();
  await tamper('DELETE FROM event_queue WHERE organization_id = $1', [ours.id]);
  await tamper('DELETE FROM event_outcomes WHERE organization_id = $1', [ours.id]);
  expect(await lostOf(ours)).toEqual([ours.ended, ours.retried, ours.waiting].sort());
});
