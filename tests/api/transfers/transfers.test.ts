/** A transfer: its answer, its webhooks, and between whom it moves value. */
import { expect, test } from 'vitest';
import { organization } from '@tests/support/api';
import { drifted, envelopes, unbalancedAssets } from '@tests/support/ledger';
import { stockedTransferLedger as stocked, transferLedger } from '@tests/support/transfers';
import { createEndpoint } from '@tests/support/webhooks';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('a transfer answers 201 with its parties, amounts and journal entry, and is read back so', async () => {
  const club = await stocked();
  const answer = await club.transfer({
    recipients: [
      { external_id: 'bob', amount: '3' },
      { group_id: club.group.id, amount: '1.5' },
    ],
    description: 'Thanks',
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.location).toBe(`/v1/transfers/${answer.body.id}`);
  expect(answer.body).toEqual({
    id: expect.any(String),
    program_id: club.program.id,
    asset_id: club.asset.id,
    journal_entry_id: expect.any(String),
    source: { participant_id: club.people.ada },
    recipients: [
      { participant_id: club.people.bob, amount: '3.00' },
      { group_id: club.group.id, amount: '1.50' },
    ],
    total_amount: '4.50',
    recipient_count: 2,
    preserve_expiry: true,
    description: 'Thanks',
    event_id: null,
    rule_id: null,
    created_at: expect.any(String),
    updated_at: answer.body.created_at,
  });
  expect((await club.api.get(`/transfers/${answer.body.id}`)).body).toEqual(answer.body);
  expect((await club.api.get(`/journal-entries/${answer.body.journal_entry_id}`)).body).toMatchObject({
    type: 'TRANSFER',
    description: 'Thanks',
    postings: [
      { account: { type: 'PARTICIPANT', id: club.people.ada, bucket: 'AVAILABLE' }, amount: '-4.50' },
      { account: { type: 'PARTICIPANT', id: club.people.bob, bucket: 'AVAILABLE' }, amount: '3.00' },
      { account: { type: 'GROUP', id: club.group.id, bucket: 'AVAILABLE' }, amount: '1.50' },
    ],
  });
  expect([
    await club.availableOf('participants/ext:ada'),
    await club.availableOf('participants/ext:bob'),
    await club.availableOf(`groups/${club.group.id}`),
  ]).toEqual(['5.50', '3.00', '1.50']);
});

test('participants are named by external_id or participant_id on either side, groups by group_id', async () => {
  const club = await stocked();
  const nobody = { source_external_id: undefined };
  await club.move({ ...nobody, source_participant_id: club.people.ada, recipients: [{ group_id: club.group.id, amount: '10' }] });
  await club.move({
    ...nobody,
    source_group_id: club.group.id,
    recipients: [
      { participant_id: club.people.cyd, amount: '4' },
      { external_id: 'bob', amount: '6' },
    ],
  });
  expect([
    await club.availableOf('participants/ext:cyd'),
    await club.availableOf('participants/ext:bob'),
    await club.availableOf(`groups/${club.group.id}`),
  ]).toEqual(['4.00', '6.00', '0.00']);
});

test.each(['participants', 'groups'] as const)(
  'transfer.completed names the source among %s and each recipient, once for the entry, and no other webhook does',
  async (kind) => {
    const club = await stocked();
    await club.credit(`groups/${club.group.id}`, '10');
    await createEndpoint(club.api, 'http://127.0.0.1:9/');
    const source = kind === 'groups' ? { source_external_id: undefined, source_group_id: club.group.id } : {};
    const { journal_entry_id } = await club.move({
      ...source,
      recipients: [
        { external_id: 'bob', amount: '3' },
        { external_id: 'cyd', amount: '0.5' },
      ],
    });
    expect(await envelopes(club.id)).toEqual([
      {
        type: 'transfer.completed',
        data: {
          journal_entry_id,
          organization_id: club.id,
          program_id: club.program.id,
          ...(kind === 'groups' ? { source_group_id: club.group.id } : { source_participant_id: club.people.ada }),
          asset_id: club.asset.id,
          recipients: [
            { participant_id: club.people.bob, amount: '3.00' },
            { participant_id: club.people.cyd, amount: '0.50' },
          ],
        },
      },
    ]);
  },
);

test('the wallet of a PREFUNDED asset is not touched, and an empty one stands in no way', async () => {
  const club = await transferLedger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '10' });
  await club.credit('participants/ext:ada', '10');
  await club.move();
  expect((await club.api.get(`/programs/${club.program.id}/balance`)).body).toMatchObject({ data: [{ available: '0.00', held: '0.00' }] });
});

test('a hundred recipients receive in one entry', async () => {
  const club = await stocked();
  const names = Array.from({ length: 100 }, (_, i) => `p${i}`);
  await Promise.all(names.map((external_id) => club.api.post('/participants', { external_id, program_id: club.program.id })));
  const { body } = await club.transfer({ recipients: names.map((external_id) => ({ external_id, amount: '0.1' })) });
  expect(body).toMatchObject({ recipient_count: 100, total_amount: '10.00' });
  expect(await club.availableOf('participants/ext:p99')).toBe('0.10');
  expect(await drifted(club.id)).toEqual([]);
  expect(await unbalancedAssets(club.id)).toEqual([]);
});

test('neither the participants nor the transfers of another organization are reached', async () => {
  const club = await stocked();
  const { id } = await club.move();
  const stranger = await organization();
  const body = {
    program_id: club.program.id,
    asset_id: club.asset.id,
    source_participant_id: club.people.ada,
    recipients: [{ participant_id: club.people.bob, amount: '1' }],
    idempotency_key: 'k',
  };
  expect(await stranger.api.post('/transfers', body)).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'source_participant_id' },
  });
  for (const api of [stranger.api, club.api])
    expect(await api.get(`/transfers/${api === club.api ? UNKNOWN : id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
