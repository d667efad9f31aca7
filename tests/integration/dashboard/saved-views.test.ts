/** Saved views: a person keeps their own, shares some with the team, and touches nobody else's. */
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { ownedOrganization, type Person } from '@tests/support/people';

afterAll(closeDatabase);

const VIP = { page: '/participants', name: 'VIPs', query: 'tag=vip' };

interface Listed {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  own: boolean;
  changeable: boolean;
  is_default: boolean;
}

const listed = async (person: Person): Promise<Listed[]> => (await person.query('savedViews.list')).data?.data as Listed[];

async function create(person: Person, view: object): Promise<string> {
  const { data, failure } = await person.mutate('savedViews.create', view);
  if (failure) throw new Error(failure.code);
  return String(data?.id);
}

const codeOf = async (answer: Promise<{ failure?: { code: string } }>) => (await answer).failure?.code;

describe('a view', () => {
  test('that is private is seen and changed by whoever made it alone, also by a viewer', async () => {
    const { owner, member } = await ownedOrganization();
    const viewer = await member('VIEWER');
    const id = await create(viewer, VIP);
    expect(await listed(viewer)).toMatchObject([{ id, ...VIP, shared: false, own: true, changeable: true, is_default: false }]);
    expect(await listed(owner)).toEqual([]);
    expect(await codeOf(owner.mutate('savedViews.update', { id, name: 'Mine' }))).toBe('not_found');
    expect(await codeOf(owner.mutate('savedViews.delete', { id }))).toBe('not_found');
    expect(await codeOf(viewer.mutate('savedViews.update', { id, name: 'Best', query: 'tag=best' }))).toBeUndefined();
    expect(await listed(viewer)).toMatchObject([{ name: 'Best', query: 'tag=best' }]);
    expect(await codeOf(viewer.mutate('savedViews.delete', { id }))).toBeUndefined();
    expect(await listed(viewer)).toEqual([]);
  });

  test('that is shared is seen by all, changed by its maker, owners and admins, and told of in the audit log', async () => {
    const { id: organizationId, owner, member } = await ownedOrganization();
    const [maker, other, viewer] = [await member('MEMBER'), await member('MEMBER'), await member('VIEWER')];
    await create(maker, VIP);
    const id = await create(maker, { ...VIP, shared: true });
    expect(await listed(viewer)).toMatchObject([{ id, shared: true, own: false, changeable: false }]);
    expect(await codeOf(other.mutate('savedViews.update', { id, name: 'Taken' }))).toBe('insufficient_permissions');
    expect(await codeOf(viewer.mutate('savedViews.delete', { id }))).toBe('insufficient_permissions');
    expect(await codeOf(maker.mutate('savedViews.update', { id, query: 'tag=gold' }))).toBeUndefined();
    expect(await codeOf(owner.mutate('savedViews.delete', { id }))).toBeUndefined();
    const told = await statement<{ action: string; actor_name: string }>(
      `SELECT action, actor_name FROM audit_log WHERE organization_id = $1 AND resource_type = 'SAVED_VIEW' ORDER BY id`,
      [organizationId],
    );
    expect(told.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['CREATE', maker.email],
      ['UPDATE', maker.email],
      ['DELETE', owner.email],
    ]);
  });

  test('that is removed comes back as it was at last, whatever its page knew of it', async () => {
    const { owner } = await ownedOrganization();
    const id = await create(owner, { ...VIP, shared: true });
    await owner.mutate('savedViews.update', { id, query: 'tag=gold' });
    const { data } = await owner.mutate('savedViews.delete', { id });
    expect(data).toEqual({ ...VIP, query: 'tag=gold', shared: true });
    await create(owner, data!);
    expect(await listed(owner)).toMatchObject([{ ...VIP, query: 'tag=gold', shared: true }]);
  });

  test('is shared by no viewer', async () => {
    const { member } = await ownedOrganization();
    const viewer = await member('VIEWER');
    expect(await codeOf(viewer.mutate('savedViews.create', { ...VIP, shared: true }))).toBe('insufficient_permissions');
    const id = await create(viewer, VIP);
    expect(await codeOf(viewer.mutate('savedViews.update', { id, shared: true }))).toBe('insufficient_permissions');
  });

  test('has a name of its own in its list', async () => {
    const { owner } = await ownedOrganization();
    await create(owner, VIP);
    expect(await codeOf(owner.mutate('savedViews.create', { ...VIP, name: 'vips' }))).toBe('key_exists');
    await create(owner, { ...VIP, page: '/events' });
  });

  test('is of its organization alone', async () => {
    const { owner } = await ownedOrganization();
    const id = await create(owner, { ...VIP, shared: true });
    const stranger = (await ownedOrganization()).owner;
    expect(await listed(stranger)).toEqual([]);
    expect(await codeOf(stranger.mutate('savedViews.update', { id, name: 'Mine' }))).toBe('not_found');
    expect(await codeOf(stranger.mutate('savedViews.setDefault', { page: '/participants', id }))).toBe('not_found');
  });
});

describe('the view that a list opens with', () => {
  test('is chosen by each person, one for each list, and gone with the view or with its sharing', async () => {
    const { owner, member } = await ownedOrganization();
    const viewer = await member('VIEWER');
    const first = await create(owner, { ...VIP, shared: true });
    const second = await create(owner, { ...VIP, name: 'All of them', query: '', shared: true });
    const defaultsOf = async (person: Person) => (await listed(person)).filter((view) => view.is_default).map(({ id }) => id);
    for (const id of [first, second]) await viewer.mutate('savedViews.setDefault', { page: '/participants', id });
    expect(await defaultsOf(viewer)).toEqual([second]);
    expect(await defaultsOf(owner)).toEqual([]);
    expect(await codeOf(viewer.mutate('savedViews.setDefault', { page: '/events', id: first }))).toBe('not_found');
    await owner.mutate('savedViews.setDefault', { page: '/participants', id: second });
    await owner.mutate('savedViews.update', { id: second, shared: false });
    await owner.mutate('savedViews.update', { id: second, shared: true });
    expect([await defaultsOf(viewer), await defaultsOf(owner)]).toEqual([[], [second]]);
    await owner.mutate('savedViews.setDefault', { page: '/participants', id: null });
    expect(await defaultsOf(owner)).toEqual([]);
  });
});
