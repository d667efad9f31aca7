import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FulfillmentAccount, FulfillmentProduct } from '@/contract/fulfillment';
import { publishSettings } from '@/env';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { startTremendous, TREMENDOUS_CONFIG, type Tremendous } from '@tests/support/tremendous';

let provider: Tremendous;

beforeAll(async () => {
  provider = await startTremendous();
  publishSettings({ TREMENDOUS_BASE_URL: provider.url, FULFILLMENT_TIMEOUT_MS: '' });
});
afterAll(() => provider.stop());

const SANDBOX = { provider: 'SANDBOX', name: 'Trial', config: { outcome: 'DELIVER' } };
const TREMENDOUS = { provider: 'TREMENDOUS', name: 'Gift cards', config: TREMENDOUS_CONFIG };

describe('a fulfillment account', () => {
  test('shows its settings and never its key, which lies encrypted in the database', async () => {
    const { api } = await organization();
    const created = await api.post<FulfillmentAccount>('/fulfillment-accounts', TREMENDOUS);
    expect(created).toMatchObject({ status: 201, headers: { location: `/v1/fulfillment-accounts/${created.body.id}` } });
    expect(created.body).toMatchObject({
      provider: 'TREMENDOUS',
      name: 'Gift cards',
      status: 'ACTIVE',
      verified_at: null,
      deleted_at: null,
    });
    expect(created.body.config).toEqual({ environment: 'SANDBOX', funding_source_id: TREMENDOUS_CONFIG.funding_source_id });
    const answers = [created, await api.get(`/fulfillment-accounts/${created.body.id}`), await api.get('/fulfillment-accounts')];
    expect(JSON.stringify(answers)).not.toContain(TREMENDOUS_CONFIG.api_key);
    const [row] = await statement<{ text: string; secrets: Buffer }>(
      'SELECT row_to_json(f)::text AS text, secrets FROM fulfillment_accounts f WHERE id = $1',
      [created.body.id],
    );
    expect(row!.text).not.toContain(TREMENDOUS_CONFIG.api_key);
    expect(row!.secrets.includes(TREMENDOUS_CONFIG.api_key)).toBe(false);
  });

  test('of a provider that does not exist is refused as unsupported_provider', async () => {
    const { api } = await organization();
    expect(await api.post('/fulfillment-accounts', { ...SANDBOX, provider: 'ACME' })).toMatchObject({
      status: 400,
      body: { code: 'unsupported_provider', param: 'provider' },
    });
  });

  test.each([
    ['no setting at all', 'TREMENDOUS', {}, ['config.environment', 'config.funding_source_id', 'config.api_key']],
    ['no key', 'TREMENDOUS', { ...TREMENDOUS_CONFIG, api_key: undefined }, ['config.api_key']],
    ['another environment', 'TREMENDOUS', { ...TREMENDOUS_CONFIG, environment: 'STAGING' }, ['config.environment']],
    ['a key with a line break', 'TREMENDOUS', { ...TREMENDOUS_CONFIG, api_key: 'a\nb' }, ['config.api_key']],
    ['a setting that is not known', 'TREMENDOUS', { ...TREMENDOUS_CONFIG, colour: 'red' }, ['config.colour']],
    ['no outcome', 'SANDBOX', {}, ['config.outcome']],
    ['an outcome that does not exist', 'SANDBOX', { outcome: 'MAYBE' }, ['config.outcome']],
    ['a delay below zero', 'SANDBOX', { outcome: 'DELIVER', delay_seconds: -1 }, ['config.delay_seconds']],
    ['a key where none is needed', 'SANDBOX', { outcome: 'DELIVER', api_key: 'k' }, ['config.api_key']],
  ])('with %s is refused as invalid_config, naming every setting at fault', async (_, name, config, fields) => {
    const { api } = await organization();
    const refused = await api.post<{ code: string; fields: { field: string }[] }>('/fulfillment-accounts', {
      provider: name,
      name: 'A',
      config,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_config' } });
    expect(refused.body.fields.map(({ field }) => field)).toEqual(fields);
  });

  test('keeps the settings and secrets that a change leaves out', async () => {
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', {
      ...TREMENDOUS,
      config: { ...TREMENDOUS_CONFIG, campaign_id: 'CAMPAIGN1' },
    });
    expect((await api.post(`/fulfillment-accounts/${body.id}/verify`)).status).toBe(200);
    const changed = await api.patch<FulfillmentAccount>(`/fulfillment-accounts/${body.id}`, { config: { campaign_id: null } });
    expect(changed).toMatchObject({
      status: 200,
      body: { config: { environment: 'SANDBOX', funding_source_id: 'FUNDS1' }, verified_at: null },
    });
    expect(changed.body.config).not.toHaveProperty('campaign_id');
    expect((await api.post(`/fulfillment-accounts/${body.id}/verify`)).status).toBe(200);
    expect(await api.patch(`/fulfillment-accounts/${body.id}`, { config: { api_key: '' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_config' },
    });
  });

  test('that is archived refuses every change, and archiving it again changes nothing', async () => {
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', SANDBOX);
    const archived = await api.patch<FulfillmentAccount>(`/fulfillment-accounts/${body.id}`, { status: 'ARCHIVED' });
    expect(archived.body.deleted_at).not.toBeNull();
    expect((await api.patch(`/fulfillment-accounts/${body.id}`, { status: 'ARCHIVED' })).body).toEqual(archived.body);
    for (const change of [{ status: 'ACTIVE' }, { name: 'Other' }, { config: { outcome: 'FAIL' } }]) {
      expect(await api.patch(`/fulfillment-accounts/${body.id}`, change)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
    }
    expect((await api.get<{ data: unknown[] }>('/fulfillment-accounts')).body.data).toEqual([]);
    expect((await api.get<{ data: unknown[] }>('/fulfillment-accounts?include_archived=true')).body.data).toHaveLength(1);
    expect(await api.post(`/fulfillment-accounts/${body.id}/verify`)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  });

  test('of one organization does not exist for another', async () => {
    const [own, other] = [await organization(), await organization()];
    const { body } = await own.api.post<FulfillmentAccount>('/fulfillment-accounts', SANDBOX);
    const path = `/fulfillment-accounts/${body.id}`;
    const answers = [
      other.api.get(path),
      other.api.patch(path, { name: 'x' }),
      other.api.post(`${path}/verify`),
      other.api.get(`${path}/products`),
      own.api.get(`/fulfillment-accounts/${randomUUID()}`),
    ];
    for (const answer of answers) expect(await answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('verifying an account', () => {
  test('with a configuration that the provider accepts says since when', async () => {
    const { api } = await organization();
    for (const account of [
      TREMENDOUS,
      SANDBOX,
      { ...TREMENDOUS, config: { ...TREMENDOUS_CONFIG, funding_source_id: 'balance', campaign_id: 'CAMPAIGN1' } },
    ]) {
      const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', account);
      const verified = await api.post<FulfillmentAccount>(`/fulfillment-accounts/${body.id}/verify`);
      expect(verified).toMatchObject({ status: 200, body: { id: body.id } });
      expect(Date.parse(verified.body.verified_at!)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
    }
  });

  test.each([
    ['a key', { api_key: 'wrong' }, 'config.api_key'],
    ['a funding source', { funding_source_id: 'NOWHERE' }, 'config.funding_source_id'],
    ['a campaign', { campaign_id: 'NOWHERE' }, 'config.campaign_id'],
  ])('with %s that the provider does not know is invalid_config', async (_, wrong, param) => {
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', {
      ...TREMENDOUS,
      config: { ...TREMENDOUS_CONFIG, ...wrong },
    });
    expect(await api.post(`/fulfillment-accounts/${body.id}/verify`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_config', param },
    });
  });

  test.each([500, 'silence'] as const)('of a provider that answers %s is provider_unavailable', async (answer) => {
    await using broken = await startTremendous();
    broken.interrupt({ method: 'GET', path: /./, times: 99, answer });
    publishSettings({ TREMENDOUS_BASE_URL: broken.url, FULFILLMENT_TIMEOUT_MS: '500' });
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', TREMENDOUS);
    for (const refused of [
      await api.post(`/fulfillment-accounts/${body.id}/verify`),
      await api.get(`/fulfillment-accounts/${body.id}/products`),
    ]) {
      expect(refused).toMatchObject({ status: 502, body: { type: 'internal', code: 'provider_unavailable' } });
    }
    publishSettings({ TREMENDOUS_BASE_URL: provider.url, FULFILLMENT_TIMEOUT_MS: '' });
  });
});

describe('the products of an account', () => {
  const namesOf = ({ body }: { body: { data: FulfillmentProduct[] } }): string[] => body.data.map(({ name }) => name);

  test('are what the provider sells, with face values in currency units', async () => {
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', TREMENDOUS);
    const all = await api.get<{ data: FulfillmentProduct[] }>(`/fulfillment-accounts/${body.id}/products`);
    expect(namesOf(all)).toEqual(['A good cause', 'Book card', 'Coffee card']);
    expect(all.body.data[2]).toEqual({
      id: 'COFFEE',
      name: 'Coffee card',
      category: 'merchant_cards',
      image_url: 'https://img.example/coffee.png',
      currencies: ['USD'],
      countries: ['US'],
      face_values: [
        { min: '10', max: '10' },
        { min: '25.5', max: '25.5' },
      ],
    });
    expect(all.body.data[0]!.face_values).toEqual([]);
  });

  test('can be searched, filtered by currency, and read page by page', async () => {
    const { api } = await organization();
    const { body } = await api.post<FulfillmentAccount>('/fulfillment-accounts', TREMENDOUS);
    const path = `/fulfillment-accounts/${body.id}/products`;
    expect(namesOf(await api.get(`${path}?search=CARD`))).toEqual(['Book card', 'Coffee card']);
    expect(namesOf(await api.get(`${path}?currency=EUR`))).toEqual(['A good cause', 'Book card']);
    const first = await api.get<{ data: FulfillmentProduct[]; pagination: { next_cursor: string } }>(`${path}?limit=2`);
    const second = await api.get<{ data: FulfillmentProduct[]; pagination: { has_more: boolean } }>(
      `${path}?limit=2&cursor=${first.body.pagination.next_cursor}`,
    );
    expect([...namesOf(first), ...namesOf(second)]).toEqual(['A good cause', 'Book card', 'Coffee card']);
    expect(second.body.pagination.has_more).toBe(false);
    expect(await api.get(`${path}?search=card&cursor=${first.body.pagination.next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});
