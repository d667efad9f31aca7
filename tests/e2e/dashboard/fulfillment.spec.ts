/** Gift cards from the dashboard to the participant: an account, a rate, a reward, and the page on which it is claimed. */
import { expect, test } from '@tests/support/dashboard';

interface Redeemed {
  readonly id: string;
  readonly status: string;
  readonly fulfillment: { readonly claim_url: string };
}

test('a product of a sandbox account is offered, redeemed, and claimed after consent', async ({ dashboard, organization, browser }) => {
  const { call, read } = organization;
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const asset = await call<{ id: string }>('assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 0,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
    program_ids: [program.id],
  });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: program.id });
  await call('participants.balances.adjust', {
    id: ada.id,
    program_id: program.id,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: '5000',
    description: 'Funds',
  });
  const dialog = dashboard.getByRole('dialog').last();

  await dashboard.goto('/fulfillment');
  await dashboard.getByRole('button', { name: 'Add account' }).first().click();
  await dialog.getByLabel('Name').fill('Trial cards');
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expect(dialog.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Provider').click();
  await dashboard.getByRole('option', { name: /^Sandbox/ }).click();
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await dashboard.getByRole('button', { name: 'Verify' }).click();
  await expect(dashboard.getByText('Sandbox accepts the configuration')).toBeVisible();

  await dashboard.goto('/fulfillment/sources');
  await dashboard.getByRole('button', { name: 'Add reward source' }).first().click();
  await dialog.getByLabel('Rate').fill('0.5');
  await dialog.getByLabel('Only these face values').fill('10, 25');
  await dialog.getByRole('button', { name: 'Add reward source' }).click();
  await expect(dialog.getByLabel('Rate')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Rate').fill('100');
  await dialog.getByRole('button', { name: 'Add reward source' }).click();
  await expect(dashboard.getByRole('heading', { name: '1 USD costs 100 PTS' })).toBeVisible();
  await expect(dashboard.getByText('10.00 USD, 25.00 USD').last()).toBeVisible();

  await dashboard.goto('/fulfillment');
  await dashboard.getByRole('row', { name: /Trial cards/ }).click();
  await dashboard.getByRole('row', { name: /Gift card of any value/ }).click();
  await dialog.getByLabel('Name of the reward').fill('Coffee card');
  await dialog.getByRole('button', { name: 'Offer reward' }).click();
  await expect(dashboard.getByText('“Coffee card” is in the catalog')).toBeVisible();

  const { data: rewards } = await read<{ data: { id: string }[] }>('programs.rewards.list', { id: program.id });
  const item = { id: ada.id, program_id: program.id, reward_id: rewards[0]!.id, face_value_minor: 2500, idempotency_key: 'one' };
  const redeemed = await call<Redeemed>('participants.redemptions.redeemReward', item);
  await expect.poll(async () => (await read<Redeemed>('redemptions.get', { id: redeemed.id })).status).toBe('COMPLETED');

  const stranger = await browser.newContext({ viewport: { width: 390, height: 760 } });
  const page = await stranger.newPage();
  await page.goto(redeemed.fulfillment.claim_url);
  await expect(page.getByRole('heading', { name: 'Coffee card' })).toBeVisible();
  await expect(page.getByText('25.00 USD')).toBeVisible();
  await page.getByRole('checkbox').evaluate((box) => box.removeAttribute('required'));
  await page.getByRole('button', { name: 'Claim the reward' }).click();
  await expect(page.getByRole('alert')).toHaveText('Tick the box to agree, then send the form again.');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Claim the reward' }).click();
  await expect(page.getByRole('link', { name: 'Open your reward' })).toHaveAttribute(
    'href',
    `https://example.com/gift-cards/${redeemed.id}`,
  );
  await stranger.close();
});
