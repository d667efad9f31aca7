import { expect, test } from 'vitest';
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import { organization } from '@tests/support/api';

const TERMS = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' };

test('a new asset is answered whole, found at its location, and linked to the programs it names', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<Program>('/programs', { name: 'Loyalty' });
  const created = await api.post<Asset>('/assets', { ...TERMS, max_transaction_amount: '500', program_ids: [program.id, program.id] });
  expect(created).toMatchObject({
    status: 201,
    body: { ...TERMS, max_transaction_amount: '500.00', program_ids: [program.id], status: 'ACTIVE', deleted_at: null },
  });
  expect(created.headers.location).toBe(`/v1/assets/${created.body.id}`);
  expect(await api.get(`/assets/${created.body.id}`)).toMatchObject({ status: 200, body: created.body });
});

test('a symbol is taken once in an organization, and a second time in another', async () => {
  const [one, two] = [await organization(), await organization()];
  await one.api.post('/assets', TERMS);
  expect(await one.api.post('/assets', { ...TERMS, name: 'Other' })).toMatchObject({
    status: 409,
    body: { type: 'conflict', code: 'key_exists', param: 'symbol' },
  });
  expect(await two.api.post('/assets', TERMS)).toMatchObject({ status: 201 });
});

test('an asset that cannot be linked to a program it names is not created', async () => {
  const { api } = await organization();
  expect(await api.post('/assets', { ...TERMS, program_ids: [crypto.randomUUID()] })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'program_ids' },
  });
  expect(await api.get('/assets')).toMatchObject({ body: { data: [] } });
});

test.each(['0', '-1', '0.00', '1.005', 'ten', '1e3', ''])('a ceiling of "%s" is out of range', async (ceiling) => {
  const { api } = await organization();
  const refused = { status: 400, body: { code: 'max_transaction_amount_out_of_range', param: 'max_transaction_amount' } };
  expect(await api.post('/assets', { ...TERMS, max_transaction_amount: ceiling })).toMatchObject(refused);
  const { body } = await api.post<Asset>('/assets', TERMS);
  expect(await api.patch(`/assets/${body.id}`, { max_transaction_amount: ceiling })).toMatchObject(refused);
});

test('amounts keep the scale of the asset, up to 60 digits and 18 places', async () => {
  const { api } = await organization();
  const ceiling = `${'9'.repeat(60)}.${'1'.repeat(18)}`;
  expect(await api.post('/assets', { ...TERMS, scale: 18, max_transaction_amount: ceiling })).toMatchObject({
    status: 201,
    body: { max_transaction_amount: ceiling },
  });
  expect(await api.post('/assets', { ...TERMS, symbol: 'P0', scale: 0, max_transaction_amount: '7.0' })).toMatchObject({
    status: 201,
    body: { max_transaction_amount: '7' },
  });
});

test('name and ceiling change, null removes the ceiling, and the immutable settings are refused', async () => {
  const { api } = await organization();
  const { body } = await api.post<Asset>('/assets', { ...TERMS, max_transaction_amount: '5' });
  expect(await api.patch(`/assets/${body.id}`, { name: 'Stars', max_transaction_amount: '7.5' })).toMatchObject({
    status: 200,
    body: { name: 'Stars', max_transaction_amount: '7.50', symbol: 'PTS' },
  });
  expect(await api.patch(`/assets/${body.id}`, { max_transaction_amount: null })).toMatchObject({
    status: 200,
    body: { max_transaction_amount: null, name: 'Stars' },
  });
  for (const change of [{ scale: 3 }, { inventory_mode: 'SIMPLE' }, { issuance_policy: 'PREFUNDED' }]) {
    expect(await api.patch(`/assets/${body.id}`, change)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', param: Object.keys(change)[0] },
    });
  }
});

test('an archived asset carries deleted_at, stays readable, and neither changes nor comes back', async () => {
  const { api } = await organization();
  const { body } = await api.post<Asset>('/assets', TERMS);
  const archived = await api.patch<Asset>(`/assets/${body.id}`, { status: 'ARCHIVED' });
  expect(archived).toMatchObject({ status: 200, body: { status: 'ARCHIVED', deleted_at: archived.body.updated_at } });
  expect(await api.get(`/assets/${body.id}`)).toMatchObject({ status: 200, body: archived.body });
  expect(await api.patch(`/assets/${body.id}`, { status: 'ARCHIVED' })).toMatchObject({ status: 200, body: archived.body });
  expect(await api.patch(`/assets/${body.id}`, { name: 'x' })).toMatchObject({
    status: 422,
    body: { type: 'unprocessable', code: 'asset_archived' },
  });
  expect(await api.patch(`/assets/${body.id}`, { status: 'ACTIVE' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('the list searches name and symbol and filters by program', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<Program>('/programs', { name: 'Loyalty' });
  await api.post('/assets', { ...TERMS, name: 'Gold', symbol: 'AU', program_ids: [program.id] });
  await api.post('/assets', { ...TERMS, name: 'Silver', symbol: 'AG' });
  const symbols = async (query: string) =>
    (await api.get<{ data: Asset[] }>(`/assets?sort_by=symbol&sort_dir=asc&${query}`)).body.data.map(({ symbol }) => symbol);
  expect(await symbols('')).toEqual(['AG', 'AU']);
  expect(await symbols('search=gol')).toEqual(['AU']);
  expect(await symbols('search=ag')).toEqual(['AG']);
  expect(await symbols(`program_id=${program.id}`)).toEqual(['AU']);
});

test('a lookup answers what exists in the order asked for, each once, and names what does not', async () => {
  const [mine, theirs] = [await organization(), await organization()];
  const { body: one } = await mine.api.post<Asset>('/assets', TERMS);
  const { body: two } = await mine.api.post<Asset>('/assets', { ...TERMS, symbol: 'TWO' });
  const { body: foreign } = await theirs.api.post<Asset>('/assets', TERMS);
  const answer = await mine.api.post<{ data: Asset[] }>('/assets/lookup', { ids: [two.id, foreign.id, one.id, two.id] });
  expect(answer).toMatchObject({ status: 200, body: { missing_ids: [foreign.id] } });
  expect(answer.body.data.map(({ id }) => id)).toEqual([two.id, one.id]);
});

test('a lookup takes 1 to 500 ids', async () => {
  const { api } = await organization();
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  expect(await api.post('/assets/lookup', { ids: [] })).toMatchObject({
    status: 400,
    body: { param: 'ids', fields: [{ reason: 'too_few' }] },
  });
  expect(await api.post('/assets/lookup', { ids: ids(500) })).toMatchObject({ status: 200 });
  expect(await api.post('/assets/lookup', { ids: ids(501) })).toMatchObject({
    status: 400,
    body: { param: 'ids', fields: [{ reason: 'too_many' }] },
  });
});

test('an unknown asset answers asset_not_found', async () => {
  const { api } = await organization();
  expect(await api.get(`/assets/${crypto.randomUUID()}`)).toMatchObject({
    status: 404,
    body: { type: 'not_found', code: 'asset_not_found' },
  });
  expect(await api.patch(`/assets/${crypto.randomUUID()}`, { name: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'asset_not_found' },
  });
});
