/** Decisions of checkouts in the dashboard: found, read, extended, committed and cancelled, and played beside a rule. */
import { randomUUID } from 'node:crypto';
import { club, expect, test, type Program, type TestOrganization } from '@tests/support/dashboard';

const HOUR_MS = 3_600_000;
const BASKET = {
  type: 'purchase',
  amount: 50,
  items: [
    { sku: 'MUG-1', quantity: 2, price: 12.5 },
    { sku: 'TEA-7', quantity: 1, price: 25 },
  ],
};

interface Shop extends Program {
  readonly ada: string;
  readonly grace: string;
  readonly ruleId: string;
}

/** A club that gives a tenth of each purchase from 20 on, and a bonus from 100 on. */
async function shop(organization: TestOrganization): Promise<Shop> {
  const people = await club(organization);
  const rule = (name: string, condition: string) =>
    organization.call<{ id: string }>('rules.create', {
      program_id: people.id,
      name,
      condition,
      actions: [{ type: 'CREDIT', asset_id: people.assetId, amount: '{{ event.amount * 0.1 }}' }],
    });
  const { id: ruleId } = await rule('A tenth', 'event.type == "purchase" && event.amount >= 20');
  await rule('Big basket', 'event.type == "purchase" && event.amount >= 100');
  return { ...people, ruleId };
}

const decide = ({ call }: TestOrganization, { id: program_id, assetId }: Shop, body: Record<string, unknown> = {}) =>
  call<{ id: string; event_id: string | null }>('decisions.decide', {
    program_id,
    external_id: 'ada',
    idempotency_key: randomUUID(),
    mode: 'RESERVE',
    event_data: BASKET,
    redemptions: [{ asset_id: assetId, amount: '30' }],
    ...body,
  });

/** A code that everybody shares, and a rule that gives 5 for it. */
async function springCodes({ call }: TestOrganization, { id: program_id, assetId }: Shop): Promise<{ id: string; ruleId: string }> {
  const { id } = await call<{ id: string }>('codeBatches.create', {
    program_id,
    key: 'spring',
    name: 'Spring',
    kind: 'SHARED',
    code: 'SPRING',
  });
  const rule = await call<{ id: string }>('rules.create', {
    program_id,
    name: 'Spring',
    condition: 'codes.exists(c, c.batch == "spring")',
    actions: [{ type: 'CREDIT', asset_id: assetId, amount: '5' }],
  });
  return { id, ruleId: rule.id };
}

async function availableOf({ read }: TestOrganization, id: string): Promise<string | undefined> {
  const { balances } = await read<{ balances: { available: string; held: string }[] }>('participants.get', { id });
  return balances[0] && `${balances[0].available} and ${balances[0].held} held`;
}

test('a decision tells its basket, what it earns and pays, why not, the balances and the verdict of each rule', async ({
  dashboard,
  organization,
}) => {
  const club = await shop(organization);
  await decide(organization, club);
  await decide(organization, club, { external_id: 'grace', mode: 'COMMIT', redemptions: [] });
  await dashboard.goto('/decisions');
  await expect(dashboard.getByRole('row', { name: /Ada .*purchase · 2 items · amount 50 5\.00 PTS 30\.00 PTS Reserved/ })).toBeVisible();
  await dashboard.getByRole('combobox', { name: 'Status' }).click();
  await dashboard.getByRole('option', { name: 'Committed' }).click();
  await expect(dashboard.getByRole('row', { name: /Grace .* Committed/ })).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /Ada/ })).toHaveCount(0);
  await dashboard.goto('/decisions');
  await dashboard.getByRole('row', { name: /Ada/ }).click();
  const detail = dashboard.getByRole('dialog', { name: 'Decision' });
  await expect(detail.getByText('Stands for another 14 min')).toBeVisible();
  await expect(detail.getByRole('table', { name: 'Items' })).toContainText('TEA-7');
  await expect(detail.getByRole('list', { name: 'Effects' })).toContainText('Gives 5.00 PTS to ada');
  await expect(detail.getByRole('list', { name: 'Redemptions' })).toContainText('30.00 PTS');
  await expect(detail.getByRole('list', { name: 'Why not' })).toContainText('Amount is 50; it must be at least 100');
  const balances = detail.getByRole('table', { name: 'Balances' });
  await expect(balances.getByRole('row', { name: 'Ada, available 100.00 70.00 PTS' })).toBeVisible();
  await expect(balances.getByRole('row', { name: 'Ada, held 0.00 35.00 PTS' })).toBeVisible();
  await detail.getByRole('tab', { name: 'Rules' }).click();
  await expect(detail.getByRole('link', { name: 'Big basket' })).toBeVisible();
  await expect(detail.getByText('Matched', { exact: true })).toBeVisible();
  await expect(detail.getByText('Not matched')).toBeVisible();
});

test('a reservation is extended, and committed after its effect is stated; its event and its entries lead back to it', async ({
  dashboard,
  organization,
}) => {
  const club = await shop(organization);
  const { id } = await decide(organization, club);
  const dialog = dashboard.getByRole('dialog');
  await dashboard.goto(`/decisions/${id}`);
  await dashboard.getByRole('button', { name: 'Extend' }).click();
  await dialog.getByRole('button', { name: 'Extend reservation' }).click();
  await expect(dashboard.getByText(/Stands for another (?:29|30) min/)).toBeVisible();
  await dashboard.getByRole('button', { name: 'Commit' }).click();
  await expect(dialog).toContainText('Stores the event and gives 5.00 PTS to Ada and spends 30.00 PTS that is reserved.');
  await dialog.getByRole('button', { name: 'Commit reservation' }).click();
  await expect(dashboard.getByText('Committed', { exact: true })).toBeVisible();
  await expect(dashboard.getByRole('button', { name: 'Commit' })).toHaveCount(0);
  expect(await availableOf(organization, club.ada)).toBe('75.00 and 0.00 held');
  const { event_id } = await organization.read<{ event_id: string }>('decisions.get', { id });
  await dashboard.getByRole('link', { name: `…${event_id.slice(-8)}` }).click();
  await expect(dashboard).toHaveURL(new RegExp(`/events/${event_id}`));
  await dashboard.getByRole('tab', { name: 'Details' }).click();
  await expect(dashboard.getByRole('link', { name: `Decision …${id.slice(-8)}` })).toBeVisible();
  await dashboard.goto('/ledger');
  await expect(dashboard.getByRole('link', { name: `Decision …${id.slice(-8)}` }).first()).toHaveAttribute('href', `/decisions/${id}`);
});

test('what expires next comes first, is told of on the home page, and is cancelled together with a reason', async ({
  dashboard,
  organization,
}) => {
  const club = await shop(organization);
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  await decide(organization, club, { expires_at: at(48) });
  const next = await decide(organization, club, { external_id: 'grace', redemptions: [], expires_at: at(0.4) });
  await dashboard.goto('/');
  await dashboard.getByRole('link', { name: '1 reservation' }).click();
  const table = dashboard.getByRole('table', { name: 'Reservations about to expire' });
  await expect(table.getByRole('row').nth(1)).toContainText(/23 min .*Grace/);
  await expect(table.getByRole('row').nth(2)).toContainText(/1 d 23 h.*Ada/);
  await dashboard.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await dashboard.getByRole('toolbar', { name: 'Selected reservations' }).getByRole('button', { name: 'Cancel' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText(
    'Gives 30.00 PTS back to 2 participants, and the 10.00 PTS to be earned is not given. No event is stored.',
  );
  await dialog.getByLabel('Reason').fill('Closing time');
  await dialog.getByRole('button', { name: 'Cancel 2' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 2 cancelled');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dashboard.getByText('Nothing is reserved.')).toBeVisible();
  expect(await availableOf(organization, club.ada)).toBe('100.00 and 0.00 held');
  await dashboard.goto(`/decisions/${next.id}`);
  await expect(dashboard.getByText('Cancelled: Closing time')).toBeVisible();
});

test('a participant shows the decisions about them, and a cancelled reservation stands in their activity', async ({
  dashboard,
  organization,
}) => {
  const club = await shop(organization);
  const { id } = await decide(organization, club);
  await organization.call('decisions.cancel', { id, reason: 'Left the shop' });
  await decide(organization, club, { mode: 'COMMIT' });
  await dashboard.goto(`/participants/${club.ada}`);
  await dashboard.getByRole('tab', { name: 'Decisions' }).click();
  await expect(dashboard.getByRole('row', { name: /purchase .* Cancelled/ })).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /purchase .* Committed/ })).toBeVisible();
  await dashboard.getByRole('tab', { name: 'Activity' }).click();
  const happened = dashboard.getByRole('list', { name: 'What happened' });
  await expect(happened.getByRole('link', { name: 'Reserved purchase · 2 items · amount 50' })).toHaveAttribute('href', `/decisions/${id}`);
  await expect(happened.getByText('Left the shop').first()).toBeVisible();
  await expect(happened.getByRole('link', { name: 'Event purchase' })).toHaveCount(1);
  await expect(happened.getByText(/Held .* for a reservation|Issued .* under a reservation/).first()).toBeVisible();
});

test.describe('in a sandbox', () => {
  test.use({ sandbox: true });

  test('a checkout is played beside a rule with the saved rules, and reserved from there', async ({ dashboard, organization }) => {
    const club = await shop(organization);
    await dashboard.goto(`/rules/${club.ruleId}`);
    const trial = dashboard.getByRole('region', { name: 'Try it' });
    await trial.getByRole('combobox', { name: 'What to try' }).click();
    await dashboard.getByRole('option', { name: 'A checkout, with the saved rules' }).click();
    await expect(trial).toContainText('with the rules of the program as they are saved');
    await trial.getByLabel('Event data').fill(JSON.stringify(BASKET));
    await trial.getByLabel('External id').fill('ada');
    await trial.getByRole('button', { name: 'Add redemption' }).click();
    await trial.getByLabel('Amount').fill('500');
    await expect(trial.getByRole('list', { name: 'Why not' })).toContainText('insufficient_funds');
    await trial.getByLabel('Amount').fill('30');
    await expect(trial.getByRole('row', { name: 'Ada, available 100.00 75.00 PTS' })).toBeVisible();
    expect(await organization.read('decisions.list', {})).toMatchObject({ data: [] });
    await trial.getByRole('button', { name: 'Reserve' }).click();
    await trial.getByRole('link', { name: 'Open the decision' }).click();
    await expect(dashboard.getByText('Stands for another')).toBeVisible();
  });

  test('codes are entered when a checkout is played, told what becomes of them, and used by committing it', async ({
    dashboard,
    organization,
  }) => {
    const club = await shop(organization);
    const { id } = await springCodes(organization, club);
    await dashboard.goto(`/rules/${club.ruleId}`);
    const trial = dashboard.getByRole('region', { name: 'Try it' });
    await trial.getByRole('combobox', { name: 'What to try' }).click();
    await dashboard.getByRole('option', { name: 'A checkout, with the saved rules' }).click();
    await trial.getByLabel('Event data').fill(JSON.stringify(BASKET));
    await trial.getByLabel('External id').fill('ada');
    await trial.getByRole('textbox', { name: 'Codes' }).fill('spring, nothing');
    const outcomes = trial.getByRole('list', { name: 'Codes' });
    await expect(outcomes.getByRole('listitem').filter({ hasText: 'SPRING' })).toContainText('Redeemed');
    await expect(outcomes.getByRole('listitem').filter({ hasText: 'NOTHING' })).toContainText('code_unknown');
    await trial.getByRole('textbox', { name: 'Codes' }).fill('spring');
    await expect(outcomes.getByRole('listitem')).toHaveCount(1);
    await trial.getByRole('button', { name: 'Commit' }).click();
    await trial.getByRole('link', { name: 'Open the decision' }).click();
    await expect(dashboard.getByRole('list', { name: 'Codes' })).toContainText('SPRING');
    expect(await organization.read('codeBatches.get', { id })).toMatchObject({ redeemed_count: 1 });
  });
});

test('codes are entered when a draft is tried on an event, which uses none, and an example of it assumes those that apply', async ({
  dashboard,
  organization,
}) => {
  const club = await shop(organization);
  const { id, ruleId } = await springCodes(organization, club);
  await dashboard.goto(`/rules/${ruleId}`);
  const trial = dashboard.getByRole('region', { name: 'Try it' });
  await trial.getByLabel('Event data').fill(JSON.stringify(BASKET));
  await trial.getByRole('textbox', { name: 'Codes' }).fill('spring\nnothing');
  const outcomes = trial.getByRole('list', { name: 'Codes' });
  await expect(outcomes.getByRole('listitem').filter({ hasText: 'SPRING' })).toContainText('Redeemed');
  await expect(outcomes.getByRole('listitem').filter({ hasText: 'NOTHING' })).toContainText('code_unknown');
  await trial.getByRole('textbox', { name: 'Codes' }).fill(Array.from({ length: 11 }, (_, index) => `C${index}`).join(','));
  await expect(trial.getByText('An event has at most 10 codes; leave some out.')).toBeVisible();
  await trial.getByRole('textbox', { name: 'Codes' }).fill('spring');
  await trial.getByRole('button', { name: 'Keep as example' }).click();
  await expect(dashboard.getByRole('list', { name: 'Examples', exact: true })).toContainText('Passes');
  expect(await organization.read('codeBatches.get', { id })).toMatchObject({ redeemed_count: 0 });
});

test('a checkout that is played in a live organization stores nothing', async ({ dashboard, organization }) => {
  const club = await shop(organization);
  await dashboard.goto(`/rules/${club.ruleId}`);
  const trial = dashboard.getByRole('region', { name: 'Try it' });
  await trial.getByRole('combobox', { name: 'What to try' }).click();
  await dashboard.getByRole('option', { name: 'A checkout, with the saved rules' }).click();
  await trial.getByLabel('Event data').fill(JSON.stringify(BASKET));
  await trial.getByLabel('External id').fill('ada');
  await expect(trial.getByRole('row', { name: 'Ada, available 100.00 105.00 PTS' })).toBeVisible();
  await expect(trial.getByRole('button', { name: 'Reserve' })).toHaveCount(0);
  await expect(trial.getByRole('button', { name: 'Commit' })).toHaveCount(0);
});
