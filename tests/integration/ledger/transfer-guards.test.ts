/** The database itself refuses transfer records that differ from what their entries posted. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import { entrySql } from '@tests/support/entry-rows';
import { brokenInvariants } from '@tests/support/invariants';
import { stockedTransferLedger, type TransferLedger } from '@tests/support/transfers';

interface Told {
  type?: string;
  source?: string;
  total?: string;
  count?: number;
  bucket?: string;
  recipients?: [string, string][];
}

/** Posts 3 from ada to bob in one transaction, and records the transfer as `told` says. */
function post(club: TransferLedger, told: Told | null, more?: (tx: Tx, transferId: string) => Promise<unknown>): Promise<void> {
  const { people, id, program, asset } = club;
  return withTransaction(async (tx) => {
    const now = new Date();
    const [entryId, transferId] = [newIdAt(now), randomUUID()];
    await tx.query(
      entrySql({ id: entryId, organization: id, program: program.id, type: told?.type ?? 'TRANSFER', at: now }, [
        { type: 'PARTICIPANT', id: people.ada, asset: asset.id, amount: '-3' },
        {
          type: 'PARTICIPANT',
          id: people.bob,
          asset: asset.id,
          amount: '3',
          bucket: told?.bucket ?? 'AVAILABLE',
          hold: told?.bucket ? 'r' : null,
        },
      ]),
    );
    if (told) {
      const recipients = told.recipients ?? [[people.bob, '3']];
      await tx.query(
        `WITH made AS (INSERT INTO transfers (id, organization_id, program_id, asset_id, entry_id, source_type, source_id, total_amount, recipient_count, preserve_expiry, created_at)
           VALUES ($1, $2, $3, $4, $5, 'PARTICIPANT', $6, $7, $8, true, $9))
         INSERT INTO transfer_recipients (transfer_id, position, organization_id, account_type, account_id, amount)
         SELECT $1, position - 1, $2, 'PARTICIPANT', account_id, amount FROM unnest($10::uuid[], $11::numeric[]) WITH ORDINALITY AS r (account_id, amount, position)`,
        [
          transferId,
          id,
          program.id,
          asset.id,
          entryId,
          told.source ?? people.ada,
          told.total ?? '3',
          told.count ?? recipients.length,
          now,
          recipients.map(([who]) => who),
          recipients.map(([, amount]) => amount),
        ],
      );
    }
    await more?.(tx, transferId);
  });
}

const refused = (constraint: string) => expect.objectContaining({ constraint });

test('a transfer that says what its entry posted is kept', async () => {
  const club = await stockedTransferLedger();
  await post(club, {});
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test.each<[string, (people: TransferLedger['people']) => Told]>([
  ['of another total', () => ({ total: '4' })],
  ['of another source', ({ cyd }) => ({ source: cyd })],
  ['to another recipient', ({ cyd }) => ({ recipients: [[cyd, '3']] })],
  ['of another amount', ({ bob }) => ({ recipients: [[bob, '2']] })],
  [
    'to a recipient who got nothing',
    ({ bob, cyd }) => ({
      recipients: [
        [bob, '3'],
        [cyd, '1'],
      ],
    }),
  ],
  [
    'to the source itself',
    ({ ada, bob }) => ({
      recipients: [
        [bob, '3'],
        [ada, '1'],
      ],
    }),
  ],
  ['with a recipient missing from the count', () => ({ count: 2 })],
  ['of an entry of another type', () => ({ type: 'CREDIT' })],
  ['into HELD', () => ({ bucket: 'HELD' })],
])('one %s is refused', async (_, told) => {
  const club = await stockedTransferLedger();
  await expect(post(club, told(club.people))).rejects.toThrow(refused('transfers_are_their_entries'));
});

test('an entry of the type TRANSFER without a transfer is refused', async () => {
  const club = await stockedTransferLedger();
  await expect(post(club, null)).rejects.toThrow(refused('transfer_entries_have_transfers'));
});

test('an entry has one transfer, and a transfer no recipient who comes later', async () => {
  const club = await stockedTransferLedger();
  const { id, people } = club;
  const late = `INSERT INTO transfer_recipients (transfer_id, position, organization_id, account_type, account_id, amount) VALUES ($1, 1, $2, 'PARTICIPANT', $3, 1)`;
  await expect(post(club, {}, (tx, transferId) => tx.query(late, [transferId, id, people.cyd]))).rejects.toThrow(
    refused('transfers_are_their_entries'),
  );
  await expect(
    post(club, {}, (tx, transferId) =>
      tx.query(
        `INSERT INTO transfers SELECT gen_random_uuid(), organization_id, program_id, asset_id, entry_id, source_type, source_id, total_amount, recipient_count, preserve_expiry, created_at FROM transfers WHERE id = $1`,
        [transferId],
      ),
    ),
  ).rejects.toThrow(refused('transfers_organization_id_entry_id_key'));
});

test.each(['transfers', 'transfer_recipients'])('%s are append-only', async (table) => {
  const club = await stockedTransferLedger();
  await club.move();
  for (const change of [`UPDATE ${table} SET organization_id = organization_id`, `DELETE FROM ${table}`]) {
    await expect(statement(change)).rejects.toThrow(/append-only/);
  }
});
