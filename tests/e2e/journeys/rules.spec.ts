/** A rule from its first letter to what it gives, and from a change of it back to what it was, without a pointer. */
import type { Page } from '@playwright/test';
import { conditionsAsCel, loyaltyProgram, type TestOrganization } from '@tests/support/dashboard';
import { expect, test, type Hand } from '@tests/support/keyboard';
import { expectBalance, expectEntries } from '@tests/support/whole-ledger';

/** Writes an expression; a list of completions that has opened meanwhile is closed. */
async function writeExpression(page: Page, hand: Hand, label: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await hand.write(field, text);
  await hand.key('Escape');
  await expect(field).toHaveText(text);
}

const purchase = ({ call }: TestOrganization, program_id: string, key: string, event_data: object) =>
  call<{ id: string }>('events.ingest', { program_id, external_id: 'ada', idempotency_key: key, event_data });

const participantId = async ({ read }: TestOrganization): Promise<string> =>
  (await read<{ data: { id: string }[] }>('participants.list', {})).data[0]!.id;

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('a rule is written, tried on an event, activated, and gives for the next one', async ({ dashboard, hand, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto('/rules');
  await hand.use(dashboard.getByRole('link', { name: 'New rule' }));
  await hand.write(dashboard.getByRole('textbox', { name: 'Name' }), 'Welcome');
  await hand.toggle(dashboard.getByRole('switch', { name: 'Active immediately' }));
  await writeExpression(dashboard, hand, 'Condition', 'event.type == "signup"');
  await hand.choose(dashboard.getByRole('combobox', { name: 'Asset' }), 'Points (PTS)');
  await writeExpression(dashboard, hand, 'Amount', '{{ event.bonus * 2 }}');
  const trial = dashboard.getByRole('region', { name: 'Try it' });
  await hand.write(trial.getByRole('textbox', { name: 'Event data' }), '{ "type": "signup", "bonus": 20 }');
  await expect(trial.getByRole('list', { name: 'Effects' })).toContainText('40');
  await hand.use(dashboard.getByRole('button', { name: 'Create rule' }));
  await expect(dashboard.getByRole('heading', { level: 2, name: /Welcome Suspended/ })).toBeVisible();
  await hand.use(dashboard.getByRole('button', { name: 'Activate' }));
  await hand.use(dashboard.getByRole('dialog').getByRole('button', { name: 'Activate rule' }));
  await expect(dashboard.getByRole('heading', { level: 2, name: /Welcome Active/ })).toBeVisible();

  await hand.find('Events', 'Events');
  await expect(dashboard.getByText('No events yet.')).toBeVisible();
  await purchase(organization, program.id, 'first', { type: 'signup', bonus: 20 });
  await expect(dashboard.getByRole('row', { name: /signup Completed ada ada first/ })).toBeVisible();
  await hand.key('j');
  await hand.key('Enter');
  const sheet = dashboard.getByRole('dialog');
  await expect(sheet).toContainText('40.00 PTS');
  await hand.use(sheet.getByRole('link', { name: 'Entry' }));
  await expect(dashboard.getByRole('cell', { name: '+40.00 PTS' })).toBeVisible();
  await expect(dashboard.getByRole('cell', { name: '−40.00 PTS' })).toBeVisible();
  await expectEntries(organization, ['CREDIT']);
  await expectBalance(organization, await participantId(organization), { available: '40.00', held: '0.00' });
});

test.describe('in a sandbox', () => {
  test.use({ sandbox: true });

  test('a rule with a budget is changed, the change is backtested, and the version before it restored', async ({
    dashboard,
    hand,
    organization,
  }) => {
    const program = await loyaltyProgram(organization);
    const { data: rules } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: program.id });
    const budgets = [{ asset_id: program.assetId, limit: '20', scope: 'PROGRAM' }];
    await organization.call('rules.update', { id: rules[0]!.id, budgets });
    await purchase(organization, program.id, 'one', { type: 'purchase', amount: 300 });
    await expectEntries(organization, ['CREDIT']);
    // A backtest ends with the minute before the present one.
    await organization.call('sandbox.advanceClock', { by: '1h' });

    await dashboard.goto('/rules');
    await expect(dashboard.getByRole('row', { name: /Cashback/ })).toBeVisible();
    await hand.key('j');
    await hand.key('Enter');
    const limit = dashboard.getByRole('textbox', { name: 'Limit' });
    await hand.write(limit, '25');
    await hand.use(dashboard.getByRole('button', { name: 'Backtest this change' }));
    const sheet = dashboard.getByRole('dialog');
    await expect(sheet.getByRole('row', { name: /PTS .*20\.00 .*25\.00 .*\+5/ }).first()).toBeVisible();
    await hand.key('Escape');
    await expect(sheet).toHaveCount(0);

    await expect(limit).toHaveValue('25');
    await hand.use(limit);
    await expect(dashboard.getByText('Saved as version 3')).toBeVisible();
    await dashboard.goto(`/rules/history?program=${program.id}`);
    const before = dashboard.getByRole('row').nth(2);
    await hand.use(before);
    await hand.use(sheet.getByRole('button', { name: 'Restore this version' }));
    const asking = dashboard.getByRole('dialog', { name: /Restore version/ });
    await expect(asking).toContainText('Cashback');
    await hand.use(asking.getByRole('button', { name: /Restore version/ }));
    await expect(dashboard.getByText(/Restored as version/)).toBeVisible();
    await expect(dashboard.getByRole('table', { name: 'Versions of the rules' }).getByRole('row')).toHaveCount(5 + 1);

    // Of the 20 that the restored budget allows nothing is left; of 25 there would be.
    const { id } = await purchase(organization, program.id, 'two', { type: 'purchase', amount: 100 });
    await expect.poll(async () => (await organization.read<{ status: string }>('events.get', { id })).status).toBe('COMPLETED');
    await expectEntries(organization, ['CREDIT']);
    await expectBalance(organization, await participantId(organization), { available: '20.00', held: '0.00' });
  });
});
