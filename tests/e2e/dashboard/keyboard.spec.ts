/** The dashboard without a mouse. */
import { expect, test } from '@tests/support/dashboard';

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
  await expect(dashboard.getByRole('toolbar')).toContainText('1 participant chosen');
  await dashboard.keyboard.press('Escape');
  await expect(dashboard.getByRole('toolbar')).toHaveCount(0);
  await dashboard.getByRole('button', { name: /signed in as/ }).click();
  await dashboard.getByRole('menuitem', { name: 'Switch single-key shortcuts on' }).click();
  await dashboard.keyboard.press('?');
  await expect(dashboard.getByRole('dialog')).toBeVisible();
});
