/** What program managers ask for, made in the dashboard without a word of CEL or cron, and shown to work by events. */
import type { Locator, Page } from '@playwright/test';
import { expect, type TestOrganization } from '@tests/support/dashboard';
import { test, type Manager } from '@tests/support/manager';

// Their clock can be moved.
test.use({ sandbox: true });

interface Prepared {
  readonly programId: string;
  readonly assetId: string;
}

/** A program with one asset, which was sent some events; a condition can be about what they have. */
async function program(
  { call }: TestOrganization,
  { events, ...asset }: { name: string; symbol: string; inventory_mode?: 'SIMPLE' | 'LOT'; events: readonly object[] },
): Promise<Prepared> {
  const { id } = await call<{ id: string }>('programs.create', { name: 'Loyalty', timezone: 'Europe/Berlin' });
  const kind = { scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED', program_ids: [id] };
  const made = await call<{ id: string }>('assets.create', { ...kind, ...asset });
  for (const data of events)
    await call('events.ingest', { program_id: id, external_id: 'seen', event_data: data, idempotency_key: crypto.randomUUID() });
  return { programId: id, assetId: made.id };
}

/** Sends an event and waits until it has been processed. */
async function send({ call, read }: TestOrganization, programId: string, who: string, data: object, at?: string): Promise<void> {
  const event = { program_id: programId, external_id: who, event_data: data, idempotency_key: crypto.randomUUID() };
  const { id } = await call<{ id: string }>('events.ingest', { ...event, ...(at === undefined ? {} : { event_timestamp: at }) });
  await expect.poll(async () => (await read<{ status: string }>('events.get', { id })).status).toBe('COMPLETED');
}

/** What somebody has, as `available` and, where there is some, `deferred`. */
async function balance({ read }: TestOrganization, who: string, bucket: 'available' | 'deferred' = 'available'): Promise<string> {
  const { data } = await read<{ data: Record<string, string>[] }>('participants.balances.list', { id: `ext:${who}` });
  return data[0]?.[bucket] ?? '0';
}

const move = (organization: TestOrganization, by: string) => organization.call('sandbox.advanceClock', { by });

const condition = (page: Page): Locator => page.getByRole('group', { name: 'Condition as blocks' });
const action = (page: Page, number = 1): Locator => page.getByRole('listitem', { name: `Action ${number}` });

async function beginRule({ page, write }: Manager, programId: string, name: string): Promise<void> {
  await page.goto(`/rules/new?program=${programId}`);
  await write(page.getByLabel('Name'), name);
}

async function typeIs({ page, addCondition, type }: Manager, kind: string): Promise<void> {
  await addCondition(condition(page), 'type', 'Event: type');
  await type(kind);
}

async function createRule({ page, click }: Manager): Promise<void> {
  await click(page.getByRole('button', { name: 'Create rule' }));
  await expect(page).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
}

/** The form never asked for code, and shows none as code. */
async function noCode(page: Page): Promise<void> {
  await expect(page.getByLabel('CEL expression')).toHaveCount(0);
  await expect(page.getByLabel('Cron expression')).toHaveCount(0);
}

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
  await send(organization, programId, 'plain', purchase(50), saturday);
  await send(organization, programId, 'plain', purchase(200, 'USD'), saturday);
  await send(organization, programId, 'plain', purchase(60), saturday);
  expect(await balance(organization, 'plain')).toBe('6.00');
  await send(organization, programId, 'plain', purchase(500), monday);
  expect(await balance(organization, 'plain')).toBe('20.00');
  await move(organization, '31d');
  await send(organization, programId, 'plain', purchase(60), monday);
  expect(await balance(organization, 'plain')).toBe('26.00');
  await send(organization, programId, 'golden', purchase(60), saturday);
  expect(await balance(organization, 'golden')).toBe('12.00');
  await send(organization, programId, 'weekday', purchase(60), monday);
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

test('a birthday gift by attribute', async ({ manager, organization }) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'birthday' }] });
  const { now } = await organization.read<{ now: string }>('sandbox.clock', {});
  const inTwoDays = new Date(Date.parse(now) + 2 * 86_400_000).toISOString().slice(5, 10);
  await organization.call('participants.upsert', {
    external_id: 'ada',
    program_id: programId,
    attributes: { birthday: `1990-${inTwoDays}` },
  });
  await organization.call('participants.upsert', { external_id: 'bob', program_id: programId, attributes: { birthday: '1990-01-01' } });

  await page.goto(`/automations?program=${programId}`);
  await click(page.getByRole('button', { name: 'New automation' }).first());
  const form = page.getByRole('dialog');
  await write(form.getByLabel('Name', { exact: true }), 'Birthdays');
  await choose(form, 'Repeats', 'Every day');
  const audience = form.getByRole('group', { name: 'Only for participants for whom as blocks' });
  await addCondition(audience, 'birthday', /anniversary of birthday/);
  await write(form.getByLabel('Event name'), 'birthday');
  await noCode(page);
  await click(form.getByRole('button', { name: 'Create automation' }));
  await expect(page).toHaveURL(/\/automations\/[0-9a-f-]{36}\/[0-9a-f-]{36}/);

  await beginRule(manager, programId, 'A gift');
  await typeIs(manager, 'birthday');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '25');
  await createRule(manager);

  await move(organization, '1d');
  expect(await balance(organization, 'ada')).toBe('0');
  await move(organization, '2d');
  await expect.poll(() => balance(organization, 'ada')).toBe('25.00');
  await move(organization, '30d');
  expect(await balance(organization, 'ada')).toBe('25.00');
  expect(await balance(organization, 'bob')).toBe('0');
});

test('a refund takes back what its order earned, in part for a part', async ({ manager, organization }) => {
  const { page, write, choose, insertField } = manager;
  const { programId } = await program(organization, {
    name: 'Points',
    symbol: 'PTS',
    events: [
      { type: 'purchase', order_id: 'A', amount: 100 },
      { type: 'refund', order_id: 'A', refunded: 10, total: 100 },
    ],
  });
  await beginRule(manager, programId, 'Points for purchases');
  await typeIs(manager, 'purchase');
  await choose(page, 'Asset', 'Points (PTS)');
  await choose(page, 'How much', 'A percentage');
  await write(page.getByLabel('Percent'), '10');
  await insertField('Reference', 'order', 'Event: order id');
  await createRule(manager);

  await beginRule(manager, programId, 'Taken back');
  await typeIs(manager, 'refund');
  await choose(page, 'Do', 'Take back');
  await choose(page, 'Asset', 'Points (PTS)');
  await insertField('Reference', 'order', 'Event: order id');
  await choose(page, 'How much of it', 'The part that is refunded');
  await noCode(page);
  await createRule(manager);

  await send(organization, programId, 'ada', { type: 'purchase', order_id: 'one', amount: 200 });
  await send(organization, programId, 'ada', { type: 'purchase', order_id: 'two', amount: 50 });
  expect(await balance(organization, 'ada')).toBe('25.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'one', refunded: 50, total: 200 });
  expect(await balance(organization, 'ada')).toBe('20.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'one', refunded: 150, total: 200 });
  expect(await balance(organization, 'ada')).toBe('5.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'three', refunded: 1, total: 1 });
  expect(await balance(organization, 'ada')).toBe('5.00');
});

/** A rule that counts purchases; @param days after which it begins anew. */
async function countPurchases(manager: Manager, programId: string, counter: string, days?: number): Promise<void> {
  const { page, write, choose } = manager;
  await beginRule(manager, programId, 'Count purchases');
  await typeIs(manager, 'purchase');
  await choose(page, 'Do', 'Count');
  await write(page.getByLabel('Counter', { exact: true }), counter);
  if (days !== undefined) {
    await choose(page, 'Resets', 'After days');
    await write(page.getByLabel('Resets after (days)'), String(days));
  }
  await createRule(manager);
}

test('buy five, get one', async ({ manager, organization }) => {
  const { page, write, choose, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Free coffee', symbol: 'CUP', events: [{ type: 'purchase' }] });
  await countPurchases(manager, programId, 'cups');
  await beginRule(manager, programId, 'One for free');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'every cups', /cups, which an earlier rule counts/);
  await write(page.getByLabel(/^How many times, for/), '5');
  await choose(page, 'Asset', 'Free coffee (CUP)');
  await write(page.getByLabel('Amount', { exact: true }), '1');
  await noCode(page);
  await createRule(manager);

  const given: string[] = [];
  for (let bought = 1; bought <= 11; bought++) {
    await send(organization, programId, 'ada', { type: 'purchase' });
    given.push(await balance(organization, 'ada'));
  }
  expect(given.map(Number)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
});

test('three purchases within a week', async ({ manager, organization }) => {
  const { page, write, choose, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase' }] });
  await countPurchases(manager, programId, 'this_week', 7);
  await beginRule(manager, programId, 'Three in a week');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'every week', /this week, which an earlier rule counts|this_week, which an earlier rule counts/);
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '50');
  await noCode(page);
  await createRule(manager);

  /** Buys now, and each time so many days after the time before. */
  const buy = async (who: string, ...after: readonly number[]) => {
    await send(organization, programId, who, { type: 'purchase' });
    for (const days of after) {
      await move(organization, `${days}d`);
      await send(organization, programId, who, { type: 'purchase' });
    }
  };
  await buy('quick', 2, 4);
  expect(await balance(organization, 'quick')).toBe('50.00');
  await buy('slow', 4, 4, 1);
  expect(await balance(organization, 'slow')).toBe('0');
  await buy('slow');
  expect(await balance(organization, 'slow')).toBe('50.00');
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
      await send(organization, programId, who, { type: 'purchase' }, at);
    const given = await Promise.all(['early', 'first', 'last', 'late'].map((who) => balance(organization, who)));
    expect(given.map(Number)).toEqual([0, 1, 1, 0]);
  });
});
