import { expect, test } from 'vitest';
import type { PortableRuleConfiguration } from '@/contract/rule-configuration';
import { configured, NOTHING, sizes } from '@tests/support/rule-configuration';

test('an exported configuration, put into an empty program of another organization, exports from there as it was', async () => {
  const from = await configured({ symbol: 'MOVE' });
  const second = await from.addAsset({ symbol: 'GEM', scale: 0 });
  await from.change([
    {
      client_ref: 'base-set',
      key: 'base',
      name: 'Base earning',
      rules: [
        {
          client_ref: 'purchase',
          name: 'Purchase',
          description: 'Every purchase counts.',
          condition: 'event.amount > 0',
          actions: [
            from.credit('{{ event.amount }}'),
            { type: 'DEBIT', asset_id: second.id, amount: '1', shortfall_policy: 'PARTIAL', target: { type: 'RECIPIENT' } },
          ],
          budgets: [
            { asset_id: from.asset.id, scope: 'PROGRAM', limit: '500', schedule_type: 'CRON', cron_expression: '0 0 1 * *' },
            { asset: 'MOVE', scope: 'PARTICIPANT', limit: '50.5' },
          ],
          active_from: '2026-01-01T00:00:00+02:00',
          status: 'SUSPENDED',
          stop_after_match: true,
        },
      ],
    },
    { key: 'empty', name: 'Empty' },
  ]);
  await from.addRule({ name: 'Made alone' });
  const exported = (await from.api.get<PortableRuleConfiguration>(`${from.path}/export`)).body;
  expect(JSON.stringify(exported)).not.toContain(from.asset.id);
  expect(exported.rule_sets.map(({ client_ref, rules }) => [client_ref, rules.length])).toEqual([
    ['base-set', 1],
    ['empty', 0],
    ['default', 1],
  ]);

  const to = await configured({ symbol: 'MOVE' });
  await to.addAsset({ symbol: 'GEM', scale: 0 });
  const { configuration } = await to.change(exported.rule_sets);
  expect(configuration.rule_sets[0]!.rules[0]).toMatchObject({
    actions: [{ asset_id: to.asset.id }, {}],
    budgets: [{ asset_id: to.asset.id, limit: '500.00' }, {}],
  });
  expect((await to.api.get<PortableRuleConfiguration>(`${to.path}/export`)).body).toEqual(exported);
  expect(sizes(await to.change(exported.rule_sets))).toEqual(NOTHING);
  expect(sizes(await from.change(exported.rule_sets))).toEqual(NOTHING);
});
