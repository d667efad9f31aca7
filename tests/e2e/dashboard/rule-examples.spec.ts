/** Examples of rules in the dashboard: written, taken from events, run as one types, and a reason for those who save in spite of them. */
import type { Page } from '@playwright/test';
import { beginToUse, conditionsAsCel, expect, loyaltyProgram, rewrite, test, type TestOrganization } from '@tests/support/dashboard';

interface Kept {
  readonly examples: readonly { readonly name: string; readonly event: object; readonly state?: object; readonly expects: object }[];
}

const examplesOf = (page: Page) => page.getByRole('list', { name: 'Examples', exact: true });

async function cashback({ read }: TestOrganization, programId: string): Promise<string> {
  const { data } = await read<{ data: { id: string }[] }>('rules.list', { program_id: programId });
  return data[0]?.id ?? '';
}

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('an example that is written by hand expects at first what the rule gives, and is saved with the rule', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const id = await cashback(organization, program.id);
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  await dashboard.getByRole('button', { name: 'Add example' }).click();
  const dialog = dashboard.getByRole('dialog', { name: 'Add an example' });
  await dialog.getByLabel('Name').fill('an order of 80 gives 8');
  await dialog.getByLabel('Event data').fill('{ "type": "purchase", "amount": 80 }');
  await expect(dialog.getByRole('region', { name: 'What the rule gives now' })).toContainText('Gives 8.00 PTS to the participant');
  const effect = dialog.getByRole('listitem', { name: 'Effect 1' });
  await expect(effect.getByLabel('Amount')).toHaveValue('8.00');
  await dialog.getByRole('button', { name: 'Write as JSON' }).click();
  await expect(dialog.getByLabel('Expected effects')).toHaveValue(/"amount": "8.00"/);
  await dialog.getByRole('button', { name: 'Choose them' }).click();
  await dialog.getByRole('button', { name: 'Add example' }).click();
  await expect(examplesOf(dashboard)).toContainText('Passes');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByText('Saved as version 2')).toBeVisible();
  expect((await organization.read<Kept>('rules.get', { id })).examples).toEqual([
    {
      name: 'an order of 80 gives 8',
      event: { event_data: { type: 'purchase', amount: 80 } },
      expects: { matched: true, effects: [{ type: 'CREDIT', target: 'ACTOR', asset: 'PTS', amount: '8.00' }] },
    },
  ]);
});

test('an example that fails shows what was expected beside what the rule gives, and saving in spite of it needs a reason', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const id = await cashback(organization, program.id);
  const example = {
    name: 'an order of 49.99 gives nothing',
    event: { event_data: { type: 'purchase', amount: 49.99 } },
    expects: { matched: false, effects: [] },
  };
  await organization.call('rules.update', { id, examples: [example] });
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  await dashboard.getByLabel('Name').first().click();
  await expect(examplesOf(dashboard)).toContainText('Passes');
  await rewrite(dashboard.getByLabel('Condition'), 'event.type == "purchase"');
  const line = examplesOf(dashboard).getByRole('listitem').filter({ hasText: example.name });
  await expect(line).toContainText('Fails');
  await expect(line.getByRole('region', { name: 'Expected' })).toContainText('The rule does not match.');
  await expect(line.getByRole('region', { name: 'The rule gives' })).toContainText('Gives 4.99 PTS to the participant');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Save anyway…' }).click();
  const dialog = dashboard.getByRole('dialog', { name: 'Save with failing examples?' });
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The fair begins today.');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(dashboard.getByText('Saved as version 3')).toBeVisible();
  await dashboard.goto('/audit');
  await beginToUse(dashboard);
  await expect(dashboard.getByRole('row', { name: /Cashback/ }).first()).toContainText('Override examples');
});

test('an event that happened becomes an example with one click, with the state that the rule reads', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const id = await cashback(organization, program.id);
  await organization.call('participants.upsert', { external_id: 'ada', tags: ['vip', 'early'], program_id: program.id });
  await organization.call('rules.update', { id, condition: 'event.type == "purchase" && "vip" in participant.tags' });
  const event = { program_id: program.id, external_id: 'ada', idempotency_key: 'one', event_data: { type: 'purchase', amount: 60 } };
  const sent = await organization.call<{ id: string }>('events.ingest', event);
  await expect.poll(async () => (await organization.read<{ status: string }>('events.get', { id: sent.id })).status).toBe('COMPLETED');
  await dashboard.goto(`/events/${sent.id}`);
  await beginToUse(dashboard);
  await dashboard.getByRole('link', { name: 'Use as example' }).click();
  await expect(dashboard).toHaveURL(new RegExp(`/rules/${id}`));
  const line = examplesOf(dashboard).getByRole('listitem').filter({ hasText: 'purchase gives 6.00 PTS' });
  await expect(line).toContainText('Passes');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByText('Saved as version 3')).toBeVisible();
  expect((await organization.read<Kept>('rules.get', { id })).examples).toMatchObject([
    {
      event: { event_data: { type: 'purchase', amount: 60 } },
      state: { participant: { tags: ['vip'] } },
      expects: { matched: true, effects: [{ type: 'CREDIT', target: 'ACTOR', asset: 'PTS', amount: '6.00' }] },
    },
  ]);
});

test('what a draft was tried on is kept as an example, and can be removed', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const id = await cashback(organization, program.id);
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  const trial = dashboard.getByRole('region', { name: 'Try it' });
  await trial.getByLabel('Event data').fill('{ "type": "purchase", "amount": 10 }');
  await trial.getByRole('button', { name: 'Keep as example' }).click();
  const line = examplesOf(dashboard).getByRole('listitem').filter({ hasText: 'purchase gives nothing' });
  await expect(line).toContainText('Passes');
  await line.getByRole('button', { name: 'Remove purchase gives nothing' }).click();
  await expect(examplesOf(dashboard).getByRole('listitem')).toHaveCount(0);
});

test('a suspended rule with a failing example is activated, and a version with one restored, only with a reason', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const id = await cashback(organization, program.id);
  const examples = [{ name: 'gives nothing', event: { event_data: { type: 'purchase', amount: 80 } }, expects: { matched: false } }];
  await organization.call('rules.update', { id, status: 'SUSPENDED', examples });
  await dashboard.goto(`/rules/${id}`);
  await beginToUse(dashboard);
  await dashboard.getByRole('button', { name: 'Activate' }).click();
  await dashboard.getByRole('button', { name: 'Activate rule' }).click();
  const activation = dashboard.getByRole('dialog', { name: /Activate “Cashback” with failing examples/ });
  await activation.getByLabel('Reason').fill('It is right.');
  await activation.getByRole('button', { name: 'Activate anyway' }).click();
  await expect(dashboard.getByText('“Cashback” is active.')).toBeVisible();
  await organization.call('rules.update', { id, examples: [] });
  await dashboard.goto(`/rules/history/4?program=${program.id}`);
  await beginToUse(dashboard);
  await dashboard.getByRole('button', { name: 'Restore this version' }).click();
  const restore = dashboard.getByRole('dialog', { name: 'Restore version 4?' });
  await expect(restore.getByRole('button', { name: 'Restore version 4' })).toBeDisabled();
  await restore.getByLabel('Reason').fill('It was right.');
  await restore.getByRole('button', { name: 'Restore version 4' }).click();
  await expect(dashboard.getByText('Restored as version 6')).toBeVisible();
});
