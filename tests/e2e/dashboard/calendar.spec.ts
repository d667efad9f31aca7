/** The calendar of a program: what a month shows, how the keyboard walks through it, and how the window of a rule is moved. */
import { faultsOf } from '@tests/support/axe';
import { busyProgram } from '@tests/support/calendars';
import { createOrganization, enter, expect, loyaltyProgram, post, register, test, type TestOrganization } from '@tests/support/dashboard';
import { beyondTheScreen } from '@tests/support/pages';

const windowOf = async ({ read }: TestOrganization, id: string) => {
  const { active_from, active_to } = await read<{ active_from: string | null; active_to: string | null }>('rules.get', { id });
  return [active_from, active_to];
};

test('a month shows windows, runs, budgets, tiers and what expires, each on its day, and the list of a day opens by keyboard', async ({
  dashboard,
  organization,
}) => {
  const program = await busyProgram(organization);
  await dashboard.goto(`/calendar?program=${program.id}&month=2031-05`);
  const grid = dashboard.getByRole('grid', { name: 'May 2031' });
  const day = (name: string) => grid.getByRole('gridcell', { name: new RegExp(name) });
  await expect(day('Monday, May 5, 2031')).toContainText('Double points');
  await expect(day('Sunday, May 18, 2031')).toContainText('Double points');
  await expect(day('Monday, May 19, 2031')).not.toContainText('Double points');
  await expect(day('Monday, May 12, 2031')).toContainText('Weekly budget: new period');
  await expect(day('Thursday, May 15, 2031')).toContainText('Monthly letter');
  await expect(day('Sunday, June 1, 2031')).toContainText('Status: year ends');
  await expect(day('Tuesday, May 27, 2031')).toContainText('1,234.50 PTS expire');
  await expect(day('Thursday, May 8, 2031')).toContainText('20.00 PTS mature');
  await expect(grid.getByRole('rowheader')).toHaveCount(5);
  await expect(dashboard.getByRole('list', { name: 'Overlaps' })).toContainText('“Double points” and “Big baskets” are both active');
  expect(await faultsOf(dashboard, 'main')).toEqual([]);

  await dashboard.getByRole('button', { name: 'Value due' }).click();
  await expect(day('Tuesday, May 27, 2031')).not.toContainText('PTS expire');
  await dashboard.getByRole('button', { name: 'Value due' }).click();

  await day('Thursday, May 1, 2031').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft']) await dashboard.keyboard.press(key);
  await expect(day('Thursday, May 15, 2031')).toBeFocused();
  await dashboard.keyboard.press('Enter');
  const sheet = dashboard.getByRole('dialog', { name: 'Thursday, May 15, 2031' });
  await expect(sheet).toContainText('The rule “Double points” is active from Monday, May 5, 2031 to the end of Sunday, May 18, 2031.');
  await expect(sheet).toContainText('runs on Thursday, May 15, 2031 at 09:00 (on the 1st and 15th of every month at 09:00 in Berlin).');
  await expect(sheet.getByRole('link', { name: 'Open Monthly letter' })).toBeVisible();
  expect(await faultsOf(dashboard, '[role="dialog"]')).toEqual([]);
  await dashboard.keyboard.press('Escape');
  await expect(day('Thursday, May 15, 2031')).toBeFocused();
  await dashboard.keyboard.press('PageDown');
  await expect(dashboard.getByRole('grid', { name: 'June 2031' }).getByRole('gridcell', { name: /Sunday, June 1, 2031/ })).toBeFocused();
});

test('the end of a window moves by keyboard, is said before it is saved, and comes back with undo', async ({ dashboard, organization }) => {
  const { id, double } = await busyProgram(organization);
  await dashboard.goto(`/calendar?program=${id}&month=2031-05&view=windows`);
  const end = dashboard.getByRole('slider', { name: 'End of Double points' });
  await expect(end).toHaveAttribute('aria-valuetext', 'the end of Sunday, May 18, 2031');
  await end.focus();
  await dashboard.keyboard.press('ArrowRight');
  await dashboard.keyboard.press('ArrowRight');
  const form = dashboard.getByRole('form', { name: 'Window of Double points' });
  await expect(form).toContainText(
    '“Double points” will end at the end of Tuesday, May 20, 2031. Until now: at the end of Sunday, May 18, 2031.',
  );
  await expect(end).toBeFocused();
  expect(await faultsOf(dashboard, 'main')).toEqual([]);
  await dashboard.keyboard.press('Escape');
  await expect(end).toHaveAttribute('aria-valuetext', 'the end of Sunday, May 18, 2031');
  await expect(form).toHaveCount(0);

  await dashboard.keyboard.press('ArrowRight');
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByText('The window of “Double points” is changed.')).toBeVisible();
  expect(await windowOf(organization, double)).toEqual(['2031-05-04T22:00:00.000Z', '2031-05-19T22:00:00.000Z']);
  await dashboard.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.getByText('Undone.')).toBeVisible();
  expect(await windowOf(organization, double)).toEqual(['2031-05-04T22:00:00.000Z', '2031-05-18T22:00:00.000Z']);
});

test('an end is dragged to another day, and dates set what is not in sight', async ({ dashboard, organization }) => {
  const { id, double, big } = await busyProgram(organization);
  await dashboard.goto(`/calendar?program=${id}&month=2031-05&view=windows`);
  const end = dashboard.getByRole('slider', { name: 'End of Double points' });
  const [from, to] = [await end.boundingBox(), await dashboard.locator('th[data-day="2031-05-15"]').boundingBox()];
  await dashboard.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await dashboard.mouse.down();
  await dashboard.mouse.move(to!.x + to!.width / 2, from!.y + 4, { steps: 6 });
  await dashboard.mouse.up();
  await expect(end).toHaveAttribute('aria-valuetext', 'the end of Thursday, May 15, 2031');
  await dashboard.getByRole('button', { name: 'Save' }).click();
  await expect(dashboard.getByText('The window of “Double points” is changed.')).toBeVisible();
  expect(await windowOf(organization, double)).toEqual(['2031-05-04T22:00:00.000Z', '2031-05-15T22:00:00.000Z']);

  await dashboard.getByRole('button', { name: 'Change the window of Big baskets' }).click();
  const form = dashboard.getByRole('form', { name: 'Window of Big baskets' });
  await expect(form.getByLabel('First day')).toBeFocused();
  await form.getByLabel('Last day').fill('2031-05-01');
  await expect(form.getByRole('alert')).toHaveText('The window must begin before it ends.');
  await form.getByLabel('Last day').fill('2031-12-31');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await windowOf(organization, big)).toEqual(['2031-05-11T22:00:00.000Z', '2031-12-31T23:00:00.000Z']);
});

test('whoever may only look sees windows without handles, and a narrow screen lists the days', async ({
  page,
  request,
  origin,
  account,
}) => {
  const organization = await createOrganization(request, origin, account, 'LIVE');
  const { id } = await busyProgram(organization);
  const viewer = await register(request, origin);
  const invitation = { organizationId: organization.id, email: viewer.email, role: 'VIEWER' };
  const invited = await post(request, origin, '/api/auth/organization/invite-member', invitation, account.cookie);
  const { id: invitationId } = (await invited.json()) as { id: string };
  await post(request, origin, '/api/auth/organization/accept-invitation', { invitationId }, viewer.cookie);
  await enter(page, origin, viewer, organization);
  await page.goto(`/calendar?program=${id}&month=2031-05&view=windows`);
  await expect(page.getByRole('rowheader', { name: /Double points/ })).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Change the window/ })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  const days = page.getByRole('list', { name: 'Days' });
  await expect(days).toContainText('Double points begins');
  await expect(days).toContainText('Picnic basket ends');
  await expect(page.getByRole('grid')).toBeHidden();
  expect(await beyondTheScreen(page)).toBeLessThanOrEqual(0);
  expect(await faultsOf(page, 'main')).toEqual([]);
});

test('a month in which nothing has a time says so, and a calendar that cannot be loaded says why', async ({ dashboard, organization }) => {
  const { id } = await loyaltyProgram(organization);
  await dashboard.goto(`/calendar?program=${id}`);
  await expect(dashboard.getByText('Nothing has a time here: no rule begins or ends')).toBeVisible();
  await dashboard.route('**/programs.calendar**', (route) => route.abort());
  await dashboard.goto(`/calendar?program=${id}&month=2032-01`);
  await expect(dashboard.getByRole('alert').filter({ hasText: 'The service did not respond' })).toBeVisible();
  await expect(dashboard.getByRole('button', { name: 'Try again' })).toBeVisible();
});
