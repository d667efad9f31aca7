/** The page of a participant: now and as it stood, what happened, and what is done and undone by hand, held against the API. */
import { randomUUID } from 'node:crypto';
import { faultsOf } from '@tests/support/axe';
import { expect, test, type TestOrganization } from '@tests/support/dashboard';
import { beyondTheScreen } from '@tests/support/pages';

interface Detail {
  balances: { available: string; held: string }[];
}
interface Entry {
  type: string;
  created_at: string;
  postings: { amount: string }[];
}

/** Ada has 100 in lots by a rule, a tier to climb, and a hold. */
async function known({ call }: TestOrganization) {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const asset = await call<{ id: string }>('assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [program.id],
  });
  await call('rules.create', {
    program_id: program.id,
    name: 'Purchase',
    condition: 'event.amount >= 50',
    actions: [
      { type: 'CREDIT', amount: '100', asset_id: asset.id, expires_in: '90d' },
      { type: 'COUNTER', key: 'orders', operation: 'INCREMENT', value: '1' },
    ],
  });
  await call('programs.tiers.create', {
    id: program.id,
    key: 'status',
    name: 'Status',
    levels: [
      {
        key: 'silver',
        display_name: 'Silver',
        rank: 1,
        qualification: { mode: 'ALL', criteria: [{ counter: 'orders', operator: 'GTE', threshold: 4 }] },
      },
    ],
  });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: program.id });
  for (const amount of [60, 10]) {
    const event = {
      program_id: program.id,
      participant_id: ada.id,
      idempotency_key: randomUUID(),
      event_data: { type: 'purchase', amount },
    };
    await call('events.ingest', event);
  }
  return { ada: ada.id, value: { program_id: program.id, asset_id: asset.id } };
}

const entriesOf = async ({ read }: TestOrganization, id: string): Promise<Entry[]> =>
  (await read<{ data: Entry[] }>('participants.activity.journalEntries', { id, sort_dir: 'asc' })).data;

const balanceOf = async ({ read }: TestOrganization, id: string, as_of?: string): Promise<string | undefined> => {
  const [balance] = (await read<Detail>('participants.get', { id, as_of })).balances;
  return balance?.available;
};

test('the summary, the timeline with its reasons, and the past of a participant are what the API says', async ({
  dashboard,
  organization,
}) => {
  const { ada, value } = await known(organization);
  await expect.poll(() => balanceOf(organization, ada)).toBe('100.00');
  await organization.call('participants.balances.hold', {
    id: ada,
    ...value,
    amount: '30',
    reference_id: 'order-77',
    description: 'Order',
  });
  await dashboard.goto(`/participants/${ada}`);
  const card = dashboard.getByRole('article', { name: 'PTS in Loyalty' });
  await expect(card).toContainText('70.00 PTS available');
  await expect(card).toContainText('Held30.00 PTS');
  await expect(card).toContainText('100.00 PTS expires');
  const tier = dashboard.getByRole('article', { name: 'Status' });
  await expect(tier).toContainText('No level yet');
  await expect(tier).toContainText('orders at least 41 now');

  await dashboard.getByRole('tab', { name: 'Activity' }).click();
  const lines = dashboard.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Held 30.00 PTS for order-77');
  await expect(lines.filter({ hasText: 'Earned 100.00 PTS by rule Purchase' })).toHaveCount(1);
  await lines.filter({ hasText: 'Event purchase' }).first().getByRole('button', { name: 'Why' }).click();
  await expect(dashboard.getByText('Amount is 10; it must be at least 50')).toBeVisible();

  await dashboard.getByRole('combobox', { name: 'Kind' }).click();
  await dashboard.getByRole('option', { name: 'Ledger' }).click();
  await expect(lines).toHaveCount(2);
  const [earned] = await entriesOf(organization, ada);
  await lines
    .last()
    .getByRole('button', { name: /See the record then/ })
    .click();
  await expect.poll(() => new URL(dashboard.url()).searchParams.get('as_of')).toBe(earned!.created_at);
  await expect(lines).toHaveCount(1);
  await dashboard.getByRole('tab', { name: 'Summary' }).click();
  const then = await balanceOf(organization, ada, earned!.created_at);
  expect(then).toBe('100.00');
  await expect(card).toContainText(`${then} PTS available`);
  await expect(dashboard.getByRole('button', { name: 'Adjust balance' })).toBeDisabled();
  await expect(dashboard.getByRole('tab', { name: 'Lots' })).toHaveCount(0);
  await dashboard.reload();
  await expect(card).toContainText('100.00 PTS available');
  await dashboard.getByRole('button', { name: 'Back to now' }).click();
  await expect(card).toContainText('70.00 PTS available');
  await dashboard.goto(`/participants/${ada}?as_of=2020-01-01T00:00:00Z`);
  await expect(dashboard.getByText('did not exist yet')).toBeVisible();
});

test('an adjustment and a hold are undone from their message, and the ledger adds up', async ({ dashboard, organization }) => {
  const { ada } = await known(organization);
  await expect.poll(() => balanceOf(organization, ada)).toBe('100.00');
  await dashboard.goto(`/participants/${ada}`);
  const dialog = dashboard.getByRole('dialog');
  await dashboard.getByRole('button', { name: 'Adjust balance' }).click();
  await dialog.getByLabel('Amount').fill('5.001');
  await dialog.getByLabel('Reason').fill('Goodwill');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Goodwill');
  await dialog.getByLabel('Amount').fill('5');
  await expect(dialog).toContainText('Gives 5 PTS to Ada: available goes from 100.00 to 105.00 PTS.');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  await dashboard.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('Takes 5.00 PTS from Ada: available goes from 105.00 to 100.00 PTS.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Undo: Goodwill');
  await dialog.getByRole('button', { name: 'Take', exact: true }).click();
  await expect.poll(() => balanceOf(organization, ada)).toBe('100.00');

  await dashboard.getByRole('button', { name: 'Hold', exact: true }).click();
  await dialog.getByLabel('Amount').fill('12');
  await dialog.getByLabel('Reference').fill('order-1');
  await dialog.getByLabel('Reason').fill('Order');
  await expect(dialog).toContainText('Available goes from 100.00 to 88.00, held goes from 0.00 to 12.00 PTS.');
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
  await dashboard.getByRole('listitem').filter({ hasText: 'Held' }).getByRole('button', { name: 'Undo' }).click();
  // The page may still show what was there before the hold, which is the same as after its release.
  const typesOf = async () => (await entriesOf(organization, ada)).map(({ type }) => type);
  await expect.poll(typesOf).toEqual(['CREDIT', 'CREDIT', 'DEBIT', 'HOLD', 'RELEASE']);
  await expect(dashboard.getByRole('article', { name: 'PTS in Loyalty' })).toContainText('100.00 PTS availableHeld0.00 PTS');

  const entries = await entriesOf(organization, ada);
  for (const { postings } of entries) expect(postings.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(0);
  expect(await organization.read<Detail>('participants.get', { id: ada })).toMatchObject({
    balances: [{ available: '100.00', held: '0.00' }],
  });
});

test('every view of a participant with lots can be used by everybody and fits a screen 380 pixels wide', async ({
  dashboard,
  organization,
}) => {
  const { ada } = await known(organization);
  await expect.poll(() => balanceOf(organization, ada)).toBe('100.00');
  await dashboard.setViewportSize({ width: 380, height: 800 });
  await dashboard.goto(`/participants/${ada}`);
  for (const [tab, colorScheme, shown] of [
    ['Summary', 'dark', '100.00 PTS available'],
    ['Activity', 'light', 'Earned 100.00 PTS by rule Purchase'],
    ['Lots', 'dark', 'How long does each lot last?'],
  ] as const) {
    await dashboard.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await dashboard.getByRole('tab', { name: tab }).click();
    await expect(dashboard.getByRole('tabpanel')).toContainText(shown);
    expect(await faultsOf(dashboard, 'main'), tab).toEqual([]);
    expect(await beyondTheScreen(dashboard), tab).toBeLessThanOrEqual(0);
  }
});

test('somebody is added by hand, and whoever takes part already is not changed by it', async ({ dashboard, organization }) => {
  const program = await organization.call<{ id: string }>('programs.create', { name: 'Loyalty' });
  await dashboard.goto('/participants');
  const add = async (externalId: string, name: string) => {
    await dashboard.getByRole('button', { name: 'Add participant' }).first().click();
    const dialog = dashboard.getByRole('dialog');
    await dialog.getByLabel('External id').fill(externalId);
    await dialog.getByLabel('Display name').fill(name);
    await dialog.getByLabel('Program').click();
    await dashboard.getByRole('option', { name: 'Loyalty' }).click();
    await dialog.getByRole('button', { name: 'Add participant' }).click();
    return dialog;
  };
  await add('ada', 'Ada');
  const sheet = dashboard.getByRole('dialog', { name: 'Participant' });
  await expect(sheet.getByRole('heading', { name: 'Ada' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click();
  const again = await add('ada', 'Somebody else');
  await expect(again.getByRole('alert')).toHaveText('There is already a participant with this external id.');
  await expect(again.getByLabel('External id')).toBeFocused();
  const { data } = await organization.read<{ data: object[] }>('participants.list', { program_id: program.id });
  expect(data).toEqual([expect.objectContaining({ external_id: 'ada', display_name: 'Ada' })]);
});
