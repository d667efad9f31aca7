/** The dashboard without a mouse. */
import type { Locator, Page } from '@playwright/test';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('letters lead from page to page, search, make something new, and never act while somebody types', async ({
  dashboard,
  organization,
}) => {
  await dashboard.goto('/programs');
  await expect(dashboard.getByRole('button', { name: 'New program' }).first()).toBeEnabled();
  const pages: string[] = [];
  dashboard.on('framenavigated', (frame) => pages.push(new URL(frame.url()).pathname));
  await dashboard.keyboard.press('g');
  await dashboard.keyboard.press('t');
  await expect(dashboard).toHaveURL(/\/tiers$/);
  await dashboard.keyboard.press('?');
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Go to' })).toContainText('Programsgm');
  await dashboard.keyboard.press('g');
  await dashboard.keyboard.press('e');
  await expect(dialog).toBeVisible();
  await dashboard.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await dashboard.keyboard.press('g');
  await dashboard.keyboard.press('m');
  await expect(dashboard).toHaveURL(/\/programs$/);
  await expect(dashboard.getByRole('button', { name: 'New program' }).first()).toBeEnabled();
  await dashboard.keyboard.press('n');
  await dialog.getByLabel('Name').clear();
  await dialog.getByLabel('Name').pressSequentially('gmnc?');
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog.getByRole('heading', { name: /gmnc\?/ })).toBeVisible();
  const { data } = await organization.read<{ data: { name: string }[] }>('programs.list', {});
  expect(data.map(({ name }) => name)).toEqual(['gmnc?']);
  expect(pages).not.toContain('/events');
  await dashboard.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await dashboard.keyboard.press('/');
  await expect(dashboard.getByLabel('Search by name')).toBeFocused();
});

test('whoever switches single keys off keeps the others', async ({ dashboard, organization }) => {
  await organization.call('programs.create', { name: 'Loyalty' });
  await organization.call('participants.upsert', { external_id: 'ada' });
  await dashboard.goto('/participants');
  const row = dashboard.getByRole('row', { name: /ada/ });
  await expect(row).toBeVisible();
  await dashboard.keyboard.press('?');
  await dashboard.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await dashboard.keyboard.press('Escape');
  await expect(dashboard.getByRole('dialog')).toHaveCount(0);
  await dashboard.keyboard.press('?');
  await dashboard.keyboard.press('j');
  await expect(row).not.toBeFocused();
  await row.focus();
  await dashboard.keyboard.press(' ');
  await expect(dashboard.getByRole('toolbar')).toContainText('1 participant selected');
  await dashboard.keyboard.press('Escape');
  await expect(dashboard.getByRole('toolbar')).toHaveCount(0);
  await dashboard.getByRole('button', { name: /signed in as/ }).click();
  await dashboard.getByRole('menuitem', { name: 'Turn on single-key shortcuts' }).click();
  await expect(dashboard.getByRole('menu')).toHaveCount(0);
  await dashboard.keyboard.press('?');
  await expect(dashboard.getByRole('dialog')).toBeVisible();
});

test.describe('in a sandbox', () => {
  test.use({ sandbox: true });

  test('a dialog begins where it is answered, and what is refused, here or by the service, leads to the field at fault', async ({
    dashboard,
    organization,
  }) => {
    const { assetId } = await loyaltyProgram(organization);
    const { keyboard } = dashboard;
    const dialog = dashboard.getByRole('dialog');
    const use = async (button: Locator) => {
      await expect(button).toBeEnabled();
      await button.press('Enter');
    };
    await dashboard.goto('/programs');
    const fromFile = dashboard.getByRole('button', { name: 'New program from a file' });
    await use(fromFile);
    await expect(dialog.getByLabel('Configuration')).toBeFocused();
    await use(dialog.getByRole('button', { name: 'Create program' }));
    await expect(dialog.getByLabel('Configuration')).toBeFocused();
    await expect(dialog).toContainText('Choose a file.');
    await keyboard.press('Escape');
    await expect(fromFile).toBeFocused();

    await dashboard.goto('/assets');
    await use(dashboard.getByRole('button', { name: 'New asset' }));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await keyboard.type('Stars');
    await keyboard.press('Enter');
    await expect(dialog.getByLabel('Symbol')).toBeFocused();
    await keyboard.press('Escape');

    await dashboard.goto(`/assets/${assetId}`);
    await use(dashboard.getByRole('button', { name: 'Archive' }));
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const { data } = await organization.read<{ data: object[] }>('assets.list', {});
    expect(data).toEqual([expect.objectContaining({ symbol: 'PTS', status: 'ACTIVE' })]);
  });
});

test('whoever goes on before a choice has given the focus back stays in the next field', async ({ dashboard }) => {
  await dashboard.goto('/assets');
  await dashboard.getByRole('button', { name: 'New asset' }).first().click();
  const inventory = dashboard.getByRole('combobox', { name: 'Inventory' });
  const most = dashboard.getByLabel('Maximum per transaction');
  const choose = async () => {
    await inventory.press('Enter');
    const lots = dashboard.getByRole('option', { name: /^By lots/ });
    await lots.focus();
    return lots;
  };
  await (await choose()).press('Enter');
  await expect(inventory).toBeFocused();
  await expect(inventory).toContainText('By lots');

  const lots = await choose();
  const release = await delayTimers(dashboard);
  await lots.press('Enter');
  await expect(lots).toHaveCount(0);
  await most.focus();
  await release();
  await dashboard.keyboard.type('500');
  await expect(most).toHaveValue('500');
});

test('whoever goes on before a dialog has given the focus back stays there; else it goes back', async ({ dashboard }) => {
  await dashboard.goto('/assets');
  const opener = dashboard.getByRole('button', { name: 'New asset' }).first();
  const dialog = dashboard.getByRole('dialog');
  await opener.click();
  await expect(dialog).toBeVisible();
  await dashboard.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await expect(dialog).toBeVisible();
  const release = await delayTimers(dashboard);
  await dashboard.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const elsewhere = dashboard.getByRole('link', { name: 'Participants', exact: true });
  await elsewhere.focus();
  await release();
  await expect(elsewhere).toBeFocused();
});

/** Keeps all that a page would do a moment later from happening, until what it returns is called: then it happens at once. */
async function delayTimers(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    const { setTimeout } = window;
    const late: TimerHandler[] = [];
    window.setTimeout = ((task: TimerHandler) => late.push(task)) as typeof setTimeout;
    return () => {
      window.setTimeout = setTimeout;
      for (const task of late) if (typeof task === 'function') task();
    };
  });
  return () => release.evaluate((go) => go());
}
