/** Balances requested at the same time share a statement and nothing else. */
import { expect, test } from 'vitest';
import type { AnyBody, Answer, Api } from '@tests/support/api';
import { ledger } from '@tests/support/ledger';

interface Page {
  readonly data: readonly { readonly available: string }[];
  readonly pagination: { readonly next_cursor: string | null };
}

test('each gets the balances, the page and the filters that it asked for, or its own refusal, as if it had come alone', async () => {
  const club = await ledger();
  const gem = await club.addAsset({ symbol: 'GEM', scale: 0 });
  const coin = await club.addAsset({ symbol: 'COIN', scale: 4 });
  for (const [index, asset] of [club.asset, gem, coin].entries()) await club.post({ asset_id: asset.id, amount: String(index + 1) });
  await club.api.post('/participants', { external_id: 'eve' });
  const other = await ledger();
  await other.post({ amount: '7' });
  const first = await club.api.get<Page>('/participants/ext:ada/balances?limit=2');
  const cursor = first.body.pagination.next_cursor!;
  const asked: [Api, string][] = [
    [club.api, 'ext:ada/balances'],
    [club.api, 'ext:ada/balances?limit=1'],
    [club.api, `ext:ada/balances?limit=2&cursor=${cursor}`],
    [club.api, `ext:ada/balances?asset_id=${gem.id}`],
    [club.api, `ext:ada/balances?asset_id=${coin.id}&program_id=${club.program.id}`],
    [club.api, `ext:ada/balances?program_id=${other.program.id}`],
    [club.api, 'ext:eve/balances'],
    [club.api, 'ext:nobody/balances'],
    [club.api, `${other.participant.id}/balances`],
    [club.api, `ext:ada/balances?limit=2&cursor=${cursor}&asset_id=${gem.id}`],
    [other.api, 'ext:ada/balances'],
    [other.api, `${club.participant.id}/balances`],
  ];
  const answered = ([api, path]: [Api, string]): Promise<Pick<Answer<AnyBody>, 'status' | 'body'>> =>
    api.get<AnyBody>(`/participants/${path}`).then(({ status, body: { request_id: _, ...body } }) => ({ status, body }));
  const alone = [];
  for (const one of asked) alone.push(await answered(one));
  expect(alone.map(({ status, body }) => (body as Partial<Page>).data?.length ?? status)).toEqual([
    3, 1, 1, 1, 1, 0, 0, 404, 404, 400, 1, 404,
  ]);
  const together = await Promise.all([...asked, ...asked, ...asked].map(answered));
  expect(together).toEqual([...alone, ...alone, ...alone]);
});
