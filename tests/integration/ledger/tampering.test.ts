import { describe, expect, test } from 'vitest';
import type { LedgerVerification } from '@/contract/ledger';
import type { ProofCheck } from '@/domain/ledger/violation';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { deletePostings, updatePostings } from '@tests/support/entry-rows';
import { auditOf } from '@tests/support/exported-ledger';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, REAL_TIME, sealedEntriesOf, tamper, type Books } from '@tests/support/proof';

await useOwnDatabase();

const checksOf = ({ violations }: LedgerVerification) => violations.map(({ check }) => check);

test('a ledger that was let alone is whole, in the service and away from it', async () => {
  const ours = await books();
  await ours.postEntries(30);
  await ours.seal();
  await ours.postEntries(5);
  expect(await ours.verify()).toMatchObject({ status: 'PASSED', violations: [], violation_count: 0 });
  expect(await auditOf(ours)).toMatchObject({ code: 0, output: expect.stringContaining('WHOLE: 35 entries') as string });
});

interface Tampering {
  readonly name: string;
  /** @param entry the third of five entries: the last of three that were sealed together, before two others. */
  change(ours: Books, entry: string): Promise<void>;
  readonly found: readonly ProofCheck[];
  /** What the offline verifier reports; null for data an export does not contain. */
  readonly audit: RegExp | null;
  /** Whether that entry is reported first. */
  readonly namesEntry?: boolean;
}

const removeEntry = (entry: string): Promise<void> => tamper('DELETE FROM journal_entries WHERE id = $1', [entry]);

const CHANGED = /The entry is not what was sealed/;

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'an altered description',
    change: (_, entry) => tamper("UPDATE journal_entries SET description = 'Refund' WHERE id = $1", [entry]),
    found: ['ENTRY_HASH'],
    audit: CHANGED,
    namesEntry: true,
  },
  ...["created_at - interval '1 day'", "'infinity'"].map((time) => ({
    name: `an entry moved to ${time}`,
    change: (_: Books, entry: string) => tamper(`UPDATE journal_entries SET created_at = ${time} WHERE id = $1`, [entry]),
    found: ['ENTRY_HASH', 'REPORT_TOTAL'] as const,
    audit: CHANGED,
    namesEntry: true,
  })),
  {
    name: 'postings multiplied, still balanced',
    change: (_, entry) => tamper(updatePostings({ amount: 'amount * 100' }, 'entry_id = $1'), [entry]),
    found: ['ENTRY_HASH', 'BALANCE', 'REPORT_TOTAL'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'one posting raised',
    change: (_, entry) => tamper(updatePostings({ amount: 'amount + 1' }, 'entry_id = $1 AND line = 1'), [entry]),
    found: ['ENTRY_BALANCE', 'ENTRY_HASH', 'BALANCE', 'REPORT_TOTAL'],
    audit: /do not sum to zero/,
    namesEntry: true,
  },
  {
    name: 'a posting given to another account',
    change: (_, entry) => tamper(updatePostings({ account_id: 'gen_random_uuid()' }, 'entry_id = $1 AND line = 1'), [entry]),
    found: ['ENTRY_HASH', 'BALANCE_MISSING', 'BALANCE'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'a posting removed',
    change: (_, entry) => tamper(deletePostings('entry_id = $1 AND line = 1'), [entry]),
    found: ['ENTRY_POSTINGS', 'ENTRY_BALANCE', 'ENTRY_HASH', 'BALANCE', 'REPORT_TOTAL'],
    audit: /fewer than two postings/,
    namesEntry: true,
  },
  {
    name: 'postings added to an entry later',
    change: (_, entry) =>
      tamper(
        `UPDATE journal_entries SET account_types = account_types || account_types, accounts = accounts || accounts, assets = assets || assets,
           buckets = buckets || buckets, amounts = amounts || amounts WHERE id = $1`,
        [entry],
      ),
    found: ['ENTRY_HASH', 'BALANCE', 'REPORT_TOTAL'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'an entry removed with its postings',
    change: (_, entry) => removeEntry(entry),
    found: ['ENTRY_MISSING', 'BALANCE', 'REPORT_TOTAL'],
    audit: /The seal at position 1 is not over the entries that follow from there/,
  },
  {
    name: 'an entry removed with its postings and its place under its seal',
    change: async ({ id }, entry) => {
      await removeEntry(entry);
      await tamper(
        `UPDATE entry_seals SET entries = 2, entry_ids = entry_ids[1:2], entry_hashes = substr(entry_hashes, 1, 64), highest_id = entry_ids[2]
         WHERE organization_id = $1 AND first_position = 1`,
        [id],
      );
    },
    found: ['SEAL_HASH', 'CHAIN_POSITION', 'CHAIN_LINK', 'CHECKPOINT', 'BALANCE', 'REPORT_TOTAL'],
    audit: /Entries are missing before position 4/,
  },
  {
    name: 'a seal removed with its entries',
    change: async ({ id }, entry) => {
      const [first, second] = await sealedEntriesOf(id);
      for (const gone of [first!.entry_id, second!.entry_id, entry]) await removeEntry(gone);
      await tamper('DELETE FROM entry_seals WHERE organization_id = $1 AND first_position = 1', [id]);
    },
    found: ['CHAIN_POSITION', 'CHAIN_LINK', 'CHECKPOINT', 'BALANCE', 'REPORT_TOTAL'],
    audit: /Entries are missing before position 4/,
  },
  {
    name: 'the last seals cut off',
    change: ({ id }) => tamper('DELETE FROM entry_seals WHERE organization_id = $1 AND first_position > 3', [id]),
    found: ['CHAIN_HEAD', 'ENTRY_UNSEALED', 'CHECKPOINT', 'REPORT_TOTAL'],
    audit: /does not hold as many entries/,
  },
  {
    name: 'an entry slipped in behind the ledger',
    change: ({ id }, entry) =>
      tamper(
        `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts)
         SELECT gen_random_uuid(), $1, program_id, 'CREDIT', created_at, '{}', '{}', '{}', '{}', '{}' FROM journal_entries WHERE id = $2`,
        [id, entry],
      ),
    found: ['ENTRY_UNSEALED'],
    audit: null,
  },
  {
    name: 'two entries that changed places',
    change: ({ id }) =>
      tamper(
        `UPDATE entry_seals SET entry_ids = ARRAY[entry_ids[1], entry_ids[3], entry_ids[2]],
           entry_hashes = substr(entry_hashes, 1, 32) || substr(entry_hashes, 65, 32) || substr(entry_hashes, 33, 32)
         WHERE organization_id = $1 AND first_position = 1`,
        [id],
      ),
    found: ['SEAL_HASH', 'ENTRY_HASH'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'two entries that changed places and hashes that did not',
    change: ({ id }) =>
      tamper(
        `UPDATE entry_seals SET entry_ids = ARRAY[entry_ids[1], entry_ids[3], entry_ids[2]] WHERE organization_id = $1 AND first_position = 1`,
        [id],
      ),
    found: ['ENTRY_HASH'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'another hash under a seal',
    change: ({ id }) =>
      tamper(
        `UPDATE entry_seals SET entry_hashes = substr(entry_hashes, 1, 64) || decode(repeat('ab', 32), 'hex') WHERE organization_id = $1 AND first_position = 1`,
        [id],
      ),
    found: ['SEAL_HASH', 'ENTRY_HASH'],
    audit: CHANGED,
    namesEntry: true,
  },
  {
    name: 'a root that is of other entries',
    change: ({ id }) =>
      tamper(`UPDATE entry_seals SET root = decode(repeat('ab', 32), 'hex') WHERE organization_id = $1 AND first_position = 1`, [id]),
    found: ['SEAL_HASH', 'CHAIN_LINK', 'CHECKPOINT'],
    audit: /The seal at position 1 is not over the entries that follow from there/,
  },
  {
    name: 'a seal that goes on from another',
    change: ({ id }) =>
      tamper(`UPDATE entry_seals SET previous_hash = decode(repeat('ab', 32), 'hex') WHERE organization_id = $1 AND first_position = 4`, [
        id,
      ]),
    found: ['CHAIN_LINK', 'CHAIN_HEAD', 'CHECKPOINT'],
    audit: /The seal at position 4 does not go on from the one before it/,
  },
  {
    name: 'a seal put between two others',
    change: async ({ id }) => {
      await tamper(
        `INSERT INTO entry_seals (organization_id, first_position, entries, root, previous_hash, entry_ids, entry_hashes, lowest_id, highest_id, sealed_at)
         SELECT organization_id, 2, entries, root, previous_hash, entry_ids, entry_hashes, lowest_id, highest_id, sealed_at
         FROM entry_seals WHERE organization_id = $1 AND first_position = 1`,
        [id],
      );
    },
    found: ['CHAIN_POSITION', 'CHAIN_LINK', 'ENTRY_HASH', 'ENTRY_UNSEALED', 'CHECKPOINT'],
    audit: /Position 2 comes out of order/,
    namesEntry: true,
  },
  {
    name: 'a balance raised',
    change: ({ id, participant }) =>
      tamper('UPDATE balances SET available = available + 5 WHERE organization_id = $1 AND account_id = $2', [id, participant.id]),
    found: ['BALANCE'],
    audit: null,
  },
  {
    name: 'a balance removed',
    change: ({ participant }) => tamper('DELETE FROM balances WHERE account_id = $1', [participant.id]),
    found: ['BALANCE_MISSING'],
    audit: null,
  },
  {
    name: 'a total of a day raised',
    change: ({ id }) => tamper('UPDATE ledger_days SET more = more + 5 WHERE organization_id = $1', [id]),
    found: ['REPORT_TOTAL'],
    audit: null,
  },
  {
    name: 'a forged checkpoint',
    change: ({ id }) =>
      tamper('UPDATE ledger_checkpoints SET signature = decode(repeat($2, 64), $3) WHERE organization_id = $1', [id, '00', 'hex']),
    found: ['CHECKPOINT'],
    audit: /signature of the checkpoint does not hold/,
  },
];

describe.each(TAMPERINGS)('$name', ({ change, found, audit, namesEntry }) => {
  test('is found and named, in the service and in its export', async () => {
    const ours = await books();
    const [, , entry] = await ours.postEntries(3);
    await ours.seal();
    await ours.postEntries(2);
    await ours.seal();
    await change(ours, entry!);
    const verification = await ours.verify();
    expect(verification.status).toBe('FAILED');
    expect(new Set(checksOf(verification))).toEqual(new Set(found));
    if (namesEntry) expect(verification.violations.map(({ entry_id }) => entry_id)).toContain(entry);
    const verdict = await auditOf(ours);
    expect(verdict).toMatchObject({ code: audit ? 1 : 0, output: expect.stringMatching(audit ?? /WHOLE/) as string });
    if (namesEntry) expect(verdict.output).toMatch(new RegExp(`First at entry ${entry}|entry ${entry}`));
  });
});

test('a chain that was rewritten from one entry on is betrayed by its checkpoints', async () => {
  const ours = await books();
  await ours.postEntries(5);
  await ours.seal();
  await tamper("UPDATE journal_entries SET description = 'Rewritten' WHERE organization_id = $1", [ours.id]);
  await tamper('DELETE FROM entry_seals WHERE organization_id = $1', [ours.id]);
  await tamper(
    "UPDATE entry_chains SET position = 0, checkpoint_position = 0, seal_hash = decode(repeat('00', 32), 'hex') WHERE organization_id = $1",
    [ours.id],
  );
  await tamper(
    'INSERT INTO entry_seal_queue SELECT organization_id, min(sequence), array_agg(id ORDER BY sequence) FROM journal_entries WHERE organization_id = $1 GROUP BY 1',
    [ours.id],
  );
  const verification = await ours.verify();
  expect(verification.status).toBe('FAILED');
  expect(new Set(checksOf(verification))).toEqual(new Set(['CHECKPOINT', 'REPORT_TOTAL']));
  expect(await auditOf(ours)).toMatchObject({
    code: 1,
    output: expect.stringContaining('not the one that the checkpoint was signed over') as string,
  });
});

test('a chain that refuses to go on is still verified, and holds up no other', async () => {
  const [broken, sound] = [await books(), await books()];
  await broken.postEntries(3);
  await broken.seal();
  await tamper("UPDATE entry_chains SET seal_hash = decode(repeat('ab', 32), 'hex') WHERE organization_id = $1", [broken.id]);
  await broken.postEntries(1);
  await sound.postEntries(2);
  await sealEntries({ clock: REAL_TIME, limit: 200, signal: new AbortController().signal });
  expect(await sealedEntriesOf(sound.id)).toHaveLength(2);
  const verification = await broken.verify();
  expect(verification.status).toBe('FAILED');
  expect(checksOf(verification)).toEqual(['ENTRY_UNSEALED', 'CHAIN_HEAD']);
});
