import { expect, test } from 'vitest';
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import { organization } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';

async function programAndAsset() {
  const { api } = await organization();
  const { body: program } = await api.post<Program>('/programs', { name: 'Loyalty' });
  const terms = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'PREFUNDED' };
  const { body: asset } = await api.post<Asset>('/assets', terms);
  return { api, program, asset, link: `/programs/${program.id}/assets/${asset.id}` };
}

test('a link shows on both sides, may be made again, and is gone after it is removed', async () => {
  const { api, program, asset, link } = await programAndAsset();
  expect(await api.put(link)).toMatchObject({ status: 200, body: { id: program.id, asset_ids: [asset.id] } });
  expect(await api.put(link)).toMatchObject({ status: 200, body: { asset_ids: [asset.id] } });
  expect(await api.get(`/assets/${asset.id}`)).toMatchObject({ body: { program_ids: [program.id] } });
  expect(await api.delete(link)).toMatchObject({ status: 204, body: null });
  expect(await api.get(`/programs/${program.id}`)).toMatchObject({ body: { asset_ids: [] } });
  expect(await api.delete(link)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a link that ledger entries depend on stays', async () => {
  const { api, program, asset, addRule, sendAndProcess } = await programWithAsset();
  await addRule({ amount: '1' });
  await sendAndProcess({});
  const link = `/programs/${program.id}/assets/${asset.id}`;
  expect(await api.delete(link)).toMatchObject({ status: 409, body: { type: 'conflict', code: 'asset_in_use' } });
  expect(await api.get(`/programs/${program.id}`)).toMatchObject({ body: { asset_ids: [asset.id] } });
});

test('unknown programs and assets, archived ones and those of others cannot be linked', async () => {
  const { api, program, asset, link } = await programAndAsset();
  const other = await programAndAsset();
  const unknown = crypto.randomUUID();
  expect(await api.put(`/programs/${unknown}/assets/${asset.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  for (const id of [unknown, other.asset.id]) {
    expect(await api.put(`/programs/${program.id}/assets/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'asset_not_found', param: 'asset_id' },
    });
  }
  await api.patch(`/assets/${asset.id}`, { status: 'ARCHIVED' });
  expect(await api.put(link)).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
  await other.api.patch(`/programs/${other.program.id}`, { status: 'ARCHIVED' });
  expect(await other.api.put(other.link)).toMatchObject({ status: 409, body: { code: 'program_archived' } });
});
