/** Actions and the ledger behave as the documentation says. */
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import type { JournalEntryResource } from '@/contract/journal';
import { ACTION_EXAMPLES } from '@/server/rest/pages/docs/action-examples';
import { LEDGER_END, LEDGER_STEPS, type ToldPosting } from '@/server/rest/pages/docs/ledger-scenario';
import { apiOf } from '@tests/support/api';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const idOf = { PROGRAM_ID: '', ASSET_ID: '' };

const filled = <T>(value: T, ids: Record<string, string>): T =>
  JSON.parse(JSON.stringify(value).replace(/\$([A-Z_]+)/g, (_, name: string) => ids[name] ?? '')) as T;

async function must<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

/** The program that the page on actions describes. */
async function sceneOfActions(): Promise<TestProgram> {
  const made = await programWithAsset({ inventory_mode: 'LOT', scale: 2 });
  const pair = { program_id: made.program.id, asset_id: made.asset.id, description: 'Scene' };
  const ada = '/participants/ext:ada/balances';
  for (const external_id of ['ada', 'bob']) await must(made.api.post('/participants', { external_id, program_id: made.program.id }));
  await must(made.api.post(`${ada}/adjust`, { ...pair, type: 'CREDIT', amount: '100', reference_id: 'order-9' }));
  await must(made.api.post(`${ada}/hold`, { ...pair, amount: '20', reference_id: 'order-1' }));
  await must(made.api.post(`${ada}/adjust`, { ...pair, type: 'CREDIT', bucket: 'HELD', reference_id: 'trip-7', amount: '30' }));
  await must(made.api.patch('/participants/ext:ada/state/tags', { add: ['newcomer'] }));
  await must(made.api.post(`/programs/${made.program.id}/tiers`, { key: 'status', name: 'Status', levels: [{ key: 'gold', rank: 1 }] }));
  return made;
}

test.each(Object.entries(ACTION_EXAMPLES))('the example of %s does what the page says', async (_, { action, event, gives }) => {
  const made = await sceneOfActions();
  await made.addRule({ actions: [filled(action, { ...idOf, ASSET_ID: made.asset.id })] });
  const { status, rule_evaluations }: EventDetail = await made.sendAndProcess({ recipient_external_id: 'bob', event_data: event });
  expect(status).toBe('COMPLETED');
  expect(rule_evaluations[0]?.actions).toMatchObject([gives]);
});

/** A posting as the page names it. */
function told(posting: JournalEntryResource['postings'][number], people: Record<string, 'ada' | 'bob'>): ToldPosting {
  const { account, amount } = posting;
  const places = {
    PROGRAM_WALLET: 'wallet',
    SYSTEM_ISSUANCE: 'issuance',
    SYSTEM_REDEMPTION: 'redemption',
    SYSTEM_BREAKAGE: 'breakage',
  } as const;
  const place = account.type in places ? places[account.type as keyof typeof places] : people[account.id]!;
  return [place, account.bucket as ToldPosting[1], amount];
}

test('every posting and balance of the page on the ledger is found in a ledger', async () => {
  const made = await programWithAsset({ inventory_mode: 'LOT', issuance_policy: 'PREFUNDED', scale: 2, mode: 'SANDBOX' });
  const api = apiOf(made.key);
  const people: Record<string, 'ada' | 'bob'> = {};
  for (const who of ['ada', 'bob'] as const) {
    const { id } = await must(api.post<{ id: string }>('/participants', { external_id: who, program_id: made.program.id }));
    people[id] = who;
  }
  const ids: Record<string, string> = { PROGRAM_ID: made.program.id, ASSET_ID: made.asset.id };
  let seen = 0;
  for (const { title, path, body, entries, ada, wallet } of LEDGER_STEPS) {
    const answer = await must(api.post(filled(path, ids), filled(body, ids)));
    if (path.endsWith('/redemptions')) ids.REDEMPTION_ID = answer.id as string;
    const { data } = await must(api.get<{ data: JournalEntryResource[] }>('/journal-entries?sort_dir=asc&limit=100'));
    const added = data.slice(seen).map(({ type, postings }) => ({ type, postings: postings.map((posting) => told(posting, people)) }));
    seen = data.length;
    const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    expect([title, ...inOrder(added)]).toEqual([title, ...inOrder(entries)]);
    const balances = await must(api.get<{ data: { available: string; held: string }[] }>('/participants/ext:ada/balances'));
    const { available = '0.00', held = '0.00' } = balances.data[0] ?? {};
    expect([title, available, held]).toEqual([title, ada.available, ada.held]);
    const wallets = await must(api.get<{ data: { available: string }[] }>(`/programs/${made.program.id}/balance`));
    expect([title, wallets.data[0]?.available]).toEqual([title, wallet]);
  }
  const { data } = await must(api.get<{ data: { account_type: string; balance: string }[] }>('/reports/trial-balance'));
  expect(data.map(({ account_type, balance }) => `${account_type} ${balance}`).sort()).toEqual(
    LEDGER_END.map(([account, balance]) => `${account} ${balance}`).sort(),
  );
});
