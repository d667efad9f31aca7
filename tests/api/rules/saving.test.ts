/** What is refused when a rule is saved, with the code and the field at fault. */
import { expect, test } from 'vitest';
import { actionProgram } from '@tests/support/rules';

async function saver() {
  const { api, program, asset, addAsset } = await actionProgram();
  const lots = await addAsset({ inventory_mode: 'LOT', symbol: 'LOTS' });
  const save = (...actions: Record<string, unknown>[]) =>
    api.post('/rules', { program_id: program.id, name: 'R', condition: 'true', actions });
  return { save, lots: lots.id, simple: asset.id };
}
const refused = (code: string, param: string) => ({ status: 400, body: { code, param } });

test('terms of a credit that make no sense', async () => {
  const { save, lots } = await saver();
  const credit = (fields: Record<string, unknown>) =>
    save({ type: 'TAG', tag: 'x' }, { type: 'CREDIT', asset_id: lots, amount: '1', ...fields });
  expect(await credit({ expires_in: 'soon' })).toMatchObject(refused('invalid_lot_lifecycle', 'actions[1].expires_in'));
  expect(await credit({ matures_at: '2027-02-30T00:00:00Z' })).toMatchObject(refused('invalid_lot_lifecycle', 'actions[1].matures_at'));
  expect(await credit({ expires_in: '1d', matures_in: '2d' })).toMatchObject(
    refused('invalid_lot_lifecycle_order', 'actions[1].matures_in'),
  );
  expect(await credit({ expires_at: '2027-01-01T00:00:00Z', matures_at: '2027-01-02T00:00:00Z' })).toMatchObject(
    refused('invalid_lot_lifecycle_order', 'actions[1].matures_at'),
  );
  expect(await credit({ expires_in: '1d', expires_at: '2027-01-01T00:00:00Z' })).toMatchObject(
    refused('validation_error', 'actions[1].expires_in'),
  );
  expect(await credit({ bucket: 'DEFERRED' })).toMatchObject(refused('invalid_lot_lifecycle', 'actions[1].matures_at'));
  expect(await credit({ bucket: 'AVAILABLE', matures_in: '1d' })).toMatchObject(refused('invalid_operation', 'actions[1].matures_at'));
  expect(await credit({ expires_in: '90d', matures_at: '2027-01-02T00:00:00Z' })).toMatchObject({ status: 201 });
});

test('terms and buckets that a simple asset cannot have, and a credit to HELD without a reference', async () => {
  const { save, simple } = await saver();
  const credit = (fields: Record<string, unknown>) => save({ type: 'CREDIT', asset_id: simple, amount: '1', ...fields });
  expect(await credit({ expires_in: '1d' })).toMatchObject(refused('invalid_lot_lifecycle', 'actions[0].expires_at'));
  expect(await credit({ bucket: 'DEFERRED' })).toMatchObject(refused('invalid_operation', 'actions[0].bucket'));
  expect(await credit({ bucket: 'HELD' })).toMatchObject(refused('missing_reference_id', 'actions[0].reference_id'));
  expect(await credit({ reference_id: 'service:x' })).toMatchObject(refused('reserved_reference_id', 'actions[0].reference_id'));
  expect(await credit({ bucket: 'HELD', reference_id: 'order-{{ event.id }}' })).toMatchObject({ status: 201 });
});

test('every field at fault is named in one answer', async () => {
  const { save, simple, lots } = await saver();
  const answer = await save(
    { type: 'CREDIT', asset_id: simple, amount: '{{ event.amount * }}', description: '{{ nobody }}' },
    { type: 'DEBIT', asset_id: lots, amount: '1.234' },
    { type: 'COUNTER', key: 'n', value: 'many' },
    { type: 'SET_TIER', tier: 'status', level: 'gold' },
  );
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect((answer.body.fields as { field: string }[]).map(({ field }) => field)).toEqual([
    'actions[0].amount',
    'actions[0].description',
    'actions[2].value',
    'actions[1].amount',
    'actions[3].tier',
  ]);
});

test('an asset that the program does not link, and fields that another kind of action has', async () => {
  const { save, simple } = await saver();
  const stranger = '00000000-0000-4000-8000-000000000000';
  expect(await save({ type: 'TAG', tag: 'x' }, { type: 'HOLD', asset_id: stranger, amount: '1', reference_id: 'r' })).toMatchObject(
    refused('asset_not_linked', 'actions[1].asset_id'),
  );
  expect(await save({ type: 'TAG', tag: 'x', asset_id: simple })).toMatchObject(refused('validation_error', 'actions[0].asset_id'));
  expect(await save({ type: 'TAG', tag: 'is-{{ event.x }}' })).toMatchObject(refused('validation_error', 'actions[0].tag'));
  expect(await save({ type: 'SET_ATTRIBUTE', key: 'x' })).toMatchObject(refused('validation_error', 'actions[0].value'));
  expect(await save({ type: 'COUNTER', key: 'x', value: 1e300 })).toMatchObject(refused('validation_error', 'actions[0].value'));
  expect(await save({ type: 'COUNTER', key: 'x', value: 1, reset_after: '1y' })).toMatchObject(
    refused('validation_error', 'actions[0].reset_after'),
  );
  expect(await save({ type: 'COUNTER', key: 'x', value: 1, window: '367d' })).toMatchObject(
    refused('validation_error', 'actions[0].window'),
  );
  expect(await save({ type: 'COUNTER', key: 'x', value: 1, window: '7d', reset_after: '7d' })).toMatchObject(
    refused('validation_error', 'actions[0].window'),
  );
  expect(await save({ type: 'GRANT' })).toMatchObject(refused('validation_error', 'actions[0].type'));
});
