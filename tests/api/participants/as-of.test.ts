import { expect, onTestFinished, test, vi } from 'vitest';
import type { BalanceRow } from '@/contract/balance';
import type { JournalEntryResource } from '@/contract/journal';
import type { ParticipantDetail } from '@/contract/participant';
import { openAccounts } from '@/server/db/repositories/ledger/accounts';
import { statement } from '@/server/db/transaction';
import { organization, type AnyBody } from '@tests/support/api';
import { chance } from '@tests/support/chance';
import { ledger, snapshot } from '@tests/support/ledger';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';
import { level } from '@tests/support/tiers';

const ADA = '/participants/ext:ada';
const BALANCES = `${ADA}/balances?limit=200`;

interface Moment {
  at: string;
  record: ParticipantDetail;
  balances: BalanceRow[];
}

/** A sandbox with a SIMPLE and a LOT asset in two programs, and everything that can happen to its participant Ada. */
async function livelyClub(pick: ReturnType<typeof chance>) {
  const club = await programWithAsset({ mode: 'SANDBOX', scale: 3 });
  const { api } = club;
  const lots = await club.addAsset({ inventory_mode: 'LOT', scale: 1 });
  const { body: other } = await api.post<{ id: string }>('/programs', { name: 'Tea club' });
  await api.put(`/programs/${other.id}/assets/${club.asset.id}`);
  await club.addRule({
    condition: 'event.points > 3.0',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '{{ event.points }}' }],
  });
  await api.post('/participants', { external_id: 'ada', program_id: club.program.id });
  const lifecycle = { retention: { mode: 'PERIOD_BASED', duration: '5s' }, counters: { qualifying: ['n'] } };
  await api.post(`/programs/${club.program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [level('silver', 1, 50, 'n'), level('gold', 2, 100, 'n')],
    lifecycle,
  });

  let clock = Date.now();
  const after = (seconds: number) => new Date(clock + seconds * 1_000).toISOString();
  const one = <T>(values: readonly T[]): T => values[pick.between(0, values.length - 1)]!;
  const move = (path: string, body: Record<string, unknown>) => {
    const target = one([
      { program_id: club.program.id, asset_id: club.asset.id },
      { program_id: club.program.id, asset_id: lots.id },
      { program_id: other.id, asset_id: club.asset.id },
    ]);
    return api.post(`${ADA}/balances/${path}`, { ...target, description: 'x', amount: String(pick.between(1, 20)), ...body });
  };
  const actions: (() => Promise<unknown>)[] = [
    () => move('adjust', { type: 'CREDIT' }),
    () => move('adjust', { type: 'CREDIT', expires_in: `${pick.between(1, 30)}s` }),
    () => move('adjust', { type: 'CREDIT', matures_in: `${pick.between(1, 10)}s`, expires_in: '20s' }),
    () => move('adjust', { type: 'CREDIT', bucket: 'HELD', reference_id: one(['r1', 'r2']) }),
    () => move('adjust', { type: 'CREDIT', reference_id: one(['r1', 'r2']) }),
    () => move('adjust', { type: 'DEBIT', shortfall_policy: one(['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE']) }),
    () => move('hold', { reference_id: one(['r1', 'r2']) }),
    () => move('release', {}),
    () => move('forfeit', { bucket: one(['AVAILABLE', 'HELD']) }),
    () => api.patch(ADA, { first_name: one(['Ada', null, 'A.']), email: one(['ada@example.com', null]) }),
    () => api.patch(ADA, { status: one(['SUSPENDED', 'CLOSED', 'ACTIVE', 'ACTIVE']) }),
    () => api.patch(ADA, { status: 'ACTIVE' }),
    () =>
      api.post('/participants', {
        external_id: 'ada',
        tags: [one(['a', 'b', 'c'])],
        attributes: { [one(['k', 'l'])]: one([1, null, { z: 1, a: [] }, 'x']) },
      }),
    () => api.post('/participants', { external_id: 'ada', program_id: other.id }),
    () =>
      api.patch(`${ADA}/state/counters`, {
        increment: { [one(['m', 'n'])]: one([-1, '0.5', 60]) },
        reset_after: { n: one([null, '3s', '7s']) },
        ...one([{}, { window: { m: one([null, '4s', '9s']) } }]),
      }),
    () =>
      api.put(`${ADA}/state/tiers/status?program_id=${club.program.id}`, {
        level: one(['silver', 'gold']),
        ...one([{}, { expires_at: null }, { expires_at: after(pick.between(2, 9)) }]),
      }),
    () => api.delete(`${ADA}/state/tiers/status?program_id=${club.program.id}`),
    async () => {
      await api.post('/events', {
        program_id: club.program.id,
        external_id: 'ada',
        idempotency_key: `e${pick.between(0, 1e9)}`,
        event_data: { points: pick.between(1, 9) },
      });
      await processDueEvents(club.id);
    },
  ];
  const look = async (query = ''): Promise<Omit<Moment, 'at'>> => ({
    record: (await api.get<ParticipantDetail>(`${ADA}?${query}`)).body,
    balances: (await api.get<{ data: BalanceRow[] }>(`${BALANCES}&${query}`)).body.data,
  });
  const now = async () => {
    const { body } = await api.get<{ now: string }>('/sandbox/clock');
    clock = Date.parse(body.now);
    return body.now;
  };
  return { ...club, lots, act: () => one(actions)(), look, now, advance: (by: string) => api.post('/sandbox/clock/advance', { by }) };
}

test('the record and the balances read with as_of are, digit for digit, what was read at that instant, whatever happened since', async () => {
  // A counter goes back to nothing by itself: between two reads of a busy machine it could.
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  const club = await livelyClub(chance('as_of'));
  const moments: Moment[] = [];
  const remember = async () => {
    moments.push({ ...(await club.look()), at: await club.now() });
    await club.advance('1s');
  };
  await remember();
  // Two balances and two levels there are whatever chance does then, which may close the record at once.
  const credit = { program_id: club.program.id, type: 'CREDIT', amount: '5', description: 'x' };
  for (const asset_id of [club.asset.id, club.lots.id]) await club.api.post(`${ADA}/balances/adjust`, { ...credit, asset_id });
  await club.api.put(`${ADA}/state/tiers/status?program_id=${club.program.id}`, { level: 'silver' });
  await remember();
  for (let step = 0; step < 90; step += 1) {
    await club.act();
    await remember();
  }
  await club.advance('1d');
  for (const { at, ...read } of moments) expect(await club.look(`as_of=${at}`)).toEqual(read);
  expect(moments.at(-1)!.record.balances.length).toBeGreaterThan(1);
  expect(new Set(moments.map(({ record }) => record.tiers[0]?.level)).size).toBeGreaterThan(1);
});

test('an instant includes everything dated at or before it, also several entries of one millisecond', async () => {
  const club = await programWithAsset();
  await club.addRule({ actions: ['1', '2', '4'].map((amount) => ({ type: 'CREDIT', asset_id: club.asset.id, amount })) });
  await club.sendAndProcess({});
  const { body } = await club.api.get<{ data: JournalEntryResource[] }>(`${ADA}/activity/journal-entries`);
  const [at, ...others] = [...new Set(body.data.map((entry) => entry.created_at))];
  expect([body.data.length, others]).toEqual([3, []]);
  const availableAt = async (time: string) =>
    (await club.api.get<{ data: BalanceRow[] }>(`${BALANCES}&as_of=${time}`)).body.data.map(({ available }) => available);
  expect(await availableAt(at!)).toEqual(['7.00']);
  expect(await availableAt(at!.replace('Z', '999z').replace('T', 't'))).toEqual(['7.00']);
  expect(await availableAt(at!.replace('Z', '+00:00').replace('+', '%2B'))).toEqual(['7.00']);
  const before = new Date(Date.parse(at!) - 1).toISOString();
  if (before >= (await club.api.get<ParticipantDetail>(ADA)).body.created_at) expect(await availableAt(before)).toEqual([]);
});

test('before a participant existed there is no record and no balance', async () => {
  const { api, participant } = await ledger();
  const before = new Date(Date.parse(participant.created_at) - 1).toISOString();
  for (const path of [ADA, `${ADA}/balances`, `/participants/${participant.id}`]) {
    expect(await api.get(`${path}?as_of=${before}`)).toMatchObject({ status: 404, body: { code: 'not_found', param: 'as_of' } });
    expect((await api.get(`${path}?as_of=${participant.created_at}`)).status).toBe(200);
  }
  expect((await api.get<AnyBody>(`${ADA}?as_of=${participant.created_at}`)).body).toEqual(participant);
  const stranger = await organization();
  for (const path of ['', '/balances']) {
    const past = new Date(Date.parse(participant.created_at)).toISOString();
    expect(await stranger.api.get(`/participants/${participant.id}${path}?as_of=${past}`)).toMatchObject({
      status: 404,
      body: { param: 'id' },
    });
  }
});

test('the future of the organization is refused, and its present is not, wherever its clock stands', async () => {
  const club = await ledger({ mode: 'SANDBOX' });
  const nextYear = new Date(Date.now() + 366 * 24 * 3_600_000).toISOString();
  for (const path of [ADA, `${ADA}/balances`]) {
    expect(await club.api.get(`${path}?as_of=${nextYear}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter', param: 'as_of' },
    });
  }
  await club.api.post('/sandbox/clock/advance', { to: nextYear });
  expect((await club.api.get(`${ADA}?as_of=${nextYear}`)).status).toBe(200);
});

test.each(['yesterday', '2026-01-01', '', '2026-02-30T00:00:00Z'])('as_of=%s is a validation_error', async (text) => {
  const { api } = await ledger();
  for (const path of [ADA, `${ADA}/balances`]) {
    expect(await api.get(`${path}?as_of=${text}`)).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'as_of' } });
  }
});

test('pages of balances belong to one instant, and a cursor to the instant it was issued for', async () => {
  const club = await ledger({ mode: 'SANDBOX' });
  for (let extra = 0; extra < 2; extra += 1) {
    const asset = await club.addAsset({});
    await club.post({ asset_id: asset.id, amount: '1' });
  }
  await club.post({ amount: '5' });
  const at = (await club.api.get<{ now: string }>('/sandbox/clock')).body.now;
  await club.api.post('/sandbox/clock/advance', { by: '1s' });
  const first = await club.api.get<{ data: BalanceRow[]; pagination: { next_cursor: string } }>(`${ADA}/balances?limit=2&as_of=${at}`);
  await club.post({ amount: '5' });
  const cursor = first.body.pagination.next_cursor;
  const second = await club.api.get<{ data: BalanceRow[] }>(`${ADA}/balances?limit=2&as_of=${at}&cursor=${cursor}`);
  expect([...first.body.data, ...second.body.data].map(({ available }) => available).sort()).toEqual(['1.00', '1.00', '5.00']);
  expect(await club.api.get(`${ADA}/balances?limit=2&cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
});

test('a balance in which nothing ever moved is not shown, although its account was opened', async () => {
  const club = await ledger();
  const ref = { type: 'PARTICIPANT', id: club.participant.id, programId: club.program.id, assetId: club.asset.id } as const;
  await openAccounts({ query: statement }, club.id, [ref]);
  expect((await snapshot(club.id)).balances).toHaveLength(1);
  expect((await club.api.get(ADA)).body).toMatchObject({ balances: [] });
  expect((await club.api.get(`${ADA}/balances`)).body).toMatchObject({ data: [] });
});
