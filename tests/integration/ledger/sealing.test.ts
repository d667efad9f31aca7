import { expect, test } from 'vitest';
import type { LedgerCheckpoint, LedgerPublicKey } from '@/contract/ledger';
import { CHAIN_START } from '@/domain/ledger/seal';
import { publishSettings } from '@/env';
import { pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, REAL_TIME, sealsOf, tamper, type SealRow } from '@tests/support/proof';

await useOwnDatabase();

const sealOnce = () => sealEntries({ clock: REAL_TIME, limit: 200, signal: new AbortController().signal });
const entryIds = async (organizationId: string) =>
  (await statement<{ id: string }>('SELECT id FROM journal_entries WHERE organization_id = $1', [organizationId]))
    .map(({ id }) => id)
    .sort();

function expectOneChain(seals: readonly SealRow[]): void {
  expect(seals.map(({ position }) => position)).toEqual(seals.map((_, i) => i + 1));
  expect(seals.map(({ previous_hash }) => previous_hash)).toEqual(
    [CHAIN_START, ...seals.slice(0, -1).map(({ entry_hash }) => entry_hash)].slice(0, seals.length),
  );
}

test('while many connections post and three sealers race, every committed entry gets one place in one chain', async () => {
  const { id, postEntries } = await books();
  let posting = true;
  const seal = async (): Promise<void> => {
    while (posting) await sealOnce();
  };
  const sealers = [seal(), seal(), seal()];
  await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      for (let round = 0; round < 15; round++) await postEntries(1 + ((i + round) % 7));
    }),
  );
  posting = false;
  await Promise.all(sealers);
  await sealOnce();
  const seals = await sealsOf(id);
  expectOneChain(seals);
  expect(seals.map(({ entry_id }) => entry_id).sort()).toEqual(await entryIds(id));
});

test('an entry is sealed after its commit and never before, however long its transaction takes, and does not hold up later ones', async () => {
  const { id, postEntries } = await books();
  const inserted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = postEntries(2, {
    beforeCommit: () => {
      inserted.resolve();
      return mayCommit.promise;
    },
  });
  await inserted.promise;
  const other = await books();
  const quick = await other.postEntries(3);
  await sealOnce();
  expect((await sealsOf(id)).map(({ entry_id }) => entry_id)).toEqual([]);
  expect((await sealsOf(other.id)).map(({ entry_id }) => entry_id)).toEqual(quick);
  mayCommit.resolve();
  const ids = await slow;
  await sealOnce();
  expect((await sealsOf(id)).map(({ entry_id }) => entry_id)).toEqual(ids);
});

test('entries that a transaction rolled back leave no gap in the chain', async () => {
  const { id, postEntries } = await books();
  const [first] = await postEntries(1);
  await expect(postEntries(5, { beforeCommit: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
  const [second] = await postEntries(1);
  await sealOnce();
  const seals = await sealsOf(id);
  expectOneChain(seals);
  expect(seals.map(({ entry_id }) => entry_id)).toEqual([first, second]);
});

test('an entry that was removed before it was sealed holds up no other', async () => {
  const { id, postEntries } = await books();
  const [first, removed, third] = await postEntries(3);
  await tamper('DELETE FROM journal_entries WHERE id = $1', [removed]);
  await sealOnce();
  const seals = await sealsOf(id);
  expectOneChain(seals);
  expect(seals.map(({ entry_id }) => entry_id)).toEqual([first, third]);
});

test('sealing again changes nothing', async () => {
  const { id, postEntries } = await books();
  await postEntries(4);
  await sealOnce();
  const seals = await sealsOf(id);
  expect(await sealOnce()).toEqual({ performed: 0, more: false });
  expect(await sealsOf(id)).toEqual(seals);
});

test('posting does not wait while somebody seals', async () => {
  const { id, postEntries } = await books();
  await postEntries(1);
  await statement(`INSERT INTO entry_chains (organization_id) VALUES ($1)`, [id]);
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM entry_chains WHERE organization_id = $1 FOR UPDATE', [id]);
    await client.query('DELETE FROM entry_seal_queue WHERE organization_id = $1', [id]);
    expect(await postEntries(3)).toHaveLength(3);
    expect(await sealOnce()).toMatchObject({ performed: 0 });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await sealOnce();
  expect(await sealsOf(id)).toHaveLength(4);
});

test('seals and checkpoints can be neither changed nor removed, and a seal must go on from the one before it', async () => {
  const { id, postEntries, seal } = await books();
  await postEntries(2);
  await seal();
  for (const table of ['entry_seals', 'ledger_checkpoints']) {
    await expect(statement(`UPDATE ${table} SET position = position WHERE organization_id = $1`, [id])).rejects.toThrow('append-only');
    await expect(statement(`DELETE FROM ${table} WHERE organization_id = $1`, [id])).rejects.toThrow('append-only');
  }
  const [entry] = await postEntries(1);
  const append = (position: number, hash: string) =>
    statement('INSERT INTO entry_seals VALUES ($1, $2, $3, decode($4, $5), decode($6, $5), now())', [
      id,
      position,
      entry,
      CHAIN_START,
      'hex',
      hash,
    ]);
  await expect(append(3, CHAIN_START)).rejects.toThrow('does not go on');
  const [, second] = await sealsOf(id);
  await expect(append(4, second!.entry_hash)).rejects.toThrow('does not go on');
});

test('a checkpoint is signed every thousand entries, and five minutes after the last entry', async () => {
  const { id, postEntries } = await books();
  const checkpoints = async () =>
    (
      await statement<{ position: number }>('SELECT position FROM ledger_checkpoints WHERE organization_id = $1 ORDER BY position', [id])
    ).map(({ position }) => position);
  const sealAt = (minutes: number) =>
    sealEntries({ clock: { now: () => new Date(Date.now() + minutes * 60_000) }, limit: 200, signal: new AbortController().signal });
  await postEntries(10);
  await sealAt(0);
  expect(await checkpoints()).toEqual([]);
  await sealAt(5.1);
  expect(await checkpoints()).toEqual([10]);
  await sealAt(60);
  expect(await checkpoints()).toEqual([10]);
  await postEntries(999);
  await sealAt(60);
  expect(await checkpoints()).toEqual([10]);
  await postEntries(1);
  await sealAt(60);
  expect(await checkpoints()).toEqual([10, 1010]);
});

test('when the encryption key is lost, a new key signs, and what the old one signed still holds', async () => {
  const { postEntries, seal, verify, api } = await books();
  const keyIds = async () =>
    (await api.get<{ data: LedgerCheckpoint[] }>('/ledger/checkpoints?sort_dir=asc')).body.data.map(({ key_id }) => key_id);
  await postEntries(1);
  await seal();
  publishSettings({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
  await postEntries(1);
  await Promise.all([seal(), seal()]);
  const [before, after, ...more] = await keyIds();
  expect([before === after, more]).toEqual([false, []]);
  expect((await api.get<LedgerPublicKey>('/ledger/public-key')).body.key_id).toBe(after);
  expect((await verify()).status).toBe('PASSED');
});
