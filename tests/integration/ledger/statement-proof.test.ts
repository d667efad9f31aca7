/** A statement of an account that was tampered with is found, even where balance and entry agree. */
import { describe, expect, test } from 'vitest';
import { books, tamper } from '@tests/support/proof';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

describe.each([
  ['raised', 'UPDATE account_entries SET amount = amount + 1 WHERE entry_id = $1'],
  ['moved to another bucket', `UPDATE account_entries SET bucket = 'DEFERRED' WHERE entry_id = $1`],
  ['given to another entry', 'UPDATE account_entries SET entry_id = gen_random_uuid() WHERE entry_id = $1'],
  ['removed', 'DELETE FROM account_entries WHERE entry_id = $1'],
  [
    'made up',
    `INSERT INTO account_entries SELECT organization_id, account_id, program_id, asset_id, entry_id, line + 1, bucket, -amount, hold_reference
     FROM account_entries WHERE entry_id = $1`,
  ],
])('a line that was %s', (_, change) => {
  test('is found', async () => {
    const ours = await books();
    const [, , entry] = await ours.postEntries(5);
    await ours.seal();
    expect(await ours.verify()).toMatchObject({ status: 'PASSED' });
    await tamper(change, [entry]);
    const { status, violations } = await ours.verify();
    expect(status).toBe('FAILED');
    expect(new Set(violations.map(({ check }) => check))).toEqual(new Set(['BALANCE']));
    expect(violations).toContainEqual(
      expect.objectContaining({ account: expect.objectContaining({ id: ours.participant.id, asset_id: ours.asset.id }) as unknown }),
    );
  });
});
