import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { ownedOrganization } from '@tests/support/people';

afterAll(closeDatabase);

test('a change from the dashboard names the person who made it, and is explained there in the shapes of the API', async () => {
  const { owner } = await ownedOrganization();
  const { data } = await owner.mutate('participants.upsert', { external_id: 'ada', tags: ['vip'] });
  const [user] = await statement<{ id: string }>('SELECT id FROM users WHERE email = $1', [owner.email]);
  const history = await owner.query('participants.activity.stateHistory', { id: 'ext:ada' });
  expect(history.data).toMatchObject({
    data: [{ key: 'vip', source: 'DASHBOARD', user_id: user!.id, api_key_id: null }],
    pagination: { has_more: false },
  });
  const then = await owner.query('participants.get', { id: data!.id, as_of: data!.created_at });
  expect(then.data).toEqual(data);
  expect((await owner.query('participants.balances.explain', { id: data!.id })).data).toEqual({
    data: [],
    overdrafts: [],
    pagination: { has_more: false, next_cursor: null },
  });
});
