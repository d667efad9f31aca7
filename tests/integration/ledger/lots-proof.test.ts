import { describe, expect, test } from 'vitest';
import type { LedgerVerification } from '@/contract/ledger';
import type { ProofCheck } from '@/domain/ledger/violation';
import { updatePostings } from '@tests/support/entry-rows';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, tamper, type Books } from '@tests/support/proof';

await useOwnDatabase();

/** A sandbox ledger whose lots have been through every lot operation. */
async function livedIn(): Promise<Books> {
  const ours = await books({ inventory_mode: 'LOT', mode: 'SANDBOX' });
  const target = { program_id: ours.program.id, asset_id: ours.asset.id, description: 'Test' };
  const command = async (operation: string, body: Record<string, unknown>): Promise<void> => {
    const { status, body: answer } = await ours.api.post(`/participants/ext:ada/balances/${operation}`, { ...target, ...body });
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  };
  await ours.post({ amount: '10', expires_in: '30d' });
  await ours.post({ amount: '8', matures_in: '5d', expires_in: '60d' });
  await ours.post({ amount: '6' });
  await ours.post({ amount: '4', bucket: 'HELD', reference_id: 'trip' });
  await command('hold', { amount: '12', reference_id: 'order' });
  await command('release', { amount: '3', reference_id: 'order' });
  await command('forfeit', { amount: '1', bucket: 'AVAILABLE' });
  await ours.post({ amount: '3', reference_id: 'trip' });
  await ours.post({ type: 'DEBIT', amount: '2' });
  await ours.api.post('/sandbox/clock/advance', { by: '31d' });
  await command('hold', { amount: '2', reference_id: 'late' });
  await ours.post({ type: 'DEBIT', amount: '50', shortfall_policy: 'ALLOW_NEGATIVE' });
  await ours.post({ amount: '5' });
  await ours.seal();
  return ours;
}

const checksOf = ({ violations }: LedgerVerification) => new Set(violations.map(({ check }) => check));

test('a ledger of lots, holds, expiries and an overdraft that was let alone is whole', async () => {
  expect(await (await livedIn()).verify()).toMatchObject({ status: 'PASSED', violations: [] });
});

interface Tampering {
  readonly name: string;
  change(ours: Books): Promise<void>;
  readonly found: readonly ProofCheck[];
}

const ofOurs = (sql: string) => (ours: Books) => tamper(sql, [ours.id]);
const ONE_LOT = '(SELECT id FROM lots WHERE organization_id = $1 AND remaining > 0 ORDER BY id LIMIT 1)';
const EMPTY_LOT = "(SELECT id FROM lots WHERE organization_id = $1 AND status = 'CONSUMED' ORDER BY id LIMIT 1)";
const EXPIRED_LOT = "(SELECT id FROM lots WHERE organization_id = $1 AND status = 'EXPIRED' ORDER BY id LIMIT 1)";

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'less left in a lot',
    change: ofOurs(`UPDATE lots SET remaining = remaining / 2 WHERE id = ${ONE_LOT}`),
    found: ['LOT_REMAINING', 'LOT_BUCKETS'],
  },
  {
    name: 'a consumed lot filled again',
    change: ofOurs(`UPDATE lots SET remaining = amount WHERE id = ${EMPTY_LOT}`),
    found: ['LOT_REMAINING', 'LOT_BUCKETS'],
  },
  {
    name: 'a lot in another bucket',
    change: ofOurs(`UPDATE lots SET bucket = 'DEFERRED' WHERE id = ${ONE_LOT}`),
    found: ['LOT_STATUS', 'LOT_BUCKETS'],
  },
  {
    name: 'an expired lot called consumed',
    change: ofOurs(`UPDATE lots SET expired = false WHERE id = ${EXPIRED_LOT}`),
    found: ['LOT_STATUS'],
  },
  {
    name: 'a lot that expires later',
    change: ofOurs(`UPDATE lots SET expires_at = expires_at + interval '1 year' WHERE id = ${EXPIRED_LOT}`),
    found: ['ENTRY_HASH'],
  },
  { name: 'a lot that was larger', change: ofOurs(`UPDATE lots SET amount = amount + 1 WHERE id = ${ONE_LOT}`), found: ['ENTRY_HASH'] },
  {
    name: 'a lot out of nothing',
    change: ofOurs(
      `INSERT INTO lots (id, organization_id, program_id, asset_id, account_type, account_id, amount, remaining, bucket, provisional, entry_id, created_at)
       SELECT gen_random_uuid(), organization_id, program_id, asset_id, account_type, account_id, 5, 5, 'AVAILABLE', false, entry_id, created_at FROM lots WHERE id = ${ONE_LOT}`,
    ),
    found: ['ENTRY_HASH', 'LOT_REMAINING', 'LOT_BUCKETS'],
  },
  {
    name: 'a lot posting changed',
    change: ofOurs(
      `UPDATE lot_postings SET amount = amount + 1 WHERE (entry_id, line, part) = (SELECT entry_id, line, part FROM lot_postings WHERE lot_id = ${ONE_LOT} ORDER BY entry_id, line, part LIMIT 1)`,
    ),
    found: ['ENTRY_LOTS', 'ENTRY_HASH', 'LOT_REMAINING'],
  },
  {
    name: 'a lot posting removed',
    change: ofOurs(`DELETE FROM lot_postings WHERE lot_id = ${EXPIRED_LOT}`),
    found: ['ENTRY_HASH', 'ENTRY_LOTS', 'LOT_STATUS'],
  },
  {
    name: 'more under a hold',
    change: ofOurs("UPDATE holds SET amount = amount + 1 WHERE organization_id = $1 AND reference_id = 'order'"),
    found: ['HOLD_AMOUNT', 'HOLD_BUCKET'],
  },
  {
    name: 'value held under another reference',
    change: ofOurs(updatePostings({ hold_reference: "'mine'" }, "organization_id = $1 AND hold_reference = 'order' AND amount > 0")),
    found: ['ENTRY_HASH', 'HOLD_AMOUNT'],
  },
];

describe.each(TAMPERINGS)('$name', ({ change, found }) => {
  test('is found', async () => {
    const ours = await livedIn();
    await change(ours);
    const verification = await ours.verify();
    expect(verification.status).toBe('FAILED');
    expect(checksOf(verification)).toEqual(new Set(found));
  });
});
