/** A balance explanation traces transferred value back to its original credit. */
import { expect, test } from 'vitest';
import type { BalanceExplanation } from '@/contract/explain';
import { transferLedger, type TransferLedger } from '@tests/support/transfers';
import { processDueEvents } from '@tests/support/jobs';

const explain = async (club: TransferLedger, holder: string) =>
  (await club.api.get<BalanceExplanation>(`/${holder}/balances/explain`)).body;
const to = (external_id: string, amount: string) => ({ recipients: [{ external_id, amount }] });
/** Each row as: amount, held part, and descriptions and amounts of the original credits. */
const shown = ({ data }: BalanceExplanation) =>
  data.map(({ amount, held, first_credits }) =>
    [amount, held.available, ...first_credits.map((credit) => `${credit.description} ${credit.amount}`)].join(' '),
  );

test('through two transfers the credit names event, rule and whose it was, and the spending names the transfer', async () => {
  const club = await transferLedger({ inventory_mode: 'LOT' });
  const rule = await club.addRule({ name: 'Welcome', amount: '10' });
  const event = await club.send({ external_id: 'ada', idempotency_key: 'order-1' });
  await processDueEvents(club.id);
  const first = await club.move(to('bob', '4'));
  const second = await club.move({ source_external_id: 'bob', recipients: [{ group_id: club.group.id, amount: '3' }] });
  const [row, ...others] = (await explain(club, `groups/${club.group.id}`)).data;
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    amount: '3.00',
    origin: { type: 'TRANSFER', journal_entry_id: second.journal_entry_id, transfer_id: second.id, event_id: null },
  });
  const { data: credited } = await explain(club, 'participants/ext:ada');
  const { origin } = credited[0]!;
  expect(row!.first_credits).toEqual([{ ...origin, participant_id: club.people.ada, amount: '3.00', transfers: 2 }]);
  expect(origin).toMatchObject({ event_id: event.id, idempotency_key: 'order-1', rule_id: rule.id, rule_name: 'Welcome', rule_version: 1 });
  expect(credited[0]).toMatchObject({
    first_credits: [],
    spent: [{ type: 'TRANSFER', amount: '4.00', transfer_id: first.id, journal_entry_id: first.journal_entry_id }],
  });
});

test('each lot that arrives is a row of its own and leads to its own credit, also past holds that split it', async () => {
  const club = await transferLedger({ inventory_mode: 'LOT' });
  await club.post({ amount: '5', description: 'soon', expires_in: '1d' });
  await club.post({ amount: '5', description: 'later', expires_in: '9d' });
  await club.command('hold', { amount: '3', reference_id: 'r' });
  await club.command('release', { amount: '3' });
  await club.command('hold', { amount: '1', reference_id: 'r' });
  await club.move(to('bob', '6'));
  expect(shown(await explain(club, 'participants/ext:bob'))).toEqual(['2.00 2.00 later 2.00', '4.00 4.00 soon 4.00']);
});

test('what filled an overdraft leads to the credit of the lot that it came in', async () => {
  const club = await transferLedger({ inventory_mode: 'LOT' });
  for (const [description, expires_in] of [
    ['first', '1d'],
    ['second', '2d'],
    ['third', '3d'],
    ['fourth', '4d'],
  ])
    await club.post({ amount: '2', description, expires_in });
  const debit = {
    program_id: club.program.id,
    asset_id: club.asset.id,
    type: 'DEBIT',
    amount: '5',
    description: 'Test',
    shortfall_policy: 'ALLOW_NEGATIVE',
  };
  await club.api.post('/participants/ext:bob/balances/adjust', debit);
  await club.move(to('bob', '8'));
  // The first two arrived as nothing but a filled debt, and are one row.
  expect(shown(await explain(club, 'participants/ext:bob'))).toEqual([
    '2.00 2.00 fourth 2.00',
    '2.00 1.00 third 2.00',
    '4.00 0.00 first 2.00 second 2.00',
  ]);
});

test('two transfers out of one lot stay two rows, whatever holds and releases do to their lots', async () => {
  const club = await transferLedger({ inventory_mode: 'LOT' });
  await club.post({ amount: '9', description: 'only' });
  const moves = [await club.move(to('bob', '4')), await club.move(to('bob', '5'))];
  const hold = (operation: string, amount: string) =>
    club.api.post(`/participants/ext:bob/balances/${operation}`, {
      program_id: club.program.id,
      asset_id: club.asset.id,
      description: 'Test',
      reference_id: 'r',
      amount,
    });
  await hold('hold', '6');
  await hold('release', '3');
  const { data } = await explain(club, 'participants/ext:bob');
  expect(data.map(({ origin }) => origin.transfer_id)).toEqual(moves.map(({ id }) => id).reverse());
  const lots = (await club.api.get<{ data: { id: string; remaining: string; status: string }[] }>('/participants/ext:bob/balances/lots'))
    .body.data;
  const inRows = data.flatMap((row) => row.lots.map(({ id, bucket, amount }) => `${id} ${bucket} ${amount}`));
  expect(inRows.sort()).toEqual(
    lots
      .filter(({ remaining }) => remaining !== '0.00')
      .map(({ id, status, remaining }) => `${id} ${status} ${remaining}`)
      .sort(),
  );
  for (const row of data) expect(row.first_credits).toMatchObject([{ description: 'only', amount: row.amount }]);
});

test('value that comes back is a new row that leads to the first credit', async () => {
  const club = await transferLedger({ inventory_mode: 'LOT' });
  await club.post({ amount: '5', description: 'only' });
  await club.move(to('bob', '5'));
  const back = await club.move({ source_external_id: 'bob', ...to('ada', '5') });
  const { data } = await explain(club, 'participants/ext:ada');
  expect(data).toMatchObject([
    {
      origin: { transfer_id: back.id },
      held: { available: '5.00' },
      first_credits: [{ description: 'only', participant_id: club.people.ada, transfers: 2 }],
    },
    { origin: { type: 'CREDIT', lot_id: data[0]!.first_credits[0]!.lot_id }, held: { available: '0.00' }, spent: [{ type: 'TRANSFER' }] },
  ]);
});

test('of a SIMPLE asset the row names the transfer, and no credit', async () => {
  const club = await transferLedger();
  await club.post({ amount: '5' });
  const { id } = await club.move(to('bob', '5'));
  expect((await explain(club, 'participants/ext:bob')).data).toMatchObject([
    { amount: '5.00', origin: { type: 'TRANSFER', transfer_id: id, lot_id: null }, first_credits: [] },
  ]);
});
