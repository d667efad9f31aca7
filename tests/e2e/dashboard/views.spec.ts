/** Saved views: kept by one, shared, and opened by another. */
import { expect, post, register, signIn, test } from '@tests/support/dashboard';

test('a view that is shared is opened by another member, who may keep it as the beginning but not change it', async ({
  dashboard,
  organization,
  origin,
  account,
  playwright,
  browser,
}) => {
  const { id: program_id } = await organization.call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const join = (external_id: string, tags: string[]) => organization.call('participants.upsert', { external_id, program_id, tags });
  await Promise.all([join('ada', ['vip']), join('grace', [])]);
  await dashboard.goto('/participants?tag=vip');
  await expect(dashboard.getByRole('row', { name: /ada/ })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Views' }).click();
  await dashboard.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Name').fill('VIPs');
  await dialog.getByRole('switch', { name: 'Share with everyone in the organization' }).click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dashboard.getByRole('button', { name: 'Views: VIPs' })).toBeVisible();
  const { data } = await organization.read<{ data: object[] }>('savedViews.list', {});
  expect(data).toMatchObject([{ page: '/participants', name: 'VIPs', query: 'tag=vip', shared: true }]);

  const request = await playwright.request.newContext();
  const member = await register(request, origin);
  const invitation = { organizationId: organization.id, email: member.email, role: 'VIEWER' };
  const invited = await post(request, origin, '/api/auth/organization/invite-member', invitation, account.cookie);
  const { id: invitationId } = (await invited.json()) as { id: string };
  await post(request, origin, '/api/auth/organization/accept-invitation', { invitationId }, member.cookie);
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, origin, member);
  await page.goto('/participants');
  await expect(page.getByRole('row', { name: /grace/ })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: /VIPs/ }).click();
  await expect(page.getByRole('row', { name: /grace/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Views: VIPs' }).click();
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Open the list with this view' }).click();
  await page.getByRole('button', { name: 'Views: VIPs' }).click();
  await expect(page.getByRole('menuitem', { name: 'Open the list without a view' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Participants', exact: true }).click();
  await expect(page).toHaveURL(/\/participants\?tag=vip$/);
  await expect(page.getByRole('row', { name: /ada/ })).toBeVisible();
  await context.close();
  await request.dispose();
});

test('filters that come with a view stay, whenever the pause after typing ends', async ({ dashboard, organization }) => {
  const { id } = await organization.call<{ id: string }>('savedViews.create', {
    page: '/participants',
    name: 'VIPs',
    query: 'tag=vip',
    shared: false,
  });
  await organization.call('savedViews.setDefault', { page: '/participants', id });
  // Every pause of a quarter of a second ends as soon as the page has changed, before its effects run.
  await dashboard.addInitScript(() => {
    const { setTimeout: later, clearTimeout: forget } = window;
    const paused = new Map<number, () => void>();
    let last = 1_000_000;
    const pausing = (work: () => void, ms?: number) => (ms === 250 ? (paused.set(++last, work), last) : later(work, ms));
    const forgetting = (id: number) => void (paused.delete(id) || forget(id));
    Object.assign(window, { setTimeout: pausing, clearTimeout: forgetting });
    new MutationObserver(() => paused.forEach((work) => work())).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await dashboard.goto('/');
  await dashboard.getByRole('link', { name: 'Participants', exact: true }).click();
  await expect(dashboard.getByLabel('Tag')).toHaveValue('vip');
  await expect(dashboard.getByText('No results match these filters.')).toBeVisible();
  await expect(dashboard).toHaveURL(/tag=vip$/);
  await dashboard.getByLabel('Tag').fill('gold');
  await expect(dashboard).toHaveURL(/tag=gold$/);
});

test('a view is renamed, given other filters, removed and brought back', async ({ dashboard, organization }) => {
  await organization.call('savedViews.create', { page: '/events', name: 'Failed', query: 'status=FAILED&nonsense=1', shared: false });
  const kept = async () => (await organization.read<{ data: object[] }>('savedViews.list', {})).data;
  await dashboard.goto('/');
  await dashboard.getByRole('button', { name: 'Find anything' }).click();
  await dashboard.getByRole('option', { name: /Failed/ }).click();
  await expect(dashboard).toHaveURL(/\/events\?status=FAILED/);
  await dashboard.getByRole('combobox', { name: 'Status' }).click();
  await dashboard.getByRole('option', { name: 'Pending' }).click();
  await dashboard.getByRole('button', { name: 'Views' }).click();
  await dashboard.getByRole('menuitem', { name: /Failed/ }).click();
  await dashboard.getByRole('combobox', { name: 'Status' }).click();
  await dashboard.getByRole('option', { name: 'Completed' }).click();
  await dashboard.getByRole('button', { name: 'Views: Failed' }).click();
  await dashboard.getByRole('menuitem', { name: 'Update with the current filters' }).click();
  await expect.poll(kept).toMatchObject([{ name: 'Failed', query: 'nonsense=1&status=COMPLETED' }]);
  await dashboard.getByRole('button', { name: 'Views: Failed' }).click();
  await dashboard.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(kept).toEqual([]);
  await dashboard.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(kept).toMatchObject([{ name: 'Failed', query: 'nonsense=1&status=COMPLETED' }]);
});
