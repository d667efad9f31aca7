/** What hold, release, forfeit and void-hold share: their request and response fields, and what they refuse. */
import { describe, expect, test } from 'vitest';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { ledger, snapshot, type TestLedger } from '@tests/support/ledger';

const OPERATIONS = ['hold', 'release', 'forfeit', 'void-hold'] as const;
type Operation = (typeof OPERATIONS)[number];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** 20 in AVAILABLE, and 10 issued provisionally under "r". */
async function stocked(settings: Parameters<typeof ledger>[0] = {}): Promise<TestLedger> {
  const club = await ledger({ inventory_mode: 'LOT', ...settings });
  await club.post({ amount: '20' });
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
  return club;
}

/** A body that each operation accepts on a stocked account. */
const BODY: Record<Operation, Record<string, unknown>> = {
  hold: { amount: '10', reference_id: 'r' },
  release: { amount: '10', reference_id: 'r' },
  forfeit: { amount: '10', bucket: 'HELD', reference_id: 'r' },
  'void-hold': { amount: '10', reference_id: 'r' },
};
const AFTER: Record<Operation, Record<string, string>> = {
  hold: { available: '10.00', held: '20.00', deferred: '0.00' },
  release: { available: '30.00', held: '0.00', deferred: '0.00' },
  forfeit: { available: '20.00', held: '0.00', deferred: '0.00' },
  'void-hold': { available: '20.00', held: '0.00', deferred: '0.00' },
};

describe.each(OPERATIONS)('%s', (operation) => {
  const body = BODY[operation];

  test('answers what it processed, the balance after it, its lots and its journal entry', async () => {
    const club = await stocked();
    const before = await club.lots();
    const taken = before.data.find(({ status }) => status === (operation === 'hold' ? 'AVAILABLE' : 'HELD'));
    const answer = await club.command(operation, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      operation: operation.toUpperCase().replace('-', '_'),
      amount_processed: '10.00',
      program_id: club.program.id,
      asset_id: club.asset.id,
      balance: AFTER[operation],
      journal_entry_id: expect.any(String),
      lots_processed: [{ id: taken!.id, amount: '10.00' }],
      reference_id: 'r',
      message: expect.any(String),
    });
    expect(await club.balance()).toEqual(AFTER[operation]);
    expect((await club.api.get(`/journal-entries/${answer.body.journal_entry_id}`)).body).toMatchObject({
      type: { hold: 'HOLD', release: 'RELEASE', forfeit: 'FORFEIT', 'void-hold': 'VOID' }[operation],
      description: 'Test',
      reference_id: 'r',
    });
  });

  test.each([
    ['no description', { description: undefined }, 400, 'validation_error'],
    ['an empty description', { description: '' }, 400, 'validation_error'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 400, 'validation_error'],
    ['an empty reference', { reference_id: '' }, 400, 'invalid_reference_id'],
    ['a reference of 256 characters', { reference_id: 'x'.repeat(256) }, 400, 'invalid_reference_id'],
    ['a reserved reference', { reference_id: 'service:x' }, 400, 'reserved_reference_id'],
    ['an amount of zero', { amount: '0' }, 400, 'invalid_amount'],
    ['a negative amount', { amount: '-1' }, 400, 'invalid_amount'],
    ['an amount beyond the scale', { amount: '9.999' }, 400, 'invalid_amount'],
    ['a number as amount', { amount: 10 }, 400, 'validation_error'],
    ['the bucket DEFERRED', { bucket: 'DEFERRED' }, 400, 'invalid_operation'],
    ['an unknown bucket', { bucket: 'LOCKED' }, 400, 'validation_error'],
    ['an unknown field', { colour: 'red' }, 400, 'validation_error'],
    ['an unknown program', { program_id: UNKNOWN }, 404, 'not_found'],
    ['an unknown asset', { asset_id: UNKNOWN }, 404, 'asset_not_found'],
    ['no lot in lot_ids', { lot_ids: [] }, 400, 'validation_error'],
    ['a malformed earned_from', { earned_from: 'yesterday' }, 400, 'invalid_filter'],
  ])('refuses %s and changes no row', async (_, change, status, code) => {
    const club = await stocked();
    const before = await snapshot(club.id);
    expect(await club.command(operation, { ...body, ...change })).toMatchObject({ status, body: { code } });
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('takes a reference of 255 characters', async () => {
    const club = await stocked();
    const reference_id = 'x'.repeat(255);
    await club.post({ amount: '10', bucket: 'HELD', reference_id });
    expect(await club.command(operation, { ...body, reference_id })).toMatchObject({ status: 200, body: { reference_id } });
  });

  test('refuses an asset that the program does not link, one of another organization, and an unknown participant', async () => {
    const club = await stocked();
    const loose = await club.addAsset({ symbol: 'LOOSE', inventory_mode: 'LOT' });
    await club.api.delete(`/programs/${club.program.id}/assets/${loose.id}`);
    const stranger = await ledger();
    expect(await club.command(operation, { ...body, asset_id: loose.id })).toMatchObject({
      status: 400,
      body: { code: 'asset_not_linked' },
    });
    expect(await club.command(operation, { ...body, asset_id: stranger.asset.id })).toMatchObject({
      status: 404,
      body: { code: 'asset_not_found' },
    });
    const target = { program_id: club.program.id, asset_id: club.asset.id, description: 'Test', ...body };
    for (const { api } of [club, await organization()]) {
      const id = api === club.api ? 'ext:nobody' : club.participant.id;
      expect(await api.post(`/participants/${id}/balances/${operation}`, target)).toMatchObject({
        status: 404,
        body: { code: 'not_found', param: 'id' },
      });
    }
  });

  test('of a SIMPLE asset takes no lot filters', async () => {
    const club = await stocked({ inventory_mode: 'SIMPLE' });
    for (const filter of [{ lot_ids: [UNKNOWN] }, { earned_from: '2026-01-01T00:00:00Z' }, { earned_to: '2026-01-01T00:00:00Z' }]) {
      expect(await club.command(operation, { ...body, ...filter })).toMatchObject({ status: 400, body: { code: 'invalid_filter' } });
    }
  });

  test('is told apart from others by its bucket: the wrong one is invalid_operation', async () => {
    const club = await stocked();
    const wrong = { hold: 'HELD', release: 'AVAILABLE', forfeit: 'DEFERRED', 'void-hold': 'AVAILABLE' }[operation];
    const right = { hold: 'AVAILABLE', release: 'HELD', forfeit: 'HELD', 'void-hold': 'HELD' }[operation];
    expect(await club.command(operation, { ...body, bucket: wrong })).toMatchObject({
      status: 400,
      body: { code: 'invalid_operation', param: 'bucket' },
    });
    expect((await club.command(operation, { ...body, bucket: right })).status).toBe(200);
  });

  test.each(['SUSPENDED', 'CLOSED'])('on a %s participant is refused, but for a forfeit on a closed one', async (status) => {
    const club = await stocked();
    await club.api.patch('/participants/ext:ada', { status });
    const answer = await club.command(operation, body);
    if (operation === 'forfeit' && status === 'CLOSED') expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 409, body: { code: 'participant_inactive' } });
  });

  test('of an archived asset is refused, but for a forfeit', async () => {
    const club = await stocked();
    await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
    const answer = await club.command(operation, body);
    if (operation === 'forfeit') expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
  });

  test.each([
    ['SUSPENDED', 'program_suspended'],
    ['ARCHIVED', 'program_archived'],
  ])('in a %s program is refused', async (status, code) => {
    const club = await stocked();
    await club.api.patch(`/programs/${club.program.id}`, { status });
    expect(await club.command(operation, body)).toMatchObject({ status: 409, body: { code } });
  });

  test('needs a JSON body that says so', async () => {
    const club = await stocked();
    const { status, text } = await send(origin(), {
      method: 'POST',
      path: `/v1/participants/${club.participant.id}/balances/${operation}`,
      headers: { authorization: `Bearer ${club.key}`, 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    });
    expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });
});

describe.each(OPERATIONS)('the idempotency key of %s', (operation) => {
  const body = BODY[operation];
  const header = { 'idempotency-key': 'k1' };

  test.each([
    ['in the header', {}, header],
    ['in the body', { idempotency_key: 'k1' }, {}],
    ['in both', { idempotency_key: 'k1' }, header],
  ])('%s makes it happen once and answers the first result again', async (_, keyed, headers) => {
    const club = await stocked();
    const first = await club.command(operation, { ...body, ...keyed }, headers);
    await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
    const before = await snapshot(club.id);
    for (const same of [body, { ...body, amount: '10.00' }, { ...body, description: ' Test ' }]) {
      expect(await club.command(operation, { ...same, ...keyed }, headers)).toMatchObject({
        status: 200,
        body: first.body,
        headers: { 'idempotent-replayed': 'true' },
      });
    }
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('replays when the bucket is spelled out', async () => {
    const club = await stocked();
    const first = await club.command(operation, body, header);
    const bucket = operation === 'hold' ? 'AVAILABLE' : 'HELD';
    expect((await club.command(operation, { ...body, bucket }, header)).body).toEqual(first.body);
  });

  test('with other fields, another operation or another participant is idempotency_conflict', async () => {
    const club = await stocked();
    await club.command(operation, body, header);
    const conflict = { status: 409, body: { code: 'idempotency_conflict' } };
    for (const change of [{ amount: '9' }, { description: 'Other' }, { reference_id: 's' }, { earned_from: '2026-01-01T00:00:00Z' }]) {
      expect(await club.command(operation, { ...body, ...change }, header)).toMatchObject(conflict);
    }
    for (const other of OPERATIONS.filter((name) => name !== operation))
      expect(await club.command(other, BODY[other], header)).toMatchObject(conflict);
    expect(await club.adjust({ amount: '10' }, header)).toMatchObject(conflict);
    await club.api.post('/participants', { external_id: 'bob' });
    const target = { program_id: club.program.id, asset_id: club.asset.id, description: 'Test', ...body };
    expect(await club.api.post(`/participants/ext:bob/balances/${operation}`, target, header)).toMatchObject(conflict);
  });

  test('that differs in header and body is refused', async () => {
    const club = await stocked();
    expect(await club.command(operation, { ...body, idempotency_key: 'k2' }, header)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', details: { reason: 'header_body_mismatch' } },
    });
  });

  test('is free again after a refusal', async () => {
    const club = await ledger({ inventory_mode: 'LOT' });
    expect((await club.command(operation, body, header)).status).toBeGreaterThanOrEqual(400);
    await club.post({ amount: '20' });
    await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
    expect((await club.command(operation, body, header)).status).toBe(200);
  });
});

test.each([
  ['hold', 'Must be AVAILABLE.', 'AVAILABLE'],
  ['release', 'Must be HELD.', 'HELD'],
  ['forfeit', 'Must be AVAILABLE or HELD.', 'AVAILABLE | HELD'],
  ['void-hold', 'Must be HELD.', 'HELD'],
] as const)('%s offers only the buckets it has where the one that was sent is none', async (operation, message, expected) => {
  const club = await stocked();
  const before = await snapshot(club.id);
  const answer = await club.command(operation, { ...BODY[operation], bucket: 'POCKET' });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'validation_error',
      param: 'bucket',
      fields: [{ field: 'bucket', message, reason: 'invalid_value', expected, received: 'POCKET' }],
    },
  });
  expect(await snapshot(club.id)).toEqual(before);
});
