import { describe, expect, test } from 'vitest';
import type { LedgerCheckpoint, LedgerPublicKey } from '@/contract/ledger';
import { sealViolations } from '@/domain/ledger/proof';
import { CHAIN_START, EMPTY_CHAIN, SEGMENT, type ChainHead } from '@/domain/ledger/seal';
import { publishSettings } from '@/env';
import { pool } from '@/server/db/client';
import { autocommit, statement, withTransaction, type Tx } from '@/server/db/transaction';
import { noteDecision } from '@/server/platform/pressure';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, REAL_TIME, sealedEntriesOf, segmentsOfChain, tamper, type SealedEntryRow } from '@tests/support/proof';

await useOwnDatabase();

const sealOnce = () => sealEntries({ clock: REAL_TIME, limit: 200, signal: new AbortController().signal });
const entryIds = async (organizationId: string) =>
  (await statement<{ id: string }>('SELECT id FROM journal_entries WHERE organization_id = $1', [organizationId]))
    .map(({ id }) => id)
    .sort();

/** @returns the sealed entries, which are found by their ids at positions without a gap, under seals of which each goes on from the last. */
async function expectOneChain(organizationId: string): Promise<SealedEntryRow[]> {
  const entries = await sealedEntriesOf(organizationId);
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => i + 1));
  expect(entries.map(({ previous_hash }) => previous_hash)).toEqual(
    [CHAIN_START, ...entries.slice(0, -1).map(({ entry_hash }) => entry_hash)].slice(0, entries.length),
  );
  const segments = await segmentsOfChain(organizationId);
  let head: ChainHead = EMPTY_CHAIN;
  for (const segment of segments) {
    expect(sealViolations(segment, segment.entry_hashes, head)).toEqual([]);
    head = { position: head.position + segment.entries, seal_hash: segment.seal_hash };
  }
  expect(segments.flatMap(({ entry_hashes }) => entry_hashes)).toEqual(entries.map(({ entry_hash }) => entry_hash));
  return entries;
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
  const seals = await expectOneChain(id);
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
  expect((await sealedEntriesOf(id)).map(({ entry_id }) => entry_id)).toEqual([]);
  expect((await sealedEntriesOf(other.id)).map(({ entry_id }) => entry_id)).toEqual(quick);
  mayCommit.resolve();
  const ids = await slow;
  await sealOnce();
  expect((await sealedEntriesOf(id)).map(({ entry_id }) => entry_id)).toEqual(ids);
});

test('entries that a transaction rolled back leave no gap in the chain', async () => {
  const { id, postEntries } = await books();
  const [first] = await postEntries(1);
  await expect(postEntries(5, { beforeCommit: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
  const [second] = await postEntries(1);
  await sealOnce();
  const seals = await expectOneChain(id);
  expect(seals.map(({ entry_id }) => entry_id)).toEqual([first, second]);
});

test('an entry that was removed before it was sealed holds up no other, and is named', async () => {
  const { id, postEntries, verify } = await books();
  const [first, removed, third] = await postEntries(3);
  await tamper('DELETE FROM journal_entries WHERE id = $1', [removed]);
  await sealOnce();
  const seals = await expectOneChain(id);
  expect(seals.map(({ entry_id }) => entry_id)).toEqual([first, third]);
  expect((await verify()).violations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'ENTRY_MISSING', entry_id: removed, message: expect.stringContaining('waits') as string }),
    ]),
  );
  await postEntries(1);
  await sealOnce();
  expect(await expectOneChain(id)).toHaveLength(3);
});

test('what one statement wrote is sealed in its order, in segments of at most 256, however much it is', async () => {
  const { id, postEntries } = await books();
  const ids = [...(await postEntries(2_500)), ...(await postEntries(3))];
  expect(await sealOnce()).toEqual({ performed: 2_500, more: true });
  expect(await sealOnce()).toEqual({ performed: 3, more: false });
  expect((await expectOneChain(id)).map(({ entry_id }) => entry_id)).toEqual(ids);
  expect((await segmentsOfChain(id)).map(({ entries }) => entries)).toEqual([...Array<number>(9).fill(SEGMENT), 2_500 - 9 * SEGMENT, 3]);
});

test('sealing again changes nothing', async () => {
  const { id, postEntries } = await books();
  await postEntries(4);
  await sealOnce();
  const seals = await sealedEntriesOf(id);
  expect(await sealOnce()).toEqual({ performed: 0, more: false });
  expect(await sealedEntriesOf(id)).toEqual(seals);
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
  expect(await sealedEntriesOf(id)).toHaveLength(4);
});

test('seals and checkpoints can be neither changed nor removed', async () => {
  const { id, postEntries, seal } = await books();
  await postEntries(2);
  await seal();
  for (const [table, column] of [
    ['entry_seals', 'first_position'],
    ['ledger_checkpoints', 'position'],
  ]) {
    await expect(statement(`UPDATE ${table} SET ${column} = ${column} WHERE organization_id = $1`, [id])).rejects.toThrow('append-only');
    await expect(statement(`DELETE FROM ${table} WHERE organization_id = $1`, [id])).rejects.toThrow('append-only');
  }
});

describe('the database refuses a seal that', () => {
  /** Two sealed entries, and two that wait; the seal is one that it would take, but for what is given. */
  async function chain() {
    const ours = await books();
    const sealed = await ours.postEntries(2);
    await ours.seal();
    const waiting = await ours.postEntries(2);
    const [last] = await segmentsOfChain(ours.id);
    const append = (
      change: {
        first?: number;
        entries?: number;
        previous?: string;
        ids?: string[];
        hashes?: number;
        lowest?: string;
        highest?: string;
      } = {},
      tx: Pick<Tx, 'query'> = autocommit,
    ) => {
      const { first = 3, ids = waiting, previous = last!.seal_hash } = change;
      const { entries = ids.length, hashes = entries, lowest = ids.toSorted()[0], highest = ids.toSorted().at(-1) } = change;
      return tx.query(
        `INSERT INTO entry_seals (organization_id, first_position, entries, root, previous_hash, entry_ids, entry_hashes, lowest_id, highest_id, sealed_at)
         VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6, decode(repeat($4, $7), 'hex'), $8, $9, now())`,
        [ours.id, first, entries, CHAIN_START, previous, ids, hashes, lowest, highest],
      );
    };
    return { ...ours, sealed, waiting, append };
  }

  test('does not go on from the last one', async () => {
    const { append } = await chain();
    await expect(append({ previous: CHAIN_START })).rejects.toThrow('does not go on');
    for (const first of [1, 2, 4]) await expect(append({ first })).rejects.toThrow('does not go on');
    await append();
    await expect(append()).rejects.toThrow('does not go on');
  });

  test('begins where another does that is committed meanwhile', async () => {
    const { append, waiting } = await chain();
    const second = Promise.withResolvers<unknown>();
    await withTransaction(async (tx) => {
      await append({ ids: [waiting[0]!] }, tx);
      append({ ids: [waiting[1]!] }).then(second.resolve, second.reject);
      second.promise.catch(() => undefined);
      const someoneWaits = async () => {
        const [row] = await tx.query<{ waiting: boolean }>(
          'SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waiting',
        );
        return row?.waiting;
      };
      await expect.poll(someoneWaits).toBe(true);
    });
    await expect(second.promise).rejects.toMatchObject({ code: '23505', constraint: 'entry_seals_pkey' });
  });

  test('seals an entry once more', async () => {
    const { append, sealed, waiting } = await chain();
    await expect(append({ ids: [waiting[0]!, sealed[1]!] })).rejects.toThrow(`the entry ${sealed[1]} is sealed already`);
    await expect(append({ ids: [waiting[0]!, waiting[0]!] })).rejects.toThrow('once each');
    await append();
  });

  test('does not say how many entries it has, or where their ids end', async () => {
    const { append, waiting, sealed } = await chain();
    for (const change of [
      { entries: 3, hashes: 2 },
      { entries: 1, hashes: 1 },
      { hashes: 3 },
      { ids: [], entries: 0, lowest: sealed[0], highest: sealed[0] },
    ])
      await expect(append(change)).rejects.toMatchObject({ code: '23514' });
    await expect(append({ lowest: sealed[0] })).rejects.toThrow('from the least to the greatest');
    await expect(append({ highest: waiting[0] })).rejects.toThrow('from the least to the greatest');
  });
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

test('while checkouts wait, entries are sealed a few at a time, in the same chain', async () => {
  const { id, postEntries } = await books();
  for (let round = 0; round < 8; round++) await postEntries(50);
  const sealed: number[] = [];
  for (let more = true; more;) {
    noteDecision();
    const outcome = await sealOnce();
    sealed.push(outcome.performed);
    more = outcome.more;
  }
  expect(sealed.length).toBeGreaterThan(2);
  expect((await expectOneChain(id)).map(({ entry_id }) => entry_id).sort()).toEqual(await entryIds(id));
});
