/** Why transfers are refused; a refused transfer moves nothing. */
import { expect, test } from 'vitest';
import { snapshot } from '@tests/support/ledger';
import { stockedTransferLedger as stocked } from '@tests/support/transfers';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('all or nothing: one recipient who may not receive, and nobody receives', async () => {
  const club = await stocked();
  await club.api.patch('/participants/ext:cyd', { status: 'SUSPENDED' });
  const before = await snapshot(club.id);
  const recipients = [
    { external_id: 'bob', amount: '1' },
    { external_id: 'cyd', amount: '1' },
  ];
  expect(await club.transfer({ recipients })).toMatchObject({
    status: 409,
    body: { code: 'participant_inactive', details: { participant_id: club.people.cyd } },
  });
  expect(await snapshot(club.id)).toEqual(before);
});

test.each([
  [
    'more than AVAILABLE in all',
    {
      recipients: [
        { external_id: 'bob', amount: '9' },
        { external_id: 'cyd', amount: '1.01' },
      ],
    },
    422,
    'insufficient_funds',
    'recipients',
  ],
  [
    'the source among the recipients',
    {
      recipients: [
        { external_id: 'bob', amount: '1' },
        { external_id: 'ada', amount: '1' },
      ],
    },
    400,
    'self_transfer',
    'recipients[1]',
  ],
  [
    'a recipient twice',
    {
      recipients: [
        { external_id: 'bob', amount: '1' },
        { external_id: 'bob', amount: '1' },
      ],
    },
    400,
    'validation_error',
    'recipients[1]',
  ],
  [
    'an unknown recipient',
    { recipients: [{ external_id: 'nobody', amount: '1' }] },
    422,
    'recipient_not_found',
    'recipients[0].external_id',
  ],
  [
    'an unknown group as recipient',
    { recipients: [{ group_id: UNKNOWN, amount: '1' }] },
    422,
    'recipient_not_found',
    'recipients[0].group_id',
  ],
  ['an unknown source', { source_external_id: 'nobody' }, 404, 'not_found', 'source_external_id'],
  ['an unknown group as source', { source_external_id: undefined, source_group_id: UNKNOWN }, 404, 'not_found', 'source_group_id'],
  ['an unknown program', { program_id: UNKNOWN }, 404, 'not_found', 'program_id'],
  ['an unknown asset', { asset_id: UNKNOWN }, 404, 'asset_not_found', 'asset_id'],
  ['no source', { source_external_id: undefined }, 400, 'invalid_request', 'source_external_id'],
  ['two sources', { source_group_id: UNKNOWN }, 400, 'invalid_request', 'source_external_id'],
  ['a nameless recipient', { recipients: [{ amount: '1' }] }, 400, 'invalid_request', 'recipients[0].external_id'],
  [
    'a recipient with two names',
    { recipients: [{ external_id: 'bob', group_id: UNKNOWN, amount: '1' }] },
    400,
    'invalid_request',
    'recipients[0].external_id',
  ],
  ['no recipient', { recipients: [] }, 400, 'validation_error', 'recipients'],
  [
    '101 recipients',
    { recipients: Array.from({ length: 101 }, (_, i) => ({ external_id: `p${i}`, amount: '1' })) },
    400,
    'validation_error',
    'recipients',
  ],
  ['an amount of zero', { recipients: [{ external_id: 'bob', amount: '0' }] }, 400, 'invalid_amount', 'recipients[0].amount'],
  ['an amount beyond the scale', { recipients: [{ external_id: 'bob', amount: '0.001' }] }, 400, 'invalid_amount', 'recipients[0].amount'],
  ['a number as amount', { recipients: [{ external_id: 'bob', amount: 1 }] }, 400, 'validation_error', 'recipients[0].amount'],
  ['an empty description', { description: '' }, 400, 'validation_error', 'description'],
  ['a description of 501 characters', { description: 'x'.repeat(501) }, 400, 'validation_error', 'description'],
  ['an unknown field', { colour: 'red' }, 400, 'validation_error', 'colour'],
  ['no idempotency key', { idempotency_key: undefined }, 400, 'missing_idempotency_key', 'idempotency_key'],
])('%s is refused and changes no row', async (_, body, status, code, param) => {
  const club = await stocked();
  const before = await snapshot(club.id);
  expect(await club.transfer(body)).toMatchObject({ status, body: { code, param } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('what is held cannot be transferred', async () => {
  const club = await stocked();
  await club.command('hold', { amount: '8', reference_id: 'r' });
  expect(await club.transfer()).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds', details: { available: '2.00', requested: '3.00' } },
  });
  expect((await club.transfer({ recipients: [{ external_id: 'bob', amount: '2' }] })).status).toBe(201);
});

test('a participant who is not enrolled in the program cannot receive, and what the source holds in one program is not there in another', async () => {
  const club = await stocked();
  await club.api.post('/participants', { external_id: 'stranger' });
  expect(await club.transfer({ recipients: [{ external_id: 'stranger', amount: '1' }] })).toMatchObject({
    status: 422,
    body: { code: 'recipient_not_found' },
  });
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${club.asset.id}`);
  await club.api.post('/participants', { external_id: 'bob', program_id: other.id });
  expect(await club.transfer({ program_id: other.id })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds', details: { available: '0.00' } },
  });
});

test.each([
  ['ada', 'SUSPENDED'],
  ['ada', 'CLOSED'],
  ['bob', 'SUSPENDED'],
  ['bob', 'CLOSED'],
])('with %s %s it is participant_inactive', async (who, status) => {
  const club = await stocked();
  await club.api.patch(`/participants/ext:${who}`, { status });
  expect(await club.transfer()).toMatchObject({ status: 409, body: { code: 'participant_inactive', details: { status } } });
});

test('an archived group neither gives nor receives', async () => {
  const club = await stocked();
  await club.credit(`groups/${club.group.id}`, '5');
  await club.api.patch(`/groups/${club.group.id}`, { status: 'ARCHIVED' });
  for (const body of [
    { recipients: [{ group_id: club.group.id, amount: '1' }] },
    { source_external_id: undefined, source_group_id: club.group.id },
  ]) {
    expect(await club.transfer(body)).toMatchObject({ status: 409, body: { code: 'group_archived' } });
  }
});

test.each([
  ['SUSPENDED', 'program_suspended'],
  ['ARCHIVED', 'program_archived'],
])('in a %s program nothing is transferred', async (status, code) => {
  const club = await stocked();
  await club.api.patch(`/programs/${club.program.id}`, { status });
  expect(await club.transfer()).toMatchObject({ status: 409, body: { code } });
});

test('an asset that is archived or not linked is not transferred', async () => {
  const club = await stocked();
  const loose = await club.addAsset({ symbol: 'LOOSE' });
  await club.api.delete(`/programs/${club.program.id}/assets/${loose.id}`);
  expect(await club.transfer({ asset_id: loose.id })).toMatchObject({ status: 400, body: { code: 'asset_not_linked' } });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect(await club.transfer()).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
});

test('the ceiling of the asset bounds the total, not each part', async () => {
  const club = await stocked({ max_transaction_amount: '10' });
  await club.credit('participants/ext:ada', '10');
  const parts = (second: string) => ({
    recipients: [
      { external_id: 'bob', amount: '6' },
      { external_id: 'cyd', amount: second },
    ],
  });
  expect(await club.transfer(parts('4.01'))).toMatchObject({ status: 422, body: { code: 'max_transaction_amount_exceeded' } });
  expect((await club.transfer(parts('4'))).status).toBe(201);
});
