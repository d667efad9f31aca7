/** Dialogs whose form is longer than the screen. */
import type { Locator } from '@playwright/test';
import { expect, test } from '@tests/support/dashboard';

test.use({ viewport: { width: 380, height: 700 } });

/** Whether what is wrong with the first invalid field is in view, and not behind the buttons that stay at the end. */
async function expectFaultAboveButtons(dialog: Locator, field: Locator, words: string): Promise<void> {
  await expect(field).toBeFocused();
  const fault = dialog.getByText(words, { exact: true });
  await expect(fault).toBeInViewport({ ratio: 1 });
  const [told, buttons] = [await fault.boundingBox(), await dialog.locator('[data-dialog-actions]').boundingBox()];
  expect(told!.y + told!.height).toBeLessThanOrEqual(buttons!.y);
}

test('what is wrong with a field at the end of a long form is brought into view, above the buttons', async ({ dashboard }) => {
  const dialog = dashboard.getByRole('dialog');
  await dashboard.goto('/participants');
  await dashboard.getByRole('button', { name: 'Add participant' }).first().click();
  await dialog.getByLabel('External id').fill('ada');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Add participant' }).click();
  await expectFaultAboveButtons(dialog, dialog.getByLabel('Email'), 'Must be an email address.');

  await dashboard.goto('/programs');
  await dashboard.getByRole('button', { name: 'New program' }).first().click();
  await dialog.getByLabel('Name of the program').fill('');
  await dialog.getByRole('button', { name: 'Create program' }).click();
  await expectFaultAboveButtons(dialog, dialog.getByLabel('Name of the program'), 'Must not be empty.');
});

test('decimals that are not given are asked for, and not taken for none', async ({ dashboard }) => {
  const dialog = dashboard.getByRole('dialog');
  await dashboard.goto('/assets');
  await dashboard.getByRole('button', { name: 'New asset' }).first().click();
  await dialog.getByLabel('Name').fill('Stars');
  await dialog.getByLabel('Symbol').fill('STAR');
  await dialog.getByLabel('Decimals').fill('');
  await dialog.getByRole('button', { name: 'Create asset' }).click();
  await expect(dialog.getByLabel('Decimals')).toBeFocused();
  await expect(dialog).toContainText('Enter a number.');
});
