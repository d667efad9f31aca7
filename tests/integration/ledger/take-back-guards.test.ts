/** What the database refuses to take back, whoever asks. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import { entrySql } from '@tests/support/entry-rows';
import { ledger, snapshot } from '@tests/support/ledger';

const AT = new Date('2026-01-01T00:00:00Z');

async function earned() {
  const club = await ledger();
  await club.post({ amount: '10', reference_id: 'order-1' });
  await club.post({ amount: '10' });
  const takeBack = (amount: string, reference: string | null) =>
    statement(
      entrySql({ id: newIdAt(AT), organization: club.id, program: club.program.id, type: 'TAKE_BACK', at: AT, reference }, [
        { type: 'PARTICIPANT', id: club.participant.id, asset: club.asset.id, amount: `-${amount}` },
        { type: 'SYSTEM_ISSUANCE', id: club.program.id, bucket: null, asset: club.asset.id, amount },
      ]),
    );
  return { club, takeBack };
}

test.each([
  ['more than was given under the reference', '10.01', 'order-1'],
  ['anything under another reference', '1', 'order-2'],
  ['anything under none', '1', null],
])('%s cannot be taken back', async (_, amount, reference) => {
  const { club, takeBack } = await earned();
  const before = await snapshot(club.id);
  await expect(takeBack(amount, reference)).rejects.toMatchObject({ constraint: 'take_backs_were_given' });
  expect(await snapshot(club.id)).toEqual(before);
});

test('all that was given can be taken back in parts, and nothing after that', async () => {
  const { takeBack } = await earned();
  await takeBack('4', 'order-1');
  await takeBack('6', 'order-1');
  await expect(takeBack('0.01', 'order-1')).rejects.toMatchObject({ constraint: 'take_backs_were_given' });
});
