import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FulfillmentAccount, RewardSource } from '@/contract/fulfillment';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

async function withAccount(settings: Parameters<typeof programWithAsset>[0] = {}) {
  const made = await programWithAsset({ scale: 0, ...settings });
  const { body: account } = await made.api.post<FulfillmentAccount>('/fulfillment-accounts', {
    provider: 'SANDBOX',
    name: 'Trial',
    config: { outcome: 'DELIVER' },
  });
  const path = `/programs/${made.program.id}/reward-sources`;
  const body = { fulfillment_account_id: account.id, asset_id: made.asset.id, rate: '100', policy: { currency: 'USD' } };
  return { ...made, account, path, body, create: (change: object = {}) => made.api.post<RewardSource>(path, { ...body, ...change }) };
}

describe('a reward source', () => {
  test('says through which account a program offers rewards, and at which rate', async () => {
    const { create, path, api, account, asset, program } = await withAccount();
    const created = await create({ rate: '100.00', policy: { currency: 'USD', min_face_value_minor: 500, denominations: [2500, 1000] } });
    expect(created).toMatchObject({ status: 201, headers: { location: `/v1${path}/${created.body.id}` } });
    expect(created.body).toMatchObject({
      program_id: program.id,
      fulfillment_account_id: account.id,
      asset_id: asset.id,
      rate: '100',
      status: 'ACTIVE',
      deleted_at: null,
    });
    expect(created.body.policy).toEqual({ currency: 'USD', min_face_value_minor: 500, denominations: [1000, 2500] });
    expect((await api.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.get<{ data: unknown[] }>(path)).body.data).toEqual([created.body]);
  });

  test.each([['0'], ['-1'], ['abc'], [100], [null], ['1e2'], ['0.5'], ['0.0000000000000000001']])(
    'with the rate %j is refused as invalid_rate',
    async (rate) => {
      const { create } = await withAccount();
      expect(await create({ rate })).toMatchObject({ status: 400, body: { code: 'invalid_rate', param: 'rate' } });
    },
  );

  test('takes a rate below one asset unit where every denomination has a price', async () => {
    const { create } = await withAccount();
    expect((await create({ rate: '0.5', policy: { currency: 'USD', denominations: [200, 1000] } })).status).toBe(201);
    expect(await create({ rate: '0.5', policy: { currency: 'USD', denominations: [200, 300] } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_rate' },
    });
  });

  test.each([
    ['nothing', null],
    ['no currency', {}],
    ['a currency that does not exist', { currency: 'XQQ' }],
    ['bounds that exclude each other', { currency: 'USD', min_face_value_minor: 2, max_face_value_minor: 1 }],
    ['a denomination outside the bounds', { currency: 'USD', max_face_value_minor: 1000, denominations: [2000] }],
    ['a field that is not known', { currency: 'USD', limit: 3 }],
  ])('with %s as policy is refused as invalid_policy', async (_, policy) => {
    const { create } = await withAccount();
    expect(await create({ policy })).toMatchObject({ status: 400, body: { code: 'invalid_policy' } });
  });

  test('needs an active account and a linked asset that are known to the organization', async () => {
    const { create, api, account } = await withAccount();
    const stray = (
      await api.post<{ id: string }>('/assets', {
        name: 'Stray',
        symbol: 'STRAY',
        scale: 0,
        inventory_mode: 'SIMPLE',
        issuance_policy: 'UNLIMITED',
      })
    ).body;
    expect(await create({ asset_id: stray.id })).toMatchObject({ status: 400, body: { code: 'asset_not_linked' } });
    expect(await create({ asset_id: randomUUID() })).toMatchObject({ status: 404, body: { code: 'asset_not_found' } });
    expect(await create({ fulfillment_account_id: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'fulfillment_account_id' },
    });
    await api.patch(`/fulfillment-accounts/${account.id}`, { status: 'ARCHIVED' });
    expect(await create()).toMatchObject({ status: 400, body: { code: 'invalid_status', param: 'fulfillment_account_id' } });
  });

  test('can change its rate and policy as long as they fit each other, and is archived for good', async () => {
    const { create, path, api } = await withAccount();
    const { body } = await create();
    const one = `${path}/${body.id}`;
    expect(await api.patch(one, { rate: '250' })).toMatchObject({ status: 200, body: { rate: '250', policy: { currency: 'USD' } } });
    expect(await api.patch(one, { rate: '0.5' })).toMatchObject({ status: 400, body: { code: 'invalid_rate' } });
    expect(await api.patch(one, { rate: '0.5', policy: { currency: 'EUR', denominations: [200] } })).toMatchObject({
      status: 200,
      body: { rate: '0.5' },
    });
    expect(await api.patch(one, { policy: { currency: 'EUR' } })).toMatchObject({ status: 400, body: { code: 'invalid_rate' } });
    expect(await api.patch(one, { status: 'ARCHIVED' })).toMatchObject({ status: 200, body: { status: 'ARCHIVED' } });
    expect(await api.patch(one, { rate: '1' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
    expect((await api.get<{ data: unknown[] }>(path)).body.data).toEqual([]);
  });

  test('belongs to its program: another program and another organization do not have it', async () => {
    const { create, api } = await withAccount();
    const { body } = await create();
    const second = (await api.post<{ id: string }>('/programs', { name: 'Second' })).body;
    const stranger: TestProgram = await programWithAsset();
    for (const answer of [
      await api.get(`/programs/${second.id}/reward-sources/${body.id}`),
      await stranger.api.get(`/programs/${body.program_id}/reward-sources/${body.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});
