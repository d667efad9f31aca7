/** What a rule costs, seen beside its form while it is written. */
import { faultsOf } from '@tests/support/axe';
import { beginToUse, conditionsAsCel, expect, loyaltyProgram, rewrite, test, type TestOrganization } from '@tests/support/dashboard';

const AMOUNTS = [20, 60, 80.5, 100];

/** Ada bought four times, under a rule that gives a tenth from 50 on. */
async function bought(organization: TestOrganization, programId: string): Promise<void> {
  for (const [index, amount] of AMOUNTS.entries()) {
    const event_data = { type: 'purchase', amount };
    const event = { program_id: programId, external_id: 'ada', idempotency_key: `purchase-${index}`, event_data };
    const { id } = await organization.call<{ id: string }>('events.ingest', event);
    await expect.poll(async () => (await organization.read<{ status: string }>('events.get', { id })).status).toBe('COMPLETED');
  }
}

async function cashback(organization: TestOrganization, programId: string): Promise<string> {
  const { data } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: programId });
  return data[0]?.id ?? '';
}

async function entryIds(organization: TestOrganization): Promise<string[]> {
  const { data } = await organization.read<{ data: { id: string }[] }>('journalEntries.list', {});
  return data.map(({ id }) => id);
}

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('a change of a rule shows what it would have given against what was given, at most, and on which events, and posts nothing', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await bought(organization, program.id);
  const before = await entryIds(organization);
  await dashboard.goto(`/rules/${await cashback(organization, program.id)}`);
  const cost = dashboard.getByRole('region', { name: 'What it costs' });
  await beginToUse(dashboard);
  await dashboard.getByLabel('Percent').fill('20');
  await dashboard.getByText('Factors, rounding and bounds').click();
  await dashboard.getByLabel('At most, per event').fill('12');
  await expect(cost).toContainText('From all 4 events. It touches 3 of them.');
  await expect(cost.getByRole('definition').nth(0)).toHaveText('36.00 PTS');
  await expect(cost.getByRole('definition').nth(1)).toHaveText('24.05 PTS');
  await expect(cost.getByRole('definition').nth(2)).toHaveText('+11.95 PTS');
  await expect(cost).toContainText('One event at most12.00 PTS');
  await expect(cost).toContainText('The next 30 days at mostno upper limit');

  await cost.getByText('Latest events it would touch').click();
  await expect(cost.getByRole('list', { name: 'Latest events' }).getByRole('listitem')).toHaveCount(3);
  await expect(cost.getByRole('list', { name: 'Latest events' }).getByRole('listitem').first()).toContainText('Gives 12.00 PTS to ada');
  await cost.getByText('Day by day').click();
  await expect(cost.getByRole('table').getByRole('row')).toHaveCount(31);
  await expect(cost.getByRole('table').getByRole('row').nth(1)).toContainText('36.00');
  expect(await faultsOf(dashboard, 'section[aria-label="What it costs"]')).toEqual([]);
  expect(await entryIds(organization)).toEqual(before);
});

test('a new rule shows which other rule touches the same events, and when its budget runs out', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await bought(organization, program.id);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await beginToUse(dashboard);
  const cost = dashboard.getByRole('region', { name: 'What it costs' });
  await expect(cost).toContainText('Write a condition and an action');
  await dashboard.getByLabel('Condition').fill('event.type == "purchase"');
  await dashboard.getByRole('combobox', { name: 'Asset', exact: true }).click();
  await dashboard.getByRole('option', { name: 'Points (PTS)' }).click();
  await dashboard.getByLabel('Amount').fill('5');
  await dashboard.getByRole('button', { name: 'Add budget' }).click();
  await dashboard.getByLabel('Limit').fill('50');
  await expect(cost).toContainText('It touches 4 of them.');
  await expect(cost).toContainText(/Budget of 50\.00 PTSruns out on .* at this pace/);
  await cost.getByText('Other rules on the same events').click();
  const shared = cost.getByRole('list', { name: 'Other rules' });
  await expect(shared.getByRole('link', { name: 'Cashback' })).toBeVisible();
  await expect(shared).toContainText('matches only some of them: 3 of 4, gives 24.05 PTS');
});

test('a draft with a fault has no estimate but one quiet line, and the estimate is back when the fault is gone', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await bought(organization, program.id);
  await dashboard.goto(`/rules/${await cashback(organization, program.id)}`);
  const cost = dashboard.getByRole('region', { name: 'What it costs' });
  await rewrite(dashboard.getByLabel('Condition'), 'event.amount >=');
  await expect(cost).toContainText('No estimate while the draft has a fault.');
  await expect(cost).not.toContainText('Would have given');
  await rewrite(dashboard.getByLabel('Condition'), 'event.amount >= 90');
  await expect(cost).toContainText('It touches 1 of them.');
});
