/** Redemptions can be filtered by what they refer to, a page at a time. */
import { expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import type { AnyBody } from '@tests/support/api';
import { shop } from '@tests/support/redemptions';

interface Page {
  data: Redemption[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

test('redemptions are listed newest first and by program, participant, reward, asset and status', async () => {
  const club = await shop();
  const { body: bob } = await club.api.post<{ id: string }>('/participants', { external_id: 'bob' });
  await club.api.post(`/participants/${bob.id}/balances/adjust`, {
    program_id: club.program.id,
    asset_id: club.asset.id,
    type: 'CREDIT',
    amount: '50',
    description: 'Test',
  });
  const reward = await club.reward();
  const amount = await club.redeemed();
  const pending = await club.reserved();
  const item = await club.ordered(reward);
  const { body: bobs } = await club.order(reward, {}, bob.id);
  const listed = async (path: string): Promise<string[]> => {
    const { status, body } = await club.api.get<Page>(path);
    expect(status).toBe(200);
    return body.data.map(({ id }) => id);
  };
  const all = [bobs.id, item.id, pending.id, amount.id];
  expect(await listed('/redemptions')).toEqual(all);
  expect(await listed('/redemptions?sort_dir=asc')).toEqual([...all].reverse());
  expect(await listed(`/redemptions?program_id=${club.program.id}&asset_id=${club.asset.id}`)).toEqual(all);
  expect(await listed(`/redemptions?program_id=${club.asset.id}`)).toEqual([]);
  expect(await listed(`/redemptions?participant_id=${bob.id}`)).toEqual([bobs.id]);
  expect(await listed(`/redemptions?reward_id=${reward.id}`)).toEqual([bobs.id, item.id]);
  expect(await listed('/redemptions?status=PENDING')).toEqual([pending.id]);
  expect(await listed(`/redemptions?from=${amount.created_at}&to=2999-01-01T00:00:00Z&status=COMPLETED`)).toEqual([
    bobs.id,
    item.id,
    amount.id,
  ]);
  for (const path of ['redemptions', 'activity/redemptions']) {
    expect(await listed(`/participants/ext:ada/${path}`)).toEqual([item.id, pending.id, amount.id]);
    expect(await listed(`/participants/${bob.id}/${path}?status=COMPLETED&reward_id=${reward.id}`)).toEqual([bobs.id]);
  }
});

test('pages of redemptions and reversals go on where they ended, and cursors belong to their filters', async () => {
  const club = await shop();
  const made = [await club.redeemed(), await club.redeemed(), await club.redeemed()];
  const first = (await club.api.get<Page>('/redemptions?limit=2')).body;
  expect(first.data.map(({ id }) => id)).toEqual([made[2]!.id, made[1]!.id]);
  const rest = (await club.api.get<Page>(`/redemptions?limit=2&cursor=${first.pagination.next_cursor}`)).body;
  expect(rest).toMatchObject({ data: [{ id: made[0]!.id }], pagination: { has_more: false, next_cursor: null } });
  expect(await club.api.get(`/redemptions?status=PENDING&cursor=${first.pagination.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
  const done = made[0]!;
  for (const amount of ['1', '2', '3']) await club.reverse(done, { amount });
  const page = (await club.api.get<{ data: AnyBody[]; pagination: { next_cursor: string } }>(`/redemptions/${done.id}/reversals?limit=2`))
    .body;
  expect(page.data.map(({ amount }) => amount)).toEqual(['3.00', '2.00']);
  const last = (await club.api.get<{ data: AnyBody[] }>(`/redemptions/${done.id}/reversals?limit=2&cursor=${page.pagination.next_cursor}`))
    .body;
  expect(last.data).toMatchObject([{ redemption_id: done.id, amount: '1.00', quantity: null, reason: 'Returned' }]);
});
