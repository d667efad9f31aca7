/** A manager makes codes, says by blocks what they give, and sees who used them and why one was refused. */
import { faultsOf } from '@tests/support/axe';
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, createRule, noCode, program, send } from '@tests/support/manager-tasks';

interface Listed {
  readonly data: readonly { readonly id: string; readonly code: string; readonly batch_id: string }[];
}

const PURCHASE = { type: 'purchase', amount: 80 };

test('unique codes are made, given a rule without a word of CEL, used once each, looked up and made void', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [PURCHASE] });
  await page.goto(`/codes?program=${programId}`);
  await expect(page.getByText('No codes yet. Nobody can enter one.')).toBeVisible();
  await click(page.getByRole('button', { name: 'New batch of codes' }).first());
  const dialog = page.getByRole('dialog', { name: 'New batch of codes' });
  await choose(dialog, 'Codes', 'Unique ones, made here');
  await write(dialog.getByLabel('Name'), 'Spring flyers');
  await write(dialog.getByLabel('How many'), '500');
  await write(dialog.getByLabel('They begin with'), 'SPR');
  await noCode(page);
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create batch' }));

  const detail = page.getByRole('dialog', { name: 'Batch of codes' });
  await expect(detail.getByText('500 unique codes, each of them once, at most once by each participant.')).toBeVisible();
  await click(detail.getByRole('link', { name: 'Add a rule for them' }));
  await expect(page.getByRole('group', { name: 'Condition as blocks' })).toContainText('batch');
  await write(page.getByLabel('Name'), 'Ten for a flyer');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(action(page).getByLabel('Amount').first(), '10');
  await noCode(page);
  await createRule(manager);

  const { data: batches } = await organization.read<Listed>('codeBatches.list', { program_id: programId });
  const batch = batches[0]!.id;
  const { data: codes } = await organization.read<Listed>('codes.list', { batch_id: batch, limit: 2 });
  const [first, second] = [codes[0]!.code, codes[1]!.code];
  expect(first).toMatch(/^SPR/);
  await send(organization, programId, 'ada', PURCHASE, { codes: [first] });
  expect(await balance(organization, 'ada')).toBe('10.00');
  const again = await send(organization, programId, 'ben', PURCHASE, { codes: [first] });
  expect(await balance(organization, 'ben')).toBe('0');
  await page.goto(`/events/${again}`);
  await click(page.getByRole('tab', { name: 'Codes' }));
  await expect(page.getByRole('list', { name: 'Codes' })).toContainText('The code has been used as often as it can be.');

  await page.goto(`/codes/${batch}`);
  await click(page.getByRole('tab', { name: 'Uses' }));
  await expect(page.getByRole('row', { name: new RegExp(`${first}.*ada.*Redeemed`) })).toBeVisible();
  expect(await faultsOf(page, 'main')).toEqual([]);
  await click(page.getByRole('tab', { name: 'Codes' }));
  await click(page.getByRole('button', { name: `Make void: ${second}` }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Make void' }));
  await expect(page.getByRole('row', { name: new RegExp(`${second}.*Void`) })).toBeVisible();

  await page.goto(`/codes?program=${programId}`);
  await click(page.getByRole('button', { name: 'Look up a code' }));
  const lookup = page.getByRole('dialog', { name: 'Look up a code' });
  await write(lookup.getByLabel('Code'), second.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(lookup.getByText('The code was made void.')).toBeVisible();
  await write(lookup.getByLabel('Code'), 'nothing');
  await page.keyboard.press('Enter');
  await expect(lookup.getByRole('alert')).toBeVisible();
});

test('codes made elsewhere are added from a file; what could not be is told with its line, and the file can be sent again', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [] });
  await page.goto(`/codes?program=${programId}`);
  await click(page.getByRole('button', { name: 'New batch of codes' }).first());
  const dialog = page.getByRole('dialog', { name: 'New batch of codes' });
  await choose(dialog, 'Codes', 'Unique ones, made elsewhere');
  await write(dialog.getByLabel('Name'), 'Partner');
  await click(dialog.getByRole('button', { name: 'Create batch' }));
  const detail = page.getByRole('dialog', { name: 'Batch of codes' });
  const add = async (text: string) => {
    await click(detail.getByRole('button', { name: 'Add codes' }));
    const adding = page.getByRole('dialog', { name: 'Add codes to “Partner”' });
    await adding.getByLabel('CSV file').setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await click(adding.getByRole('button', { name: 'Add codes' }));
    await expect(adding).toBeHidden();
  };
  const latest = detail.getByRole('region', { name: 'Latest file' });
  await add('code\nPARTNER1\nPARTNER 2\nÄÖÜ\n');
  await expect(latest).toContainText('2 codes added and 1 line refused from codes.csv');
  await expect(latest).toContainText('line 4: ÄÖÜ – not a code');
  await expect(detail.getByRole('row', { name: /PARTNER2/ })).toBeVisible();
  const arrives = page.waitForEvent('download');
  await click(latest.getByRole('link', { name: 'Refused lines' }));
  expect((await arrives).suggestedFilename()).toContain('refused');
  await add('code\nPARTNER1\nPARTNER3\n');
  await expect(latest).toContainText('1 code added and 1 line refused');
  await expect(latest).toContainText('line 2: PARTNER1 – the program has it already');
  await click(detail.getByRole('tab', { name: 'Files' }));
  await expect(detail.getByRole('row', { name: /codes\.csv/ })).toHaveCount(2);
});
