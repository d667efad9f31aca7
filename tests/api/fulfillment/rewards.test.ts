import { describe, expect, test } from 'vitest';
import type { Reward } from '@/contract/reward';
import { giftCards } from '@tests/support/fulfillment';
import { programWithAsset } from '@tests/support/programs';

describe('a reward that a provider delivers', () => {
  test('keeps its product as the provider described it', async () => {
    const { reward, source } = await giftCards();
    expect(reward).toMatchObject({
      redemption_type: 'AMOUNT_BASED',
      unit_cost: null,
      reward_source_id: source.id,
      product_id: 'sandbox-any',
    });
    expect(reward.product).toMatchObject({ name: 'Gift card of any value', face_values: [{ min: '1', max: '2000' }] });
  });

  test('needs a source and a product that fit it', async () => {
    const { api, program, asset, source, account } = await giftCards();
    const path = `/programs/${program.id}/rewards`;
    const other = await api.post<{ id: string }>('/assets', {
      name: 'Other',
      symbol: 'OTHER',
      scale: 0,
      inventory_mode: 'SIMPLE',
      issuance_policy: 'UNLIMITED',
      program_ids: [program.id],
    });
    const body = {
      name: 'Another card',
      redemption_type: 'AMOUNT_BASED',
      asset_id: asset.id,
      reward_source_id: source.id,
      product_id: 'sandbox-any',
    };
    expect(await api.post(path, { ...body, product_id: undefined })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'product_id' },
    });
    expect(await api.post(path, { ...body, reward_source_id: undefined })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'reward_source_id' },
    });
    expect(await api.post(path, { ...body, redemption_type: 'UNIT_BASED', unit_cost: '5' })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'redemption_type' },
    });
    expect(await api.post(path, { ...body, asset_id: other.body.id })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'asset_id' },
    });
    expect(await api.post(path, { ...body, product_id: 'nothing' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'product_id' },
    });
    await api.patch(`/programs/${program.id}/reward-sources/${source.id}`, { policy: { currency: 'GBP' } });
    expect(await api.post(path, { ...body, product_id: 'sandbox-donation' })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'product_id' },
    });
    await api.patch(`/fulfillment-accounts/${account.id}`, { status: 'ARCHIVED' });
    expect(await api.post(path, body)).toMatchObject({ status: 400, body: { code: 'invalid_status', param: 'reward_source_id' } });
  });

  test('is not sold any more once its source is archived', async () => {
    const { api, program, source, redeem, balances } = await giftCards();
    await api.patch(`/programs/${program.id}/reward-sources/${source.id}`, { status: 'ARCHIVED' });
    expect(await redeem()).toMatchObject({ status: 409, body: { code: 'reward_unavailable' } });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
  });

  test.each([
    ['no face value', { face_value_minor: undefined }, 'fulfillment_face_value_required'],
    ['a quantity of two', { quantity: 2 }, 'fulfillment_quantity_unsupported'],
    ['an amount beside the face value', { amount: '100' }, 'invalid_request'],
    ['a face value that the product is not sold at', { face_value_minor: 300_000 }, 'invalid_fixed_denomination'],
    ['a face value of zero', { face_value_minor: 0 }, 'validation_error'],
    ['a face value that is a fraction', { face_value_minor: 10.5 }, 'validation_error'],
  ])('redeemed with %s is refused as %3$s, and nothing is held', async (_, body, code) => {
    const { redeem, balances } = await giftCards();
    expect(await redeem(body)).toMatchObject({ status: 400, body: { code } });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
  });

  test('with denominations is redeemed at those alone', async () => {
    const { redeem } = await giftCards({ policy: { currency: 'USD', denominations: [1000, 2500] } });
    expect(await redeem({ face_value_minor: 2000 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_fixed_denomination', details: { denominations: [1000, 2500] } },
    });
    expect((await redeem({ face_value_minor: 1000, quantity: 1 })).status).toBe(201);
  });

  test('of a fixed product is redeemed at its values alone', async () => {
    const { redeem } = await giftCards({ productId: 'sandbox-fixed' });
    expect(await redeem({ face_value_minor: 3000 })).toMatchObject({ status: 400, body: { code: 'invalid_fixed_denomination' } });
    expect((await redeem({ face_value_minor: 5000 })).body).toMatchObject({ amount: '5000' });
  });

  test('costs what the rate makes of the face value at the time, and no more than there is', async () => {
    const { redeem, api, program, source } = await giftCards();
    expect((await redeem({ face_value_minor: 1999 })).body).toMatchObject({ amount: '1999', unit_cost: '1999', quantity: 1 });
    await api.patch(`/programs/${program.id}/reward-sources/${source.id}`, { rate: '50' });
    expect((await redeem({ face_value_minor: 1000 })).body).toMatchObject({ amount: '500' });
    expect(await redeem({ face_value_minor: 1001 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_amount', param: 'face_value_minor' },
    });
    expect(await redeem({ face_value_minor: 200_000 })).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  });

  test('a face value is refused for any other reward', async () => {
    const { api, program, asset } = await programWithAsset();
    const reward = await api.post<Reward>(`/programs/${program.id}/rewards`, {
      name: 'Mug',
      redemption_type: 'UNIT_BASED',
      unit_cost: '5',
      asset_id: asset.id,
    });
    await api.post('/participants', { external_id: 'ada' });
    const body = { program_id: program.id, reward_id: reward.body.id, face_value_minor: 100, idempotency_key: 'k' };
    expect(await api.post('/participants/ext:ada/redemptions/items', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', param: 'face_value_minor' },
    });
  });
});
