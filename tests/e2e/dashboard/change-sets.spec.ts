/** A manager prepares a change of a rule beside what is live, looks at it, publishes it and takes it back. */
import { faultsOf } from '@tests/support/axe';
import { beginToUse, conditionsAsCel, expect, loyaltyProgram, rewrite, test, type TestOrganization } from '@tests/support/dashboard';

interface Live {
  readonly id: string;
  readonly condition: string;
  readonly version: number;
}

async function liveRules(organization: TestOrganization, programId: string): Promise<Live[]> {
  return (await organization.read<{ data: Live[] }>('rules.list', { program_id: programId })).data;
}

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('an edited rule goes to a change set, is told in sentences and in money, goes live, and is taken back', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const event = { program_id: program.id, external_id: 'ada', idempotency_key: 'p', event_data: { type: 'purchase', amount: 30 } };
  const { id: sent } = await organization.call<{ id: string }>('events.ingest', event);
  await expect.poll(async () => (await organization.read<{ status: string }>('events.get', { id: sent })).status).toBe('COMPLETED');
  const [before] = await liveRules(organization, program.id);

  await dashboard.goto(`/rules/${before!.id}`);
  const save = dashboard.getByRole('button', { name: 'Save to a change set…' });
  await expect(save).toBeDisabled();
  await beginToUse(dashboard);
  await rewrite(dashboard.getByRole('textbox', { name: 'Condition' }), 'event.type == "purchase" && event.amount >= 20');
  await save.click();
  const dialog = dashboard.getByRole('dialog', { name: 'Save to a change set' });
  await dialog.getByLabel('Name').fill('Summer campaign');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(dashboard.getByRole('heading', { name: /Summer campaign/ })).toContainText('Open');
  expect(await liveRules(organization, program.id)).toMatchObject([{ version: 1, condition: before!.condition }]);
  const changes = dashboard.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('definition').nth(0)).toContainText('amount is at least 50');
  await expect(changes.getByRole('definition').nth(1)).toContainText('amount is at least 20');
  await beginToUse(dashboard);
  const cost = dashboard.getByRole('region', { name: 'What it costs' });
  await expect(cost.getByRole('row', { name: /All together/ })).toContainText('+3.00 PTS');
  expect(await faultsOf(dashboard, 'main')).toEqual([]);

  await dashboard.getByRole('link', { name: 'Cashback', exact: true }).click();
  await expect(dashboard.getByRole('list', { name: 'Waiting changes' })).toContainText('Summer campaign');
  await dashboard.getByRole('list', { name: 'Waiting changes' }).getByRole('link').click();

  await dashboard.getByRole('button', { name: 'Publish…' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(dashboard.getByRole('heading', { name: /Summer campaign/ })).toContainText('Published');
  const [published] = await liveRules(organization, program.id);
  expect([published?.version, published?.condition]).toEqual([2, 'event.type == "purchase" && event.amount >= 20']);

  await dashboard.getByRole('button', { name: 'Take back' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(dashboard.getByRole('heading', { name: /Summer campaign/ })).toContainText('Reverted');
  expect(await liveRules(organization, program.id)).toMatchObject([{ version: 3, condition: before!.condition }]);
});

test('what somebody else changed is named, and taken as the new base; a time is in the zone of the program', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await organization.call('programs.update', { id: program.id, timezone: 'Asia/Tokyo' });
  const [{ id: rule_id }] = (await liveRules(organization, program.id)) as [Live];
  const changes = [{ type: 'UPDATE_RULE', id: rule_id, rule: { stop_after_match: true } }];
  const { id } = await organization.call<{ id: string }>('changeSets.create', { id: program.id, name: 'Stops', changes });
  await organization.call('rules.update', { id: rule_id, description: 'By somebody else' });

  await dashboard.goto(`/rules/${rule_id}`);
  await dashboard.getByRole('button', { name: 'More about Cashback' }).click();
  await dashboard.getByRole('menuitem', { name: 'Archive by a change set…' }).click();
  const chosen = dashboard.getByRole('dialog', { name: 'Save to a change set' });
  await chosen.getByRole('combobox', { name: 'Change set' }).click();
  await dashboard.getByRole('option', { name: 'A new one' }).click();
  await chosen.getByLabel('Name').fill('The end');
  await chosen.getByRole('button', { name: 'Save' }).click();
  await expect(dashboard.getByText('The rule no longer runs.')).toBeVisible();

  await dashboard.goto(`/rules/change-sets?program=${program.id}`);
  await dashboard.getByRole('row', { name: /Stops/ }).click();
  await expect(dashboard.getByText('Others changed these since this was begun')).toBeVisible();
  await expect(dashboard.getByText('was changed: description')).toBeVisible();
  await dashboard.getByRole('button', { name: 'Take what is live as the base' }).click();
  await expect(dashboard.getByText('was changed: description')).toBeHidden();

  await dashboard.getByRole('button', { name: 'Publish…' }).click();
  const dialog = dashboard.getByRole('dialog', { name: /Publish/ });
  await dialog.getByRole('combobox', { name: 'When' }).click();
  await dashboard.getByRole('option', { name: 'At a time' }).click();
  await dialog.getByLabel('Date and time').fill('2031-07-01T00:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dashboard.getByRole('heading', { name: /Stops/ })).toContainText('Scheduled');
  expect(await organization.read('changeSets.get', { id })).toMatchObject({ publish_at: '2031-06-30T15:00:00.000Z' });
  await dashboard.getByRole('button', { name: 'Cancel the schedule' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Cancel the schedule' }).click();
  await expect(dashboard.getByRole('heading', { name: /Stops/ })).toContainText('Open');
});

test('a rule set, a rule in it and an automation are drafted in the change set, edited there, published and taken back', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const { id } = await organization.call<{ id: string }>('changeSets.create', { id: program.id, name: 'Summer', changes: [] });
  const add = async (what: string) => {
    await dashboard.getByRole('button', { name: 'Add a change' }).click();
    await dashboard.getByRole('menuitem', { name: what, exact: true }).click();
  };
  const changes = dashboard.getByRole('list', { name: 'Changes' });
  await dashboard.goto(`/rules/change-sets/${id}`);
  await expect(dashboard.getByText('It changes nothing yet.')).toBeVisible();

  await add('New rule set');
  const set = dashboard.getByRole('dialog', { name: 'New rule set' });
  await set.getByLabel('Name').fill('In summer');
  await set.getByLabel('Key').fill('summer');
  await set.getByLabel('Place').fill('1');
  await set.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('Runs as set 1 of 2, with no rules.');

  await dashboard.getByRole('button', { name: 'Edit the draft of In summer' }).click();
  const place = dashboard.getByRole('dialog', { name: 'Draft of “In summer”' });
  await place.getByLabel('Place').fill('');
  await place.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('Runs as set 2 of 2, with no rules.');

  await add('New rule');
  await dashboard.getByRole('textbox', { name: 'Name', exact: true }).fill('Ice cream');
  await beginToUse(dashboard);
  await rewrite(dashboard.getByRole('textbox', { name: 'Condition' }), 'event.type == "ice"');
  await dashboard.getByRole('combobox', { name: 'Asset' }).click();
  await dashboard.getByRole('option', { name: 'Points (PTS)' }).click();
  await dashboard.getByLabel('Amount').first().fill('2');
  await dashboard.getByRole('combobox', { name: 'Rule set' }).click();
  await dashboard.getByRole('option', { name: 'In summer (new)' }).click();
  // Figures of an older draft are dimmed.
  await expect(dashboard.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await faultsOf(dashboard, 'main')).toEqual([]);
  await dashboard.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('Runs as set 2 of 2, with 1 rule.');

  await dashboard.getByRole('link', { name: 'Edit the draft of Ice cream' }).click();
  await expect(dashboard.getByRole('combobox', { name: 'Rule set' })).toContainText('In summer');
  await dashboard.getByRole('textbox', { name: 'Name', exact: true }).fill('Ice cream for two');
  await dashboard.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('Ice cream for two');

  await add('New automation');
  const automation = dashboard.getByRole('dialog', { name: /New automation/ });
  await automation.getByLabel('Name', { exact: true }).fill('Every month');
  await automation.getByLabel('Event name').fill('month');
  await automation.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('makes the event “month”');
  await dashboard.getByRole('button', { name: 'Edit the draft of Every month' }).click();
  const edited = dashboard.getByRole('dialog', { name: 'Draft of “Every month”' });
  await edited.getByLabel('Event name').fill('new-month');
  await edited.getByRole('switch', { name: 'Active' }).click();
  await edited.getByRole('button', { name: 'Save the draft' }).click();
  await expect(changes).toContainText('makes the event “new-month”');
  expect(await faultsOf(dashboard, 'main')).toEqual([]);

  const live = async () => {
    const { rule_sets } = await organization.read<{ rule_sets: { name: string; rules: { name: string }[] }[] }>('ruleConfiguration.get', {
      id: program.id,
    });
    const { data } = await organization.read<{ data: { name: string; status: string }[] }>('programs.automations.list', { id: program.id });
    return [
      ...rule_sets.map(({ name, rules }) => `${name}: ${rules.map((rule) => rule.name).join(', ')}`),
      ...data.map(({ name, status }) => `${name}: ${status}`),
    ];
  };
  expect(await live()).toEqual(['Default: Cashback']);
  await dashboard.getByRole('button', { name: 'Publish…' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(dashboard.getByRole('heading', { name: /Summer/ })).toContainText('Published');
  expect(await live()).toEqual(['Default: Cashback', 'In summer: Ice cream for two', 'Every month: PAUSED']);
  await dashboard.getByRole('button', { name: 'Take back' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(dashboard.getByRole('heading', { name: /Summer/ })).toContainText('Reverted');
  expect(await live()).toEqual(['Default: Cashback']);
});
