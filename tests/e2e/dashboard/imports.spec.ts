/** A manager brings people and their balances from a file, and takes them away as one. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

const csv = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

/** Chooses a file once the page is hydrated, when its buttons are enabled. */
async function choose(dashboard: Page, text: string): Promise<void> {
  await expect(dashboard.getByRole('button', { name: 'Template' })).toBeEnabled();
  await dashboard.getByLabel('CSV file').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

test('a file is checked, its errors are told by line, and what is good in it is imported', async ({ dashboard, organization }) => {
  await loyaltyProgram(organization);
  await dashboard.goto('/participants');
  await dashboard.getByRole('link', { name: 'Imports' }).click();
  await expect(dashboard.getByText('No imports yet.')).toBeVisible();
  const rows = ['ada,ada@example.com,PTS,120.5', 'ben,nobody,PTS,7', 'eve,,,'];
  await choose(dashboard, csv('external_id,email,asset_symbol,opening_balance', ...rows));
  await dashboard.getByRole('button', { name: 'Check the file' }).click();
  const form = dashboard.getByRole('region', { name: 'Import a file' });
  await expect(form.getByText('Importing it would give 2 new participants, 0 changed, 0 unchanged, 1 opening balance.')).toBeVisible();
  await expect(form.getByRole('row', { name: /^3 email/ })).toBeVisible();
  const errors = dashboard.waitForEvent('download');
  await form.getByRole('button', { name: 'Download all errors' }).click();
  expect(await readFile(await (await errors).path(), 'utf8')).toContain('3,email,');

  await form.getByRole('button', { name: /^Import 2 rows/ }).click();
  const detail = dashboard.getByRole('dialog', { name: 'Import' });
  await expect(detail.getByRole('heading', { name: /The file was imported/ })).toBeVisible();
  await detail.getByRole('link', { name: 'Entries of the opening balances' }).click();
  await expect(
    dashboard.getByRole('region', { name: 'Journal entries' }).getByRole('row', { name: /Opening balance|120\.50/ }),
  ).toBeVisible();

  await dashboard.goto('/participants');
  const exported = dashboard.waitForEvent('download');
  await dashboard.getByRole('link', { name: 'Export all' }).click();
  const download = await exported;
  expect(download.suggestedFilename()).toMatch(/^participants-.*\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^id,external_id,.*\r\n.*,(ada|eve),.*\r\n.*,(ada|eve),/);
});

test('a file with columns that are not known is refused by their names', async ({ dashboard, organization }) => {
  await loyaltyProgram(organization);
  await dashboard.goto('/participants/imports');
  await choose(dashboard, csv('external_id,colour', 'ada,red'));
  await dashboard.getByRole('button', { name: 'Check the file' }).click();
  await expect(dashboard.getByRole('alert').getByText('"colour"')).toBeVisible();
});
