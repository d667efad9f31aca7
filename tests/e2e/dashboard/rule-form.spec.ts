/** Rules in the dashboard: written, tried on what really happened, and seen to act. */
import type { Page } from '@playwright/test';
import { conditionsAsCel, expect, loyaltyProgram, rewrite, test, type TestOrganization } from '@tests/support/dashboard';

interface EventDetail {
  readonly status: string;
  readonly rule_evaluations: readonly { readonly rule_name: string; readonly status: string }[];
}

/** Sends an event and waits until the rules have run for it. */
async function process({ call, read }: TestOrganization, programId: string, key: string, event_data: object): Promise<EventDetail> {
  const event = { program_id: programId, external_id: 'ada', idempotency_key: key, event_data };
  const { id } = await call<{ id: string }>('events.ingest', event);
  const detail = () => read<EventDetail>('events.get', { id });
  await expect.poll(async () => (await detail()).status).toBe('COMPLETED');
  return detail();
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('a rule with a budget, written in the form, gives for a real event and no more than its limit', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('Welcome');
  await dashboard.getByLabel('Condition').fill('event.type == "signup"');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await dashboard.getByLabel('Amount').fill('{{ event.bonus * 2 }}');
  await dashboard.getByRole('button', { name: 'Add budget' }).click();
  await dashboard.getByLabel('Limit').fill('50');
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);

  await process(organization, program.id, 'first', { type: 'signup', bonus: 20 });
  await process(organization, program.id, 'second', { type: 'signup', bonus: 20 });
  await dashboard.goto('/events');
  await dashboard.getByRole('row', { name: /second/ }).click();
  const sheet = dashboard.getByRole('dialog');
  await expect(sheet).toContainText('10.00 PTS');
  await expect(sheet).toContainText('cut by a budget');
});

test('a bad expression is marked at its place while it is typed, and cannot be saved', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('Welcome');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await dashboard.getByLabel('Amount').fill('{{ evnt.bonus }}');
  await dashboard.getByLabel('Condition').fill('event.type == "signup" &&\n  evnt.first');
  await expect(dashboard.getByText(/Line 2, column 3: There is no name evnt/)).toBeVisible();
  await expect(dashboard.locator('.cm-lintRange-error', { hasText: 'evnt' })).toHaveCount(2);
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard.getByRole('alert').filter({ hasText: 'Request' })).toBeVisible();
  await expect(dashboard).toHaveURL(/\/rules\/new/);
  await expect(dashboard.getByLabel('Name')).toHaveValue('Welcome');
  await rewrite(dashboard.getByLabel('Condition'), 'event.type == "signup"');
  await rewrite(dashboard.getByLabel('Amount'), '5');
  await expect(dashboard.locator('.cm-lintRange-error')).toHaveCount(0);
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
});

test('nothing of an expression is lost that is typed while its editor is being fetched', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`, { waitUntil: 'networkidle' });
  const { promise: typed, resolve: typedSome } = Promise.withResolvers<undefined>();
  await dashboard.route('**/_next/static/chunks/**', async (route) => {
    await typed;
    await route.continue();
  });
  await dashboard.getByLabel('Condition').click();
  await dashboard.keyboard.type('event.type == ');
  typedSome(undefined);
  const rest = 'signup'.repeat(20);
  await dashboard.keyboard.type(rest, { delay: 2 });
  await expect(dashboard.locator('.cm-content').first()).toHaveText(`event.type == ${rest}`);
});

test('the editor offers the fields that events of the program have', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await process(organization, program.id, 'seen', { type: 'purchase', customer: { city: 'Oslo' } });
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Condition').click();
  await expect(async () => {
    await dashboard.keyboard.press('ControlOrMeta+a');
    await dashboard.keyboard.type('event.customer.ci');
    await expect(dashboard.getByRole('option', { name: /city/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dashboard.getByRole('option', { name: /city/ }).click();
  await expect(dashboard.getByLabel('Condition')).toHaveText('event.customer.city');
});

test('a draft is tried on an event that really came, says by how much it missed or what it would give, and posts nothing', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await process(organization, program.id, 'small', { type: 'purchase', amount: 37.5 });
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Condition').fill('event.amount >= 50');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await dashboard.getByLabel('Amount').fill('{{ event.amount * 2 }}');
  const trial = dashboard.getByRole('region', { name: 'Try it' });
  await choose(dashboard, 'Event', /purchase · ada · small/);
  await expect(trial).toContainText('Not matched');
  await expect(trial).toContainText('it must be at least 50');
  await expect(trial).toContainText('Nothing would happen.');
  await rewrite(dashboard.getByLabel('Condition'), 'event.amount >= 30');
  await expect(trial).toContainText(/Gives 75(\.00)? PTS to ada/);
  const { data } = await organization.read<{ data: unknown[] }>('journalEntries.list', {});
  expect(data).toEqual([]);
});

test('every kind of action is written, saved and read back by the form', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('Many');
  await dashboard.getByLabel('Condition').fill('true');
  await choose(dashboard, 'Do', 'Count');
  await dashboard.getByLabel('Counter').fill('visits');
  await dashboard.getByLabel('Value', { exact: true }).fill('1');
  await dashboard.getByRole('button', { name: 'Add action' }).click();
  const second = dashboard.getByRole('listitem', { name: 'Action 2' });
  await second.getByRole('combobox', { name: 'Do', exact: true }).click();
  await dashboard.getByRole('option', { name: 'Create an event', exact: true }).click();
  await second.getByLabel('Event').fill('anniversary');
  await second.getByLabel('Data').fill('{ "of": "{{ event.id }}" }');
  await second.getByRole('combobox', { name: 'Happens', exact: true }).click();
  await dashboard.getByRole('option', { name: 'After days', exact: true }).click();
  await second.getByLabel('Happens after (days)').fill('7');
  await second.getByRole('button', { name: 'Move up' }).click();
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
  const id = new URL(dashboard.url()).pathname.split('/').at(-1);
  const { actions } = await organization.read<{ actions: unknown[] }>('rules.get', { id });
  expect(actions).toEqual([
    { type: 'SCHEDULE_EVENT', event_name: 'anniversary', payload: { of: '{{ event.id }}' }, delay: '7d', target: { type: 'ACTOR' } },
    { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1', target: { type: 'ACTOR' } },
  ]);
  await expect(dashboard.getByRole('listitem', { name: 'Action 1' }).getByLabel('Happens after (days)')).toHaveValue('7');
});

test('a rule moved up with the keyboard runs earlier', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const tag = { program_id: program.id, name: 'Later', condition: 'true', actions: [{ type: 'TAG', tag: 'seen' }] };
  await organization.call('rules.create', tag);
  await dashboard.goto(`/rules/order?program=${program.id}`);
  await dashboard.getByRole('button', { name: 'Move Later up' }).focus();
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByRole('button', { name: 'Move Later up' })).toBeDisabled();
  await expect
    .poll(async () =>
      (await process(organization, program.id, crypto.randomUUID(), { type: 'visit' })).rule_evaluations.map((one) => one.rule_name),
    )
    .toEqual(['Later', 'Cashback']);
});

test('the shapes of events show each field with its type, and which of them rules read', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await process(organization, program.id, 'seen', { type: 'purchase', amount: 12, city: 'Oslo' });
  await dashboard.goto(`/event-shapes?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /amount number 100 % 0 % Read/ })).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /city string 100 % 0 % —/ })).toBeVisible();
  await choose(dashboard, 'Events', /purchase/);
  await expect(dashboard.getByLabel('Example 1, with its values masked', { exact: true })).not.toContainText('Oslo');
});

test('what is written in a rule and not saved is still there after its backtest, another tab and another page, until it is discarded', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const { data } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: program.id });
  const condition = dashboard.getByLabel('Condition');
  const written = 'event.type == "purchase" && event.amount >= 60';
  await dashboard.goto(`/rules/${data[0]!.id}`);
  await rewrite(condition, written);
  await dashboard.getByRole('button', { name: 'Backtest this change' }).click();
  const sheet = dashboard.getByRole('dialog', { name: 'Backtest' });
  await expect(sheet.getByRole('heading', { name: /A draft/ })).toBeVisible();
  await sheet.getByRole('link', { name: 'Open on its own page' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/backtests\?/);
  await dashboard.goBack();
  await expect(condition).toHaveText(written);
  await dashboard.getByRole('tab', { name: 'JSON' }).click();
  await dashboard.getByRole('tab', { name: 'Rule', exact: true }).click();
  await expect(condition).toHaveText(written);
  await dashboard.getByRole('button', { name: 'Discard it' }).click();
  await expect(condition).toHaveText('event.type == "purchase" && event.amount >= 50');
  await dashboard.reload();
  await expect(dashboard.getByLabel('Name')).toHaveValue('Cashback');
  await expect(dashboard.getByRole('button', { name: 'Discard it' })).toHaveCount(0);
});

test('what is being written in a rule stays when somebody else saves it meanwhile, beside what they changed, until theirs is loaded', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const { data } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: program.id });
  const id = data[0]!.id;
  const condition = dashboard.getByLabel('Condition');
  const name = dashboard.getByLabel('Name', { exact: true });
  const notice = dashboard.getByText('Someone saved a newer version.');
  const written = 'event.type == "purchase" && event.amount >= 60';
  await dashboard.goto(`/rules/${id}`);
  await rewrite(condition, written);
  await organization.call('rules.update', { id, name: 'Money back', condition: 'event.amount >= 40' });
  await expect(notice).toBeVisible();
  await expect(condition).toHaveText(written);
  await expect(name).toHaveValue('Money back');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(notice).toHaveCount(0);
  expect(await organization.read('rules.get', { id })).toMatchObject({ name: 'Money back', condition: written });

  await name.fill('Mine');
  await organization.call('rules.update', { id, name: 'Theirs' });
  await expect(notice).toBeVisible();
  await dashboard.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(name).toHaveValue('Theirs');
  await expect(notice).toHaveCount(0);
});

test('the sentence beside the form says what the rule does while it is written, and lists tell it once it is saved', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  const sentence = dashboard.getByRole('region', { name: 'In a sentence' });
  await expect(sentence).toContainText('Write a condition and an action');
  await dashboard.getByLabel('Name').fill('Weekend');
  await dashboard.getByLabel('Condition').fill('event.amount > 50 && now.getDayOfWeek(program.timezone) in [6, 0]');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await dashboard.getByLabel('Amount').fill('{{ event.amount * 0.1 }}');
  const told = 'When amount is over 50 and it is a Saturday or a Sunday, gives 10% of amount in PTS to the participant';
  await expect(sentence).toContainText(`${told}.`);
  await dashboard.getByRole('button', { name: 'Add budget' }).click();
  await dashboard.getByLabel('Limit').fill('20');
  await expect(sentence).toContainText(`${told}, at most 20 PTS in all.`);
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
  await dashboard.goto(`/rules?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /Weekend/ })).toContainText(`${told}, at most 20 PTS in all.`);
  await dashboard.goto(`/rules/order?program=${program.id}`);
  await expect(dashboard.getByText(`${told}, at most 20 PTS in all.`)).toBeVisible();
});
