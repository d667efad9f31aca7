/** A code that gives on the birthday of whoever uses it, made in the dashboard without a word of CEL, and shown by events. */
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, condition, createRule, noCode, program, send } from '@tests/support/manager-tasks';

// Its clock can be moved.
test.use({ sandbox: true });

const DAY_MS = 86_400_000;
const VISIT = { type: 'visit' };

test('a birthday code', async ({ manager, organization }) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [VISIT] });
  const { now } = await organization.read<{ now: string }>('sandbox.clock', {});
  const birthday = new Date(Date.parse(now) + 3 * DAY_MS);
  const attributes = {
    birthday: birthday
      .toISOString()
      .replace(/^\d{4}/, '1992')
      .slice(0, 10),
  };
  await organization.call('participants.upsert', { external_id: 'ada', program_id: programId, attributes });
  /** To noon of a day, which is the same day in the zone of the program. */
  const go = (years: number, days: number) => {
    const noon = Date.UTC(birthday.getUTCFullYear() + years, birthday.getUTCMonth(), birthday.getUTCDate() + days, 12);
    return organization.call('sandbox.advanceClock', { to: new Date(noon).toISOString() });
  };

  await page.goto(`/codes?program=${programId}`);
  await click(page.getByRole('button', { name: 'New batch of codes' }).first());
  const dialog = page.getByRole('dialog', { name: 'New batch of codes' });
  await write(dialog.getByLabel('Name'), 'Birthday');
  await write(dialog.getByLabel('Code', { exact: true }), 'HAPPY');
  await write(dialog.getByLabel('Uses by one participant'), '80');
  const only = dialog.getByRole('group', { name: 'Only for events for which as blocks' });
  await addCondition(only, 'birthday', /anniversary of birthday/);
  await noCode(page);
  await click(dialog.getByRole('button', { name: 'Create batch' }));
  await click(page.getByRole('dialog', { name: 'Batch of codes' }).getByRole('link', { name: 'Add a rule for them' }));
  await expect(condition(page)).toContainText('batch');
  await write(page.getByLabel('Name'), 'A birthday treat');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(action(page).getByLabel('Amount').first(), '25');
  await choose(page, 'How often for each recipient', 'Once a day');
  await noCode(page);
  await createRule(manager);

  const visit = () => send(organization, programId, 'ada', VISIT, { codes: ['happy'] });
  const early = await visit();
  expect(await balance(organization, 'ada')).toBe('0');
  await page.goto(`/events/${early}`);
  await click(page.getByRole('tab', { name: 'Codes' }));
  await expect(page.getByRole('list', { name: 'Codes' })).toContainText('birthday');
  await go(0, 0);
  await visit();
  await visit();
  expect(await balance(organization, 'ada')).toBe('25.00');
  await go(0, 1);
  await visit();
  expect(await balance(organization, 'ada')).toBe('25.00');
  await go(1, 0);
  await visit();
  expect(await balance(organization, 'ada')).toBe('50.00');
});
