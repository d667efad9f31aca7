import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProgramClone, ProgramConfiguration } from '@/contract/program-configuration';
import { organization, type Api, type AnyBody } from '@tests/support/api';
import { giftCards } from '@tests/support/fulfillment';
import { groupIn } from '@tests/support/groups';
import { RICH } from '@tests/support/program-configuration';
import { programWithAsset } from '@tests/support/programs';
import { anyConfiguration } from '@tests/support/random-configuration';

const sandbox = async () => (await organization({ mode: 'SANDBOX' })).api;
const clone = (api: Api, body: object) => api.post<ProgramClone & AnyBody>('/sandbox/programs/clone', { name: 'The copy', ...body });

async function cloned(api: Api, body: object): Promise<ProgramClone> {
  const answer = await clone(api, body);
  expect([answer.status, answer.status === 201 ? null : answer.body]).toEqual([201, null]);
  return answer.body;
}

async function exported(api: Api, id: string): Promise<ProgramConfiguration> {
  const { status, body } = await api.get<ProgramConfiguration>(`/programs/${id}/export`);
  expect(status).toBe(200);
  return body;
}

const programsOf = async (api: Api) => (await api.get<{ data: unknown[] }>('/programs')).body.data.length;

test('a program that was cloned from a configuration with everything in it exports exactly that configuration, in every organization', async () => {
  const [one, two] = [await sandbox(), await sandbox()];
  const first = await cloned(one, { configuration: RICH });
  expect(first).toMatchObject({
    name: 'The copy',
    copied: {
      assets: 2,
      tiers: 1,
      rule_sets: 2,
      rules: 2,
      rewards: 1,
      automations: 2,
      challenges: 2,
      notices: 2,
      referral_programs: 1,
      code_batches: 2,
      leaderboards: 3,
    },
    skipped: RICH.skipped,
  });
  const document = await exported(one, first.id);
  expect(document).toEqual(JSON.parse(JSON.stringify(RICH)));
  const second = await cloned(two, { configuration: document });
  expect(await exported(two, second.id)).toEqual(document);
  const third = await cloned(one, { source_program_id: first.id });
  expect(await exported(one, third.id)).toEqual(document);
  expect(third.asset_ids).toEqual(expect.arrayContaining(first.asset_ids));
});

test('any configuration survives being cloned and exported', async () => {
  await fc.assert(
    fc.asyncProperty(anyConfiguration, async (configuration) => {
      const [one, two] = [await sandbox(), await sandbox()];
      const document = await exported(one, (await cloned(one, { configuration })).id);
      expect(document.program).toMatchObject(configuration.program);
      expect(document.rule_sets).toEqual(JSON.parse(JSON.stringify(configuration.rule_sets)));
      expect(await exported(two, (await cloned(two, { configuration: document })).id)).toEqual(document);
    }),
    { numRuns: 2 },
  );
});

test('a live program is exported and cloned into a sandbox, where it rewards as it does live', async () => {
  const live = await programWithAsset();
  await live.addRule({ amount: '7' });
  expect(await clone(live.api, { source_program_id: live.program.id })).toMatchObject({ status: 409, body: { code: 'sandbox_only' } });
  const api = await sandbox();
  const copy = await cloned(api, { configuration: await exported(live.api, live.program.id) });
  await api.post('/events', { program_id: copy.id, external_id: 'ada', idempotency_key: 'one', event_data: {} });
  await api.post('/sandbox/clock/advance', { by: '1m' });
  const { body } = await api.get<{ data: AnyBody[] }>('/participants/ext:ada/balances');
  expect(body.data).toMatchObject([{ program_id: copy.id, available: '7.00' }]);
});

describe('what is left out is named', () => {
  test('a wallet begins empty, an archived asset and what needs it stay behind', async () => {
    const { api, program, asset, addAsset, addRule } = await programWithAsset({
      mode: 'SANDBOX',
      symbol: 'OLD',
      issuance_policy: 'PREFUNDED',
    });
    const kept = await addAsset({ symbol: 'NEW', issuance_policy: 'PREFUNDED' });
    await addRule({});
    await addRule({ actions: [{ type: 'CREDIT', asset_id: kept.id, amount: '1' }] });
    await api.post(`/programs/${program.id}/rewards`, { name: 'Old mug', redemption_type: 'AMOUNT_BASED', asset_id: asset.id });
    await api.post(`/programs/${program.id}/assets/${kept.id}/fund`, { amount: '100', description: 'A hundred' });
    await api.patch(`/assets/${asset.id}`, { status: 'ARCHIVED' });
    const copy = await cloned(api, { source_program_id: program.id });
    expect(copy.copied).toMatchObject({ assets: 1, rules: 1, rewards: 0 });
    expect(copy.skipped).toEqual([
      { kind: 'ASSET', key: 'OLD', reason: 'ARCHIVED' },
      { kind: 'WALLET', key: 'NEW', reason: 'BALANCE_NOT_COPIED' },
      { kind: 'RULE', key: expect.any(String), reason: 'ASSET_NOT_AVAILABLE' },
      { kind: 'REWARD', key: 'Old mug', reason: 'ASSET_NOT_AVAILABLE' },
    ]);
    const { body } = await api.get<{ data: AnyBody[] }>(`/programs/${copy.id}/balance`);
    expect(body.data.map(({ available }) => available)).not.toContain('100.00');
  });

  test('a reward that a provider delivers, and a rule about a group of another organization', async () => {
    const { api, program, reward } = await giftCards();
    const { group } = await groupIn(api);
    await api.post('/rules', {
      program_id: program.id,
      name: 'Party',
      condition: 'true',
      actions: [{ type: 'BROADCAST', event_name: 'party', target: { type: 'GROUP', id: group.id } }],
    });
    const target = await sandbox();
    const copy = await cloned(target, { configuration: await exported(api, program.id) });
    expect(copy.skipped).toMatchObject([
      { kind: 'REWARD', key: reward.name, reason: 'PROVIDER_BACKED' },
      { kind: 'RULE', reason: 'HOLDER_NOT_FOUND' },
    ]);
    expect((await exported(target, copy.id)).rule_sets[0]?.rules).toEqual([]);
  });

  test('an automation whose only run has passed', async () => {
    const automations = RICH.automations.map((automation) => ({ ...automation, status: 'ACTIVE' }));
    const api = await sandbox();
    await api.post('/sandbox/clock/advance', { to: '2032-01-01T00:00:00Z' });
    const copy = await cloned(api, { configuration: { ...RICH, leaderboards: [], automations } });
    expect(copy.skipped).toEqual([...RICH.skipped, { kind: 'AUTOMATION', key: 'New year', reason: 'TIME_PASSED' }]);
    expect(copy.copied.automations).toBe(1);
  });

  test('a reward that is sold out in the original is in stock in the copy', async () => {
    const { api, program, asset } = await programWithAsset({ mode: 'SANDBOX' });
    const ada = await api.post<{ id: string }>('/participants', { external_id: 'ada', program_id: program.id });
    const credit = { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '10', description: 'A gift' };
    await api.post(`/participants/${ada.body.id}/balances/adjust`, credit);
    const terms = { name: 'Mug', redemption_type: 'UNIT_BASED', unit_cost: '1', max_total: 1, asset_id: asset.id };
    const { body: mug } = await api.post<{ id: string }>(`/programs/${program.id}/rewards`, terms);
    const order = { program_id: program.id, reward_id: mug.id, quantity: 1, idempotency_key: 'one' };
    expect((await api.post(`/participants/${ada.body.id}/redemptions/items`, order)).status).toBe(201);
    const copy = await cloned(api, { source_program_id: program.id });
    const { body } = await api.get<{ data: AnyBody[] }>(`/programs/${copy.id}/rewards`);
    expect(body.data).toMatchObject([{ name: 'Mug', status: 'ACTIVE', remaining: 1 }]);
  });
});

describe('a misfit leaves nothing behind and names the field', () => {
  const [set, ...others] = RICH.rule_sets;
  const withRule = (change: object) => ({
    ...RICH,
    rule_sets: [{ ...set, rules: [set!.rules[1], { ...set!.rules[1], ...change }] }, ...others],
  });
  const broken = { client_ref: 'broken', condition: 'event.amount >' };
  test.each([
    ['an expression that is none', withRule(broken), 'validation_error', 'configuration.rule_sets[0].rules[1].condition'],
    [
      'a reward of an asset that is not there',
      { ...RICH, rewards: [{ ...RICH.rewards[0], asset: 'NONE' }] },
      'asset_not_linked',
      'configuration.rewards[0].asset',
    ],
    [
      'a price beyond the scale',
      { ...RICH, rewards: [{ ...RICH.rewards[0], unit_cost: '0.001' }] },
      'invalid_amount',
      'configuration.rewards[0].unit_cost',
    ],
    ['one asset twice', { ...RICH, assets: [...RICH.assets, RICH.assets[0]] }, 'validation_error', 'configuration.assets[2].symbol'],
    [
      'a filter that reads what is not there',
      { ...RICH, automations: [{ ...RICH.automations[0], participant_filter: 'event.x == 1' }] },
      'validation_error',
      'configuration.automations[0].participant_filter',
    ],
  ])('%s', async (_, configuration, code, param) => {
    const api = await sandbox();
    const answer = await clone(api, { configuration });
    expect(answer).toMatchObject({ status: 400, body: { code, param } });
    expect(await programsOf(api)).toBe(0);
  });

  test('an asset of the same symbol that is of another kind', async () => {
    const { api } = await programWithAsset({ mode: 'SANDBOX', symbol: 'PTS', scale: 0, inventory_mode: 'LOT' });
    const answer = await clone(api, { configuration: RICH });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'configuration.assets[1].scale' } });
    expect(await programsOf(api)).toBe(1);
  });

  test('both a program and a configuration, neither, and a program of somebody else', async () => {
    const api = await sandbox();
    const stranger = await programWithAsset({ mode: 'SANDBOX' });
    const id = stranger.program.id;
    for (const body of [{}, { source_program_id: id, configuration: RICH }])
      expect(await clone(api, body)).toMatchObject({ status: 400, body: { param: 'source_program_id' } });
    expect(await clone(api, { source_program_id: id })).toMatchObject({ status: 404, body: { param: 'source_program_id' } });
  });
});

test('a clone that is asked for again with its key is made once', async () => {
  const api = await sandbox();
  const body = { name: 'The copy', configuration: RICH };
  const answers = [1, 2].map(() => api.post<ProgramClone>('/sandbox/programs/clone', body, { 'idempotency-key': 'once' }));
  const [one, two] = await Promise.all(answers);
  expect(one!.body.id).toBe(two!.body.id);
  expect(await programsOf(api)).toBe(1);
});
