/** A program's rewards: what each may be, change into and cost. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Reward } from '@/contract/reward';
import { snapshot } from '@tests/support/ledger';
import { shop, type TestShop } from '@tests/support/redemptions';

const create = (club: TestShop, body: Record<string, unknown> = {}) =>
  club.api.post<Reward & { code?: string }>(`/programs/${club.program.id}/rewards`, {
    name: 'Mug',
    redemption_type: 'UNIT_BASED',
    asset_id: club.asset.id,
    unit_cost: '10',
    ...body,
  });
const change = (club: TestShop, { id }: Pick<Reward, 'id'>, body: Record<string, unknown>) =>
  club.api.patch<Reward & { code?: string }>(`/programs/${club.program.id}/rewards/${id}`, body);

test('a new reward is ACTIVE, unbounded, and read back as it was answered', async () => {
  const club = await shop();
  const { status, headers, body } = await create(club);
  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/programs/${club.program.id}/rewards/${body.id}`);
  expect(body).toMatchObject({
    id: expect.any(String),
    program_id: club.program.id,
    asset_id: club.asset.id,
    name: 'Mug',
    description: null,
    sentence: `Costs 10.00 ${club.asset.symbol}.`,
    category: null,
    image_url: null,
    metadata: {},
    redemption_type: 'UNIT_BASED',
    unit_cost: '10.00',
    status: 'ACTIVE',
    max_total: null,
    max_per_participant: null,
    redeemed_count: 0,
    remaining: null,
    available_from: null,
    available_until: null,
    created_at: expect.any(String),
    updated_at: body.created_at,
    deleted_at: null,
  });
  expect(await club.readReward(body)).toEqual(body);
});

test('a reward keeps everything that it was given', async () => {
  const club = await shop();
  const given = {
    description: 'Holds coffee',
    category: 'Kitchen',
    image_url: 'https://example.com/mug.png',
    metadata: { sku: 'M-1', colours: ['red'] },
    status: 'DRAFT',
    max_total: 5,
    max_per_participant: 2,
    available_from: '2026-01-01T00:00:00.000Z',
    available_until: '2027-01-01T00:00:00.000Z',
  };
  expect((await create(club, given)).body).toMatchObject({ ...given, remaining: 5 });
});

test.each([
  ['no unit cost for one sold by the unit', { unit_cost: undefined }, 400, 'validation_error', 'unit_cost'],
  ['a unit cost for one redeemed by amount', { redemption_type: 'AMOUNT_BASED' }, 400, 'validation_error', 'unit_cost'],
  ['a unit cost beyond the scale', { unit_cost: '1.001' }, 400, 'invalid_amount', 'unit_cost'],
  ['a unit cost of nothing', { unit_cost: '0' }, 400, 'invalid_amount', 'unit_cost'],
  ['a blank name', { name: ' ' }, 400, 'validation_error', 'name'],
  ['an address that is no http', { image_url: 'javascript:alert(1)' }, 400, 'validation_error', 'image_url'],
  ['a bound of nothing', { max_total: 0 }, 400, 'validation_error', 'max_total'],
  [
    'a window that ends before it begins',
    { available_from: '2027-01-01T00:00:00Z', available_until: '2026-01-01T00:00:00Z' },
    400,
    'validation_error',
    'available_until',
  ],
  ['an archived reward', { status: 'ARCHIVED' }, 400, 'validation_error', 'status'],
  ['an unknown asset', { asset_id: randomUUID() }, 404, 'asset_not_found', 'asset_id'],
])('%s is refused and creates nothing', async (_, body, status, code, param) => {
  const club = await shop();
  expect(await create(club, body)).toMatchObject({ status, body: { code, param } });
  expect((await club.api.get(`/programs/${club.program.id}/rewards`)).body.data).toEqual([]);
});

test('an asset that the program does not link, or that is archived, prices no reward', async () => {
  const club = await shop();
  const { body: other } = await club.api.post<{ id: string }>('/assets', {
    name: 'Elsewhere',
    symbol: 'ELSE',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
  });
  expect(await create(club, { asset_id: other.id })).toMatchObject({ status: 400, body: { code: 'asset_not_linked' } });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect(await create(club)).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
});

test('a name is taken once in a program, archived rewards included, and free in another', async () => {
  const club = await shop();
  const { body: mug } = await create(club);
  const { body: cup } = await create(club, { name: 'Cup' });
  await change(club, mug, { status: 'ARCHIVED' });
  expect(await create(club)).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'name' } });
  expect(await change(club, cup, { name: 'Mug' })).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'name' } });
  const { body: elsewhere } = await club.api.post<{ id: string }>('/programs', { name: 'Elsewhere' });
  await club.api.put(`/programs/${elsewhere.id}/assets/${club.asset.id}`);
  expect(
    (await club.api.post(`/programs/${elsewhere.id}/rewards`, { name: 'Mug', redemption_type: 'AMOUNT_BASED', asset_id: club.asset.id }))
      .status,
  ).toBe(201);
});

test('a program keeps the asset that a reward costs', async () => {
  const club = await shop({ balance: '0' });
  await create(club);
  expect(await club.api.delete(`/programs/${club.program.id}/assets/${club.asset.id}`)).toMatchObject({
    status: 409,
    body: { code: 'asset_in_use' },
  });
});

test('an archived program takes no reward and no change of one', async () => {
  const club = await shop();
  const { body: mug } = await create(club);
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ARCHIVED' });
  for (const answer of [await create(club, { name: 'Cup' }), await change(club, mug, { name: 'Cup' })])
    expect(answer).toMatchObject({ status: 409, body: { code: 'program_archived' } });
});

const FROM = {
  DRAFT: { create: 'DRAFT' },
  ACTIVE: { create: 'ACTIVE' },
  OUT_OF_STOCK: { create: 'OUT_OF_STOCK' },
  ARCHIVED: { create: 'ACTIVE', then: 'ARCHIVED' },
} as const;

test.each([
  ['DRAFT', 'ACTIVE', 200],
  ['DRAFT', 'OUT_OF_STOCK', 400],
  ['DRAFT', 'ARCHIVED', 200],
  ['ACTIVE', 'DRAFT', 400],
  ['ACTIVE', 'OUT_OF_STOCK', 200],
  ['ACTIVE', 'ARCHIVED', 200],
  ['OUT_OF_STOCK', 'DRAFT', 400],
  ['OUT_OF_STOCK', 'ACTIVE', 200],
  ['OUT_OF_STOCK', 'ARCHIVED', 200],
  ['ARCHIVED', 'DRAFT', 400],
  ['ARCHIVED', 'ACTIVE', 400],
  ['ARCHIVED', 'OUT_OF_STOCK', 400],
] as const)('a reward goes from %s to %s: %i', async (from, to, status) => {
  const club = await shop();
  const path: { create: string; then?: string } = FROM[from];
  const { body: reward } = await create(club, { status: path.create });
  if (path.then) await change(club, reward, { status: path.then });
  const answer = await change(club, reward, { status: to });
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body).toMatchObject({ status: to, deleted_at: to === 'ARCHIVED' ? expect.any(String) : null });
  else expect(answer.body).toMatchObject({ code: 'invalid_status', param: 'status' });
});

test('a change that changes nothing leaves the record as it was; null clears', async () => {
  const club = await shop();
  const { body } = await create(club, { category: 'Kitchen', max_total: 3, metadata: { a: 1 } });
  expect(
    (await change(club, body, { category: 'Kitchen', unit_cost: '10.0', max_total: 3, metadata: { a: 1 }, status: 'ACTIVE' })).body,
  ).toEqual(body);
  expect((await change(club, body, { category: null, max_total: null, unit_cost: '12' })).body).toMatchObject({
    category: null,
    max_total: null,
    remaining: null,
    unit_cost: '12.00',
  });
});

test('kind and asset of a reward never change', async () => {
  const club = await shop();
  const { body } = await create(club);
  for (const field of [{ redemption_type: 'AMOUNT_BASED' }, { asset_id: club.asset.id }]) {
    expect(await change(club, body, field)).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  }
});

test('rewards are listed by name, status, kind and category; archived ones on request', async () => {
  const club = await shop();
  const made = [
    await create(club, { name: 'Mug', category: 'Kitchen' }),
    await create(club, { name: 'Big mug', category: 'Kitchen', status: 'DRAFT' }),
    await create(club, { name: 'Voucher', redemption_type: 'AMOUNT_BASED', unit_cost: undefined }),
  ].map(({ body }) => body);
  await change(club, made[2]!, { status: 'ARCHIVED' });
  const names = async (query: string): Promise<string[]> =>
    (await club.api.get<{ data: Reward[] }>(`/programs/${club.program.id}/rewards?${query}`)).body.data.map(({ name }) => name);
  expect(await names('')).toEqual(['Big mug', 'Mug']);
  expect(await names('include_archived=true&sort_by=name&sort_dir=asc')).toEqual(['Big mug', 'Mug', 'Voucher']);
  expect(await names('status=ARCHIVED')).toEqual(['Voucher']);
  expect(await names('search=MUG&status=ACTIVE')).toEqual(['Mug']);
  expect(await names('redemption_type=AMOUNT_BASED')).toEqual([]);
  expect(await names('category=Kitchen&limit=1')).toEqual(['Big mug']);
});

test('rewards of other programs and organizations are not_found', async () => {
  const [club, other] = [await shop(), await shop()];
  const { body: theirs } = await create(other);
  const { body: elsewhere } = await club.api.post<{ id: string }>('/programs', { name: 'Elsewhere' });
  const { body: mug } = await create(club);
  for (const path of [`/programs/${club.program.id}/rewards/${theirs.id}`, `/programs/${elsewhere.id}/rewards/${mug.id}`]) {
    expect(await club.api.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await club.api.patch(path, { name: 'Stolen' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await club.api.get(`/programs/${other.program.id}/rewards`)).toMatchObject({ status: 404 });
});

describe('an Idempotency-Key', () => {
  test('creates one reward, however often it is sent', async () => {
    const club = await shop();
    const body = { name: 'Mug', redemption_type: 'UNIT_BASED', asset_id: club.asset.id, unit_cost: '10' };
    const send = () => club.api.post<Reward>(`/programs/${club.program.id}/rewards`, body, { 'idempotency-key': 'mug' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    const before = await snapshot(club.id);
    await send();
    expect(await snapshot(club.id)).toEqual(before);
  });
});
