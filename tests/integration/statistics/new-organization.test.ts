/** An organization beside a larger one, which the statistics of Postgres do not know yet: what is asked for is read, and not the rest. */
import { expect, test } from 'vitest';
import { claimKeys, recordOutcomes } from '@/server/db/repositories/ledger/idempotency-records';
import { readState } from '@/server/db/repositories/people/state-reading';
import { loadTierSubjects } from '@/server/db/repositories/programs/tier-subjects';
import { loadWorld } from '@/server/db/repositories/rules/world';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { organization } from '@tests/support/api';
import { crowd } from '@tests/support/crowd';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';

await useOwnDatabase();

const NOW = new Date('2026-03-01T12:00:00Z');
const KEPT = { fingerprint: 'abc', status: 200, response: { kept: true } };

async function withKeys(count: number) {
  const { id } = await organization();
  const keys = Array.from({ length: count }, (_, n) => ({ scopeId: newId(), key: `key-${n}` }));
  await withTransaction((tx) =>
    recordOutcomes(
      tx,
      id,
      NOW,
      keys.map((key) => ({ ...key, ...KEPT, operation: 'test' })),
    ),
  );
  return { id, keys };
}

/** A program whose participants all have a tag, a counter and a budget that the one rule reads. */
async function withPeople(count: number) {
  const club = await programWithAsset();
  await crowd(club, count);
  const { id: ruleId } = await club.addRule({
    condition: '"vip" in participant.tags && participant.counters.orders >= 0',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }],
    budgets: [{ asset_id: club.asset.id, scope: 'PARTICIPANT', limit: '1000' }],
  });
  await statement(
    `WITH people AS (SELECT id FROM participants WHERE organization_id = $1), tags AS (
       INSERT INTO state_tags (organization_id, subject_type, subject_id, tag, created_at)
       SELECT $1, 'PARTICIPANT', id, 'vip', now() FROM people
     ), counters AS (
       INSERT INTO state_counters (organization_id, subject_type, subject_id, key, value, updated_at)
       SELECT $1, 'PARTICIPANT', id, 'orders', 1, now() FROM people
     )
     INSERT INTO budget_usage (organization_id, rule_id, asset_id, scope, holder_id, period_start, consumed, "limit", updated_at)
     SELECT $1, $2, $3, 'PARTICIPANT', id, now(), 1, 1000, now() FROM people`,
    [club.id, ruleId, club.asset.id],
  );
  return club;
}

/** Does `work` in a transaction. @returns how many rows of each table it reads. */
const rowsReadBy = (tables: readonly string[], work: (tx: Tx) => Promise<void>): Promise<number[]> =>
  withTransaction(async (tx) => {
    // What the connection has read lately, in earlier transactions too.
    const read = async () => {
      const rows = await tx.query<{ name: string; rows: number }>(
        'SELECT relname AS name, (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables',
      );
      return tables.map((table) => rows.find(({ name }) => name === table)?.rows ?? 0);
    };
    const before = await read();
    await work(tx);
    return (await read()).map((rows, i) => rows - before[i]!);
  });

test('a claim reads the keys that it asks for, and none of the others', async () => {
  await withKeys(2_000);
  await statement('ANALYZE idempotency_records');
  const { id, keys } = await withKeys(1_000);
  const asked = [...keys.slice(0, 20), ...Array.from({ length: 20 }, (_, n) => ({ scopeId: newId(), key: `new-${n}` }))];
  const read = await rowsReadBy(['idempotency_records'], async (tx) => {
    expect(await claimKeys(tx, id, NOW, asked)).toEqual(asked.map((_, n) => (n < 20 ? KEPT : 'FREE')));
  });
  expect(read).toEqual([20]);
});

test('a batch of events reads what its own participants have, and nothing that others have', async () => {
  await withPeople(10_000);
  await statement('ANALYZE');
  const club = await withPeople(2_000);
  const people = await statement<{ id: string }>('SELECT id FROM participants WHERE organization_id = $1 ORDER BY id LIMIT 100', [club.id]);
  const actorIds = people.map(({ id }) => id);
  const tables = ['participants', 'state_tags', 'state_counters', 'budget_usage'];
  const read = await rowsReadBy(tables, async (tx) => {
    const { world } = await loadWorld(
      tx,
      { programId: club.program.id, organizationId: club.id, now: NOW, locksMeans: true },
      { actorIds, recipientIds: [], events: [] },
    );
    expect(world.participants.size).toBe(100);
  });
  expect(read).toEqual([100, 100, 100, 100]);
  const subjects = actorIds.map((id) => ({ type: 'PARTICIPANT' as const, id }));
  const readForTiers = await rowsReadBy(tables, async (tx) => {
    const found = await loadTierSubjects(tx, club.id, subjects);
    expect(found.filter(({ counters }) => counters.has('orders'))).toHaveLength(100);
  });
  expect(readForTiers).toEqual([0, 0, 100, 0]);
  const readForChanges = await rowsReadBy(tables, async (tx) => {
    const place = { type: 'TAG', operation: 'REMOVE', key: 'vip', origin: { source: 'API' } } as const;
    const found = await readState(
      tx,
      club.id,
      subjects.map((subject) => ({ ...place, subject })),
    );
    expect(found.size).toBe(100);
  });
  expect(readForChanges).toEqual([0, 100, 0, 0]);
});
