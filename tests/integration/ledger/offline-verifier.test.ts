import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerPublicKey } from '@/contract/ledger';
import { audit, exported } from '@tests/support/exported-ledger';
import { useOwnDatabase } from '@tests/support/own-database';
import { books } from '@tests/support/proof';

await useOwnDatabase();

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'rewards-export-'))));
afterAll(() => rm(folder, { recursive: true }));

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
    ['one entry', (lines) => lines.toSpliced(3, 1), /Entries are missing before position 2/],
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
