/** Tells a night of balance operations: every kind of them, and every reason for which one is refused. */
import type { Sent } from './balance-batch';
import { groupIn } from './groups';
import { ledger, type TestLedger } from './ledger';

/** The id of nothing. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export interface Scene extends TestLedger {
  readonly simple: string;
  readonly funded: string;
  readonly loose: string;
  readonly archived: string;
  readonly elsewhere: { readonly program: string; readonly asset: string };
  readonly suspended: string;
  readonly group: string;
  readonly lot: string;
}

/** A program with an asset of each kind, people in each state and a group, all named alike in each scene. */
export async function scene(): Promise<Scene> {
  const club = await ledger({ inventory_mode: 'LOT', symbol: 'LOTS' });
  const { api, program, asset } = club;
  const { group } = await groupIn(api);
  const simple = (await club.addAsset({ symbol: 'SIMPLE', max_transaction_amount: '500' })).id;
  const funded = (await club.addAsset({ symbol: 'FUNDED', issuance_policy: 'PREFUNDED' })).id;
  const loose = (await club.addAsset({ symbol: 'LOOSE' })).id;
  const archived = (await club.addAsset({ symbol: 'OLD' })).id;
  const made = async (path: string, body: object): Promise<string> => (await api.post<{ id: string }>(path, body)).body.id;
  const [other, suspended] = [await made('/programs', { name: 'Other' }), await made('/programs', { name: 'Suspended' })];
  for (const linked of [other, suspended]) await api.put(`/programs/${linked}/assets/${simple}`);
  for (const external_id of ['eve', 'cyd']) await api.post('/participants', { external_id });
  const credit = { program_id: program.id, type: 'CREDIT', amount: '20', description: 'Start' };
  for (const [who, asset_id] of [
    ['ada', asset.id],
    ['cyd', asset.id],
    ['ada', archived],
    ['ada', simple],
  ] as const)
    await api.post(`/participants/ext:${who}/balances/adjust`, { ...credit, asset_id });
  await api.post(`/programs/${program.id}/assets/${funded}/fund`, { amount: '25', description: 'Budget' });
  await api.delete(`/programs/${program.id}/assets/${loose}`);
  await api.patch(`/assets/${archived}`, { status: 'ARCHIVED' });
  await api.patch(`/programs/${suspended}`, { status: 'SUSPENDED' });
  await api.patch('/participants/ext:eve', { status: 'SUSPENDED' });
  await api.patch('/participants/ext:cyd', { status: 'CLOSED' });
  await api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] });
  const lot = (await club.lots()).data[0]!.id;
  return { ...club, simple, funded, loose, archived, elsewhere: { program: other, asset: simple }, suspended, group: group.id, lot };
}

/** Every kind of operation and every reason to refuse one, in an order in which some depend on those before. */
export function story({ program, asset, simple, funded, loose, archived, elsewhere, suspended, group, lot, participant }: Scene): Sent[] {
  const ada = { external_id: 'ada', program_id: program.id, asset_id: asset.id, description: 'Night' };
  const adjust = (body: object): Sent => ({ operation: 'ADJUST', ...ada, type: 'CREDIT', amount: '5', ...body });
  const hold = (body: object): Sent => ({ operation: 'HOLD', ...ada, amount: '5', reference_id: 'h', ...body });
  const release = (body: object): Sent => ({ operation: 'RELEASE', ...ada, amount: '2', reference_id: 'h', ...body });
  const forfeit = (body: object): Sent => ({ operation: 'FORFEIT', ...ada, amount: '1', bucket: 'AVAILABLE', ...body });
  const voided = (body: object): Sent => ({ operation: 'VOID_HOLD', ...ada, reference_id: 'p', ...body });
  const settle = (body: object): Sent => ({ operation: 'SETTLE', ...ada, amount: '4', reference_id: 'q', ...body });
  const done = [
    adjust({ expires_in: '30d' }),
    adjust({ type: 'DEBIT', amount: '3' }),
    adjust({ external_id: undefined, participant_id: participant.id.toUpperCase(), matures_in: '2d' }),
    adjust({ external_id: undefined, group_id: group, amount: '8' }),
    adjust({ external_id: 'bob', asset_id: simple, program_id: elsewhere.program }),
    adjust({ type: 'DEBIT', amount: '90', shortfall_policy: 'PARTIAL', external_id: 'bob', asset_id: simple }),
    adjust({ type: 'DEBIT', amount: '90', shortfall_policy: 'ALLOW_NEGATIVE', external_id: 'bob', asset_id: simple }),
    hold({}),
    hold({ amount: '1', lot_ids: [lot] }),
    release({}),
    forfeit({ bucket: 'HELD', reference_id: 'h' }),
    forfeit({ external_id: 'cyd' }),
    forfeit({ asset_id: archived }),
    adjust({ bucket: 'HELD', reference_id: 'p' }),
    voided({}),
    adjust({ bucket: 'HELD', reference_id: 'q' }),
    settle({}),
    adjust({ bucket: 'HELD', reference_id: 'q', amount: '3' }),
    settle({ expires_in: '9d', amount: '7' }),
    adjust({ asset_id: funded, amount: '15' }),
  ];
  const refused = [
    adjust({ asset_id: funded, external_id: 'bob', amount: '15' }),
    adjust({ asset_id: simple, amount: '501' }),
    adjust({ type: 'DEBIT', amount: '5000' }),
    adjust({ amount: '0.001' }),
    adjust({ amount: '-1' }),
    adjust({ amount: 5 }),
    adjust({ type: 'GIFT' }),
    adjust({ colour: 'red', description: '' }),
    adjust({ shortfall_policy: 'REJECT' }),
    adjust({ type: 'DEBIT', expires_in: '30d' }),
    adjust({ bucket: 'HELD' }),
    adjust({ expires_in: 'soon' }),
    adjust({ expires_at: '2020-01-01T00:00:00Z' }),
    adjust({ external_id: 'nobody' }),
    adjust({ external_id: undefined, participant_id: UNKNOWN }),
    adjust({ external_id: undefined, group_id: UNKNOWN }),
    adjust({ external_id: 'eve' }),
    adjust({ external_id: 'cyd' }),
    adjust({ program_id: UNKNOWN }),
    adjust({ program_id: suspended, asset_id: simple }),
    adjust({ asset_id: UNKNOWN }),
    adjust({ asset_id: loose }),
    adjust({ asset_id: archived }),
    hold({ reference_id: undefined }),
    hold({ reference_id: '' }),
    hold({ reference_id: 'service:x' }),
    hold({ bucket: 'HELD' }),
    hold({ amount: '5000' }),
    hold({ lot_ids: [UNKNOWN] }),
    hold({ asset_id: simple, lot_ids: [lot] }),
    hold({ external_id: 'bob', lot_ids: [lot] }),
    release({ reference_id: 'unheard of' }),
    release({ amount: '5000' }),
    forfeit({ bucket: 'DEFERRED' }),
    forfeit({ bucket: 'POCKET' }),
    forfeit({ earned_from: '2026-02-01T00:00:00Z', earned_to: '2026-01-01T00:00:00Z' }),
    voided({ reference_id: 'h' }),
    voided({ asset_id: simple, reference_id: 'h' }),
    voided({ reference_id: undefined }),
  ];
  return [...done, ...refused, adjust({ amount: '1' })].map((one, index) => ({ ...one, idempotency_key: `night-${index}` }));
}
