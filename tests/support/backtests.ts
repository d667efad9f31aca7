/** Sets up backtest tests: requests one and runs it to completion, and builds a club whose rules use every kind of action. */
import type { Backtest } from '@/contract/backtest';
import { runBacktests } from '@/server/services/backtests/run-backtests';
import type { Answer, AnyBody, Api } from './api';
import { chance, type Chance } from './chance';
import { REAL_TIME } from './proof';
import { shop, type TestShop } from './redemptions';

type Settings = { readonly from: string; readonly to: string } & Record<string, unknown>;

export const askForBacktest = (api: Api, programId: string, settings: Settings): Promise<Answer<Backtest & AnyBody>> =>
  api.post(`/programs/${programId}/backtests`, settings);

/** Runs backtests, of any organization, until this one has ended. */
export async function runToItsEnd(api: Api, { id, program_id }: Pick<Backtest, 'id' | 'program_id'>): Promise<Backtest> {
  for (;;) {
    const { body } = await api.get<Backtest>(`/programs/${program_id}/backtests/${id}`);
    if (body.status !== 'QUEUED' && body.status !== 'RUNNING') return body;
    await runBacktests({ clock: REAL_TIME, signal: new AbortController().signal });
  }
}

export async function backtest(api: Api, programId: string, settings: Settings): Promise<Backtest> {
  const { status, body } = await askForBacktest(api, programId, settings);
  if (status !== 202) throw new Error(`a backtest was answered ${status}: ${JSON.stringify(body)}`);
  return runToItsEnd(api, body);
}

export const clockOf = async (api: Api): Promise<string> => (await api.get<{ now: string }>('/sandbox/clock')).body.now;

const PEOPLE = ['ada', 'bob', 'cyd', 'dan'];

/** A club with counters, levels, budgets, groups and two assets: one in lots that mature and expire, one without lots. */
export async function busyClub(name: string): Promise<TestShop & { live(steps: number): Promise<void> }> {
  const club = await shop({ inventory_mode: 'LOT', balance: '0' });
  const { api, program, asset } = club;
  const coins = await club.addAsset({ inventory_mode: 'SIMPLE', scale: 3 });
  const people = await Promise.all(
    PEOPLE.map(async (external_id) => (await api.post<{ id: string }>('/participants', { external_id, program_id: program.id })).body.id),
  );
  const { body: group } = await api.post<{ id: string }>('/groups', {
    name: 'Regulars',
    members: people.slice(0, 2).map((id) => ({ participant_id: id, role: 'ADMIN' })),
  });
  const level = (key: string, rank: number, threshold: number) => ({
    key,
    rank,
    qualification: { mode: 'ALL', criteria: [{ counter: 'spent', operator: 'GTE', threshold }] },
  });
  await api.post(`/programs/${program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [level('silver', 1, 100), level('gold', 2, 400)],
  });
  const of = (asset_id: string) => (action: Record<string, unknown>) => ({ asset_id, ...action });
  const [points, coin] = [of(asset.id), of(coins.id)];
  const order = { reference_id: 'order-{{ event.order }}' };
  await club.addRule({
    name: 'Points',
    condition: 'event.type == "buy"',
    actions: [
      points({ type: 'CREDIT', amount: '{{ event.amount * 0.1 }}', expires_in: '5d', matures_in: '6h', bucket: 'DEFERRED', ...order }),
      { type: 'COUNTER', key: 'spent', value: '{{ event.amount }}', reset_after: '3d' },
    ],
    budgets: [
      { asset_id: asset.id, scope: 'PARTICIPANT', limit: '20', schedule_type: 'INTERVAL', interval: '2d' },
      { asset_id: asset.id, scope: 'PROGRAM', limit: '60', schedule_type: 'INTERVAL', interval: '3d' },
    ],
  });
  await club.addRule({
    name: 'Gold',
    condition: 'event.type == "buy" && "status" in participant.tiers',
    actions: [points({ type: 'CREDIT', amount: '3', expires_in: '2d' }), coin({ type: 'CREDIT', amount: '1.125', ...order })],
  });
  await club.addRule({
    name: 'Regular',
    condition: 'event.type == "visit" && size(groups) > 0',
    actions: [points({ type: 'CREDIT', amount: '2' }), { type: 'TAG', tag: 'regular' }],
  });
  await club.addRule({
    name: 'Tagged',
    condition: '"regular" in participant.tags && event.type == "visit"',
    actions: [coin({ type: 'CREDIT', amount: '2' }), { type: 'SET_ATTRIBUTE', key: 'seen', value: '{{ event.n }}' }],
  });
  await club.addRule({
    name: 'Spend',
    condition: 'event.type == "spend"',
    actions: [points({ type: 'DEBIT', amount: '4', shortfall_policy: 'ALLOW_NEGATIVE' })],
  });
  const counted = 'event.type == "buy" && participant.counters.lately >=';
  await club.addRule({
    name: 'Lately',
    condition: 'event.type == "buy"',
    actions: [{ type: 'COUNTER', key: 'lately', value: '{{ event.amount }}', window: '36h' }],
  });
  await club.addRule({ name: 'Often lately', condition: `${counted} 150`, actions: [coin({ type: 'CREDIT', amount: '0.5' })] });
  await club.addRule({
    name: 'Very often lately',
    condition: `${counted} 250`,
    actions: [coin({ type: 'CREDIT', amount: '0.75' }), { type: 'COUNTER', key: 'lately', operation: 'SET', value: 20 }],
  });
  await club.addRule({ name: 'Pay', condition: 'event.type == "pay"', actions: [coin({ type: 'DEBIT', amount: '2.5' })] });
  await club.addRule({
    name: 'Keep',
    condition: 'event.type == "keep"',
    actions: [points({ type: 'HOLD', amount: '1.5', reference_id: 'kept' })],
  });
  await club.addRule({ name: 'Free', condition: 'event.type == "free"', actions: [points({ type: 'RELEASE', amount: '0.5' })] });
  await club.addRule({
    name: 'Give',
    condition: 'event.type == "give"',
    actions: [
      points({ type: 'TRANSFER', amount: '1', target: { type: 'RECIPIENT' } }),
      points({ type: 'CREDIT', amount: '0.25', target: { type: 'GROUP', id: group.id } }),
    ],
  });
  await club.addRule({
    name: 'Provisional',
    condition: 'event.type == "promise"',
    actions: [points({ type: 'CREDIT', amount: '2', bucket: 'HELD', reference_id: 'promise-{{ event.n }}' })],
  });
  await club.addRule({
    name: 'Refund',
    condition: 'event.type == "refund"',
    actions: [
      points({ type: 'TAKE_BACK', ...order, share: '0.6', shortfall_policy: 'ALLOW_NEGATIVE' }),
      coin({ type: 'TAKE_BACK', ...order, shortfall_policy: 'PARTIAL' }),
    ],
  });
  await club.addRule({ name: 'Lose', condition: 'event.type == "lose"', actions: [points({ type: 'FORFEIT', amount: '1' })] });
  const random = chance(name);
  let n = 0;
  const one = async (): Promise<void> => {
    const place = random.between(0, PEOPLE.length - 1);
    const [external_id, id] = [PEOPLE[place]!, people[place]!];
    const recipient = PEOPLE[(place + 1) % PEOPLE.length]!;
    const type = pick(random, ['buy', 'buy', 'buy', 'visit', 'visit', 'spend', 'pay', 'keep', 'free', 'give', 'promise', 'lose', 'refund']);
    const amount = random.between(1, 120);
    const base = { program_id: program.id, asset_id: asset.id, description: 'By hand' };
    switch (random.between(0, 13)) {
      case 0:
        return void (await club.advance(pick(random, ['20m', '7h', '26h'])));
      case 1:
        return void (await api.post(`/participants/${id}/balances/adjust`, { ...base, type: 'CREDIT', amount: '5', expires_in: '4d' }));
      case 2:
        return void (await api.post(`/participants/${id}/balances/adjust`, { ...base, type: 'DEBIT', amount: '2' }));
      case 3:
        return void (await api.post(`/participants/${id}/redemptions`, {
          program_id: program.id,
          idempotency_key: `r-${n++}`,
          asset_id: asset.id,
          amount: '3',
        }));
      case 4:
        return void (await api.post(`/participants/${id}/balances/hold`, { ...base, amount: '1', reference_id: `hold-${n++}` }));
      case 5:
        return void (await api.post(`/participants/${id}/state/tags`, { tags: [pick(random, ['regular', 'vip'])] }));
      case 6:
        return void (await api.patch(`/participants/${id}/state/counters`, { increment: { lately: random.between(-60, 40) } }));
      case 7:
        return void (await api.patch(`/participants/${id}/state/counters`, { set: { lately: random.between(0, 80) } }));
      default:
        await club.sendAndProcess({ external_id, recipient_external_id: recipient, event_data: { type, amount, order: n % 4, n: n++ } });
    }
  };
  return {
    ...club,
    live: async (steps) => {
      for (let step = 0; step < steps; step++) await one();
    },
  };
}

const pick = <Item>(random: Chance, items: readonly Item[]): Item => items[random.between(0, items.length - 1)]!;
