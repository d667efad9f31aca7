/** A condition written by choosing: each line says what it writes, and events show that it does. */
import type { Page } from '@playwright/test';
import { beginToUse, expect, loyaltyProgram, test, type TestOrganization } from '@tests/support/dashboard';

interface EventDetail {
  readonly status: string;
  readonly rule_evaluations: readonly { readonly rule_name: string; readonly status: string }[];
}

async function outcomeOf({ call, read }: TestOrganization, programId: string, key: string, event: { timestamp?: string; data: object }) {
  const { id } = await call<{ id: string }>('events.ingest', {
    program_id: programId,
    external_id: 'ada',
    idempotency_key: key,
    event_data: event.data,
    ...(event.timestamp ? { event_timestamp: event.timestamp } : {}),
  });
  const detail = () => read<EventDetail>('events.get', { id });
  await expect.poll(async () => (await detail()).status).toBe('COMPLETED');
  return (await detail()).rule_evaluations.find(({ rule_name }) => rule_name === 'By blocks')?.status;
}

/** Adds a line about a field, found by typing, and gives it a value. */
async function add(page: Page, within: ReturnType<Page['getByRole']>, search: string, option: string | RegExp): Promise<void> {
  await within.getByRole('button', { name: 'Add condition' }).last().click();
  await page.getByRole('combobox', { name: 'What the condition is about' }).fill(search);
  await page.getByRole('option', { name: option }).first().click();
}

const view = (page: Page, name: 'Blocks' | 'CEL'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Edit as' }).getByText(name, { exact: true }).click();

test('a condition of nested groups, list and time lines is written by choosing, and decides as it reads', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await outcomeOf(organization, program.id, 'seen', {
    data: { type: 'purchase', amount: 80, channel: 'web', items: [{ category: 'coffee', price: 4, qty: 2 }] },
  });
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('By blocks');
  const when = dashboard.getByRole('group', { name: 'Condition as blocks' });
  await add(dashboard, when, 'amount', 'Event: amount');
  await dashboard.getByLabel('Value of amount').fill('50');
  await add(dashboard, when, 'channel', 'Event: channel');
  await dashboard.keyboard.type('web');
  await add(dashboard, when, 'any of items', 'Lists of the event: any of items');
  await dashboard.getByLabel('Value of category').fill('coffee');
  await add(dashboard, when, 'day of the week', 'Time: day of the week');

  await view(dashboard, 'CEL');
  await expect(dashboard.getByLabel('Condition')).toHaveText(
    'event.amount >= 50 && event.channel == "web" && event.items.exists(item, item.category == "coffee") && now.getDayOfWeek(program.timezone) in [6, 0]',
  );
  await view(dashboard, 'Blocks');

  await dashboard.getByRole('combobox', { name: 'Asset', exact: true }).click();
  await dashboard.getByRole('option', { name: 'Points (PTS)' }).click();
  await dashboard.getByLabel('Amount', { exact: true }).fill('5');
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);

  const data = { type: 'x', amount: 50, channel: 'web', items: [{ category: 'coffee', price: 4, qty: 2 }] };
  const saturday = '2026-01-03T12:00:00Z';
  expect(await outcomeOf(organization, program.id, 'one', { timestamp: saturday, data })).toBe('MATCHED');
  expect(await outcomeOf(organization, program.id, 'two', { timestamp: '2026-01-02T12:00:00Z', data })).toBe('NOT_MATCHED');
  expect(await outcomeOf(organization, program.id, 'three', { timestamp: saturday, data: { ...data, items: [] } })).toBe('NOT_MATCHED');
});

test('a saved condition opens as blocks, a change writes only its part, and a removal can be undone', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const condition =
    '// big ones\nevent.type=="purchase"  &&  (event.amount > 50 || "vip" in participant.tags) && (event.a ? event.b : event.c)';
  const { id } = await organization.call<{ id: string }>('rules.create', {
    program_id: program.id,
    name: 'By blocks',
    condition,
    actions: [{ type: 'CREDIT', amount: '1', asset_id: program.assetId }],
  });
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  const when = dashboard.getByRole('group', { name: 'Condition as blocks' });
  await expect(when.getByRole('group', { name: 'type is “purchase”' })).toBeVisible();
  await expect(when.getByLabel('CEL expression')).toHaveValue('event.a ? event.b : event.c');
  await dashboard.getByLabel('Value of amount').fill('75.5');
  await when.getByRole('button', { name: /^More for: the participant has the tag/ }).click();
  await dashboard.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(when.getByRole('group', { name: /has the tag/ })).toHaveCount(0);
  await when.getByRole('button', { name: 'Undo' }).click();
  await expect(when.getByRole('group', { name: /has the tag/ })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  const saved = async () => (await organization.read<{ condition: string }>('rules.get', { id })).condition;
  await expect.poll(saved).toBe(condition.replace('> 50', '> 75.5'));
});

test('groups and lines are made, moved and taken out with the keyboard alone', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  const when = dashboard.getByRole('group', { name: 'Condition as blocks' });
  const { keyboard } = dashboard;
  await keyboard.press('Tab');
  await when.getByRole('button', { name: 'Add condition' }).focus();
  await keyboard.press('Enter');
  await keyboard.type('spent');
  await keyboard.press('Enter');
  await expect(dashboard.getByLabel('Value of spent')).toBeFocused();
  await keyboard.type('a lot');
  await when.getByRole('button', { name: /^More for/ }).focus();
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(when.getByRole('region', { name: 'Any of these holds' })).toBeVisible();
  await expect(dashboard.getByLabel('Value of spent').nth(1)).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('a little');
  await when.getByRole('button', { name: /^More for: spent is “a little”/ }).focus();
  await keyboard.press('Enter');
  await dashboard.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await view(dashboard, 'CEL');
  await expect(dashboard.getByLabel('Condition')).toHaveText('event.spent == "a little" || event.spent == "a lot"');
});

test('values that were seen are offered with how often, one can be chosen, and another typed', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  for (const [key, channel] of ['web', 'web', 'store'].entries())
    await outcomeOf(organization, program.id, `seen-${key}`, { data: { type: 'order', channel } });
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await beginToUse(dashboard);
  const when = dashboard.getByRole('group', { name: 'Condition as blocks' });
  await add(dashboard, when, 'channel', 'Event: channel');
  const value = dashboard.getByRole('combobox', { name: 'Value of channel' });
  await expect(value).toBeFocused();
  const options = dashboard.getByRole('listbox', { name: 'Values that were seen' }).getByRole('option');
  await expect(options).toHaveText(['web2', 'store1']);
  await expect(dashboard.getByText('Of the latest 3 events.')).toBeVisible();
  await dashboard.keyboard.press('ArrowDown');
  await dashboard.keyboard.press('ArrowDown');
  await dashboard.keyboard.press('Enter');
  await expect(value).toHaveValue('store');
  await expect(options).toHaveCount(0);
  await value.fill('we');
  await expect(options).toHaveText(['web2']);
  await value.fill('kiosk');
  await expect(options).toHaveCount(0);
  await view(dashboard, 'CEL');
  await expect(dashboard.getByLabel('Condition')).toHaveText('event.channel == "kiosk"');
});

test('a line moves into the group beside it and out again, and the time since the enrollment is counted in days', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const { id } = await organization.call<{ id: string }>('rules.create', {
    program_id: program.id,
    name: 'By blocks',
    condition: 'event.c && (event.a || event.b) && now - participant.enrolled_at < duration("720h")',
    actions: [{ type: 'CREDIT', amount: '1', asset_id: program.assetId }],
  });
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  const when = dashboard.getByRole('group', { name: 'Condition as blocks' });
  const menu = async (line: string, item: string) => {
    await when.getByRole('button', { name: `More for: ${line}`, exact: true }).click();
    await dashboard.getByRole('menuitem', { name: item }).click();
  };
  await menu('c is true', 'Move into the group below');
  const group = when.getByRole('region', { name: 'Any of these holds' });
  await expect(group.getByRole('group')).toHaveCount(3);
  await menu('c is true', 'Move out of the group');
  await expect(group.getByRole('group')).toHaveCount(2);
  await menu('it is within 30 days of the enrollment of the participant', 'Move up');
  await menu('c is true', 'Move up');
  await dashboard.getByLabel('Days since enrollment of the participant').fill('14');
  await view(dashboard, 'CEL');
  await expect(dashboard.getByLabel('Condition')).toHaveText(
    '(event.a || event.b) && event.c && now - participant.enrolled_at < duration("336h")',
  );
});

test('how often a rule gives is chosen, and follows when the amount changes', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const { id } = await organization.call<{ id: string }>('rules.create', {
    program_id: program.id,
    name: 'By blocks',
    condition: 'event.type == "visit"',
    actions: [{ type: 'CREDIT', amount: '5', asset_id: program.assetId }],
  });
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  await dashboard.getByLabel('How often for each recipient').click();
  await dashboard.getByRole('option', { name: 'Once a day' }).click();
  await dashboard.getByLabel('Amount', { exact: true }).fill('7');
  await expect(dashboard.getByLabel('Limit')).toHaveValue('7');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  const saved = async () =>
    (await organization.read<{ budgets: { scope: string; limit: string; cron_expression?: string }[] }>('rules.get', { id })).budgets.map(
      ({ scope, limit, cron_expression }) => [scope, Number(limit), cron_expression],
    );
  await expect.poll(saved).toEqual([['PARTICIPANT', 7, '0 0 * * *']]);
  expect(await outcomeOf(organization, program.id, 'first', { data: { type: 'visit' } })).toBe('MATCHED');
  expect(await outcomeOf(organization, program.id, 'second', { data: { type: 'visit' } })).toBe('SKIPPED_BUDGET');
});
