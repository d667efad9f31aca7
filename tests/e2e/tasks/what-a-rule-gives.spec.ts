/** What program managers want given, made in the dashboard without a word of CEL, and shown by events. */
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, beginRule, condition, createRule, move, noCode, program, send, typeIs } from '@tests/support/manager-tasks';

// Their clock can be moved.
test.use({ sandbox: true });

test('ten percent back over 50 EUR, at most 20 EUR a month for each customer, double on weekends for gold members', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId } = await program(organization, {
    name: 'Euro',
    symbol: 'EUR',
    events: [{ type: 'purchase', amount: 80, currency: 'EUR' }],
  });
  const levels = [{ key: 'gold', rank: 1 }];
  await organization.call('programs.tiers.create', { id: programId, key: 'status', name: 'Status', levels });
  for (const external_id of ['plain', 'golden', 'weekday'])
    await organization.call('participants.upsert', { external_id, program_id: programId });
  for (const who of ['golden', 'weekday'])
    await organization.call('participants.state.setTier', { id: `ext:${who}`, key: 'status', program_id: programId, level: 'gold' });

  await beginRule(manager, programId, 'Ten percent back');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'amount', 'Event: amount');
  await choose(page, 'How amount is compared', 'is over');
  await write(page.getByLabel('Value of amount'), '50');
  await addCondition(condition(page), 'currency', 'Event: currency');
  await manager.type('EUR');
  await choose(page, 'Asset', 'Euro (EUR)');
  await choose(page, 'How much', 'A percentage');
  await write(page.getByLabel('Percent'), '10');
  await click(page.getByText('Factors, rounding and bounds'));
  await click(page.getByRole('button', { name: 'Multiply when…' }));
  const when = page.getByRole('group', { name: 'When as blocks' });
  await addCondition(when, 'level', /level in the tier status/);
  await manager.type('gold');
  await click(page.getByRole('button', { name: 'Add budget' }));
  await write(page.getByLabel('Limit'), '20');
  await choose(page, 'For', 'Each recipient separately');
  await choose(page, 'In', 'Each month');
  await noCode(page);
  await expect(page.getByRole('region', { name: 'In a sentence' })).toContainText('20 EUR a month');
  await createRule(manager);

  const [saturday, monday] = ['2026-01-03T12:00:00Z', '2026-01-05T12:00:00Z'];
  const purchase = (amount: number, currency = 'EUR') => ({ type: 'purchase', amount, currency });
  await send(organization, programId, 'plain', purchase(50), { at: saturday });
  await send(organization, programId, 'plain', purchase(200, 'USD'), { at: saturday });
  await send(organization, programId, 'plain', purchase(60), { at: saturday });
  expect(await balance(organization, 'plain')).toBe('6.00');
  await send(organization, programId, 'plain', purchase(500), { at: monday });
  expect(await balance(organization, 'plain')).toBe('20.00');
  await move(organization, '31d');
  await send(organization, programId, 'plain', purchase(60), { at: monday });
  expect(await balance(organization, 'plain')).toBe('26.00');
  await send(organization, programId, 'golden', purchase(60), { at: saturday });
  expect(await balance(organization, 'golden')).toBe('12.00');
  await send(organization, programId, 'weekday', purchase(60), { at: monday });
  expect(await balance(organization, 'weekday')).toBe('6.00');
});

test('a welcome bonus that matures in 30 days', async ({ manager, organization }) => {
  const { page, write, choose } = manager;
  const { programId } = await program(organization, {
    name: 'Points',
    symbol: 'PTS',
    inventory_mode: 'LOT',
    events: [{ type: 'signup' }],
  });
  await beginRule(manager, programId, 'Welcome');
  await typeIs(manager, 'signup');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '500');
  await choose(page, 'Matures', 'After days');
  await expect(page.getByLabel('Matures after (days)')).toHaveValue('30');
  await noCode(page);
  await createRule(manager);

  await send(organization, programId, 'ada', { type: 'signup' });
  expect([await balance(organization, 'ada'), await balance(organization, 'ada', 'deferred')]).toEqual(['0.00', '500.00']);
  await move(organization, '29d');
  expect(await balance(organization, 'ada')).toBe('0.00');
  await move(organization, '1d');
  expect(await balance(organization, 'ada')).toBe('500.00');
});

test('double points on coffee except gift cards', async ({ manager, organization }) => {
  const { page, choose, click, addCondition, write } = manager;
  const basket = [
    { category: 'coffee', kind: 'beans', price: 10, qty: 2 },
    { category: 'coffee', kind: 'gift card', price: 50, qty: 1 },
    { category: 'tea', kind: 'leaves', price: 5, qty: 1 },
  ];
  const { programId, assetId } = await program(organization, {
    name: 'Points',
    symbol: 'PTS',
    events: [{ type: 'purchase', amount: 75, items: basket }],
  });
  const once = { condition: 'event.type == "purchase"', actions: [{ type: 'CREDIT', asset_id: assetId, amount: '{{ event.amount }}' }] };
  await organization.call('rules.create', { program_id: programId, name: 'A point for each euro', ...once });

  await beginRule(manager, programId, 'Once more for coffee');
  await typeIs(manager, 'purchase');
  await choose(page, 'Asset', 'Points (PTS)');
  await choose(page, 'How much', 'So much for every…');
  await choose(page, 'Counted', 'In proportion');
  await write(page.getByLabel('For every', { exact: true }), '1');
  await write(page.getByLabel('Gives', { exact: true }), '1');
  await choose(page, 'Of', 'The sum over items');
  const items = action(page).getByRole('group', { name: 'Only items where as blocks' });
  await addCondition(items, 'category', 'Of the item: category');
  await manager.type('coffee');
  await addCondition(items, 'kind', 'Of the item: kind');
  await manager.type('gift card');
  await choose(page, 'How kind is compared', 'is not');
  await noCode(page);
  await click(page.getByRole('button', { name: 'Create rule' }));
  await expect(page).toHaveURL(/\/rules\/[0-9a-f-]{36}/);

  await send(organization, programId, 'ada', { type: 'purchase', amount: 75, items: basket });
  expect(await balance(organization, 'ada')).toBe('95.00');
  await send(organization, programId, 'bob', { type: 'purchase', amount: 5, items: basket.slice(2) });
  expect(await balance(organization, 'bob')).toBe('5.00');
});

test.describe('seen from elsewhere', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a campaign from Friday 18:00 to Sunday 24:00 in Berlin, over the change to winter time', async ({ manager, organization }) => {
    const { page, write, choose } = manager;
    const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase' }] });
    await beginRule(manager, programId, 'Weekend');
    await typeIs(manager, 'purchase');
    await choose(page, 'Asset', 'Points (PTS)');
    await write(page.getByLabel('Amount', { exact: true }), '1');
    // A date is typed as the browser's language writes it.
    await page.getByLabel('Active from · optional', { exact: true }).click({ position: { x: 12, y: 12 } });
    await manager.type('10232026');
    await write(page.getByLabel('Active from, at', { exact: true }), '18:00');
    await page.getByLabel('Active to · optional', { exact: true }).click({ position: { x: 12, y: 12 } });
    await manager.type('10252026');
    await expect(page.getByText('Lasts 2 days 7 hours. Clocks go back by 1 hour within it.')).toBeVisible();
    await expect(page.getByText('in the program’s time zone, Europe/Berlin')).toBeVisible();
    await noCode(page);
    await createRule(manager);
    await page.reload();
    await expect(page.getByLabel('Active to, at')).toHaveValue('24:00');

    for (const [who, at] of [
      ['early', '2026-10-23T15:59:59Z'],
      ['first', '2026-10-23T16:00:00Z'],
      ['last', '2026-10-25T22:59:59Z'],
      ['late', '2026-10-25T23:00:00Z'],
    ] as const)
      await send(organization, programId, who, { type: 'purchase' }, { at });
    const given = await Promise.all(['early', 'first', 'last', 'late'].map((who) => balance(organization, who)));
    expect(given.map(Number)).toEqual([0, 1, 1, 0]);
  });
});
