import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerPublicKey, LedgerVerification } from '@/contract/ledger';
import type { ProofCheck } from '@/domain/ledger/violation';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { deletePostings, updatePostings } from '@tests/support/entry-rows';
import { useOwnDatabase } from '@tests/support/own-database';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { books, REAL_TIME, sealsOf, tamper, type Books } from '@tests/support/proof';

await useOwnDatabase();

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'rewards-export-'))));
afterAll(() => rm(folder, { recursive: true }));

interface Verdict {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the offline verifier as an auditor would, on the API's export. */
const auditOf = async (ours: Books): Promise<Verdict> => audit(await exported(ours));

async function exported({ key }: Books): Promise<string> {
  const { text, status } = await send(origin(), {
    method: 'GET',
    path: '/v1/exports/ledger.ndjson',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status).toBe(200);
  return text;
}

async function audit(text: string, ...args: string[]): Promise<Verdict> {
  const file = join(folder, 'ledger.ndjson');
  await writeFile(file, text);
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'src/cli/verify-ledger.ts', file, ...args],
      { env: { NODE_ENV: 'test' } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

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
  /** @param entry the third of five sealed entries. */
  change(ours: Books, entry: string): Promise<void>;
  readonly found: readonly ProofCheck[];
  /** What the offline verifier reports; null for data an export does not contain. */
  readonly audit: RegExp | null;
  /** Whether that entry is reported first. */
  readonly namesEntry?: boolean;
}

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
    change: async (_, entry) => {
      await tamper('DELETE FROM journal_entries WHERE id = $1', [entry]);
    },
    found: ['ENTRY_MISSING', 'BALANCE', 'REPORT_TOTAL'],
    audit: /Seals are missing before position 4/,
  },
  {
    name: 'an entry removed with its postings and its seal',
    change: async (_, entry) => {
      await tamper('DELETE FROM journal_entries WHERE id = $1', [entry]);
      await tamper('DELETE FROM entry_seals WHERE entry_id = $1', [entry]);
    },
    found: ['CHAIN_POSITION', 'CHAIN_LINK', 'BALANCE', 'REPORT_TOTAL'],
    audit: /Seals are missing before position 4/,
  },
  {
    name: 'the last seals cut off',
    change: ({ id }) => tamper('DELETE FROM entry_seals WHERE organization_id = $1 AND position > 3', [id]),
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
        'UPDATE entry_seals SET position = CASE position WHEN 2 THEN 900003 ELSE 900002 END WHERE organization_id = $1 AND position IN (2, 3)',
        [id],
      ).then(() => tamper('UPDATE entry_seals SET position = position - 900000 WHERE organization_id = $1 AND position > 900000', [id])),
    found: ['CHAIN_LINK', 'ENTRY_HASH'],
    audit: CHANGED,
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
    const [, , entry] = await ours.postEntries(5);
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
    "UPDATE entry_chains SET position = 0, checkpoint_position = 0, head_hash = decode(repeat('00', 32), 'hex') WHERE organization_id = $1",
    [ours.id],
  );
  await tamper('INSERT INTO entry_seal_queue SELECT organization_id, sequence, id FROM journal_entries WHERE organization_id = $1', [
    ours.id,
  ]);
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
  await tamper("UPDATE entry_chains SET head_hash = decode(repeat('ab', 32), 'hex') WHERE organization_id = $1", [broken.id]);
  await broken.postEntries(1);
  await sound.postEntries(2);
  await sealEntries({ clock: REAL_TIME, limit: 200, signal: new AbortController().signal });
  expect(await sealsOf(sound.id)).toHaveLength(2);
  const verification = await broken.verify();
  expect(verification.status).toBe('FAILED');
  expect(checksOf(verification)).toEqual(['ENTRY_UNSEALED', 'CHAIN_HEAD']);
});

describe('the offline verifier', () => {
  test('holds checkpoints against the keys it is given, and believes no other', async () => {
    const ours = await books();
    await ours.postEntries(2);
    const text = await exported(ours);
    const { body } = await ours.api.get<LedgerPublicKey>('/ledger/public-key');
    const pem = async (name: string, key: string): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, key);
      return file;
    };
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(await audit(text, '--public-key', await pem('ours.pem', body.public_key))).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Signed through position 2 by ${body.key_id}`) as string,
    });
    expect(await audit(text, '--public-key', await pem('other.pem', other))).toMatchObject({
      code: 1,
      output: expect.stringContaining(`unknown key ${body.key_id}`) as string,
    });
  });

  test.each<readonly [string, (lines: string[]) => string[], RegExp]>([
    ['its last lines', (lines) => lines.slice(0, -2), /cut short/],
    ['one entry', (lines) => lines.toSpliced(3, 1), /Seals are missing before position 2/],
    ['its first line', (lines) => lines.slice(1), /does not begin with its `LEDGER` line/],
  ])('notices that a file lacks %s', async (_, cut, said) => {
    const ours = await books();
    await ours.postEntries(4);
    const lines = (await exported(ours)).trimEnd().split('\n');
    expect(await audit(cut(lines).join('\n'))).toMatchObject({ code: 1, output: expect.stringMatching(said) as string });
  });

  test('says what it cannot read, and with another exit code than a broken ledger', async () => {
    expect(await audit('', '--public-key', join(folder, 'missing.pem'))).toMatchObject({
      code: 2,
      output: expect.stringContaining('missing.pem') as string,
    });
    expect(await audit('not json')).toMatchObject({
      code: 1,
      output: expect.stringContaining('line 1: This line is not a record') as string,
    });
  });
});
