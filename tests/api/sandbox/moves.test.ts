import { expect, test, vi } from 'vitest';
import type { ClockMove, ClockMoveDetail } from '@/contract/clock-move';
import { organization, type AnyBody, type Api } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

interface Moved {
  now: string;
  move_id: string;
  performed: Record<string, number>;
}

const DAY = 86_400_000;
const advance = async (api: Api, by: string) => (await api.post<Moved>('/sandbox/clock/advance', { by })).body;
const readMove = async (api: Api, id: string, query = '') =>
  (await api.get<ClockMoveDetail & AnyBody>(`/sandbox/clock/moves/${id}${query}`)).body;
const total = ({ timeline }: ClockMoveDetail, kind: string) =>
  timeline.reduce((sum, { counts }) => sum + ((counts as Record<string, number>)[kind] ?? 0), 0);

/** A lot maturing after a day and expiring after ten, a tier that a daily automation reaches on the way, and a five-day reservation. */
async function busySandbox() {
  const made = await programWithAsset({ mode: 'SANDBOX', inventory_mode: 'LOT', program: { redemption_ttl: '5d' } });
  const { api, program, asset } = made;
  await api.post(`/programs/${program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [{ key: 'silver', rank: 1, qualification: { mode: 'ALL', criteria: [{ counter: 'days', operator: 'GTE', threshold: '3' }] } }],
  });
  await made.addRule({ condition: 'event.type == "day"', actions: [{ type: 'COUNTER', key: 'days', value: 1 }] });
  const { body: ada } = await api.post<{ id: string }>('/participants', { external_id: 'ada', program_id: program.id });
  const adjust = (terms: object) =>
    api.post(`/participants/${ada.id}/balances/adjust`, {
      program_id: program.id,
      asset_id: asset.id,
      type: 'CREDIT',
      amount: '10',
      description: 'A gift',
      ...terms,
    });
  expect((await adjust({ matures_in: '1d', expires_in: '10d' })).status).toBe(200);
  expect((await adjust({})).status).toBe(200);
  const { body: redemption } = await api.post<{ id: string }>(`/participants/${ada.id}/redemptions`, {
    program_id: program.id,
    asset_id: asset.id,
    amount: '3',
    idempotency_key: 'one',
    mode: 'PENDING',
  });
  const { body: automation } = await api.post<{ id: string }>(`/programs/${program.id}/automations`, {
    name: 'Every day',
    trigger: { type: 'CRON', cron_expression: '0 12 * * *' },
    scope: 'PARTICIPANTS',
    event: { type: 'day', data: {} },
  });
  return { ...made, ada, redemption, automation };
}

async function movedSandbox() {
  const made = await busySandbox();
  return { ...made, first: await advance(made.api, '12d'), second: await advance(made.api, '2d') };
}

let made: ReturnType<typeof movedSandbox> | undefined;
/** One sandbox shared by all tests that only read what its moves did. */
const moved = () => (made ??= movedSandbox());

test('a move tells day by day what happened on the way, with the records that it happened to', async () => {
  const { api, program, asset, ada, redemption, automation, first } = await moved();
  const { move_id, now, performed } = first;
  const move = await readMove(api, move_id, '?items_per_kind=5');
  expect(move).toMatchObject({ status: 'COMPLETED', step: 'DAY', performed, reached: now, user_id: null, on_behalf_of: null });
  expect(move.api_key_id).not.toBeNull();
  expect(Date.parse(move.to) - Date.parse(move.from)).toBe(12 * DAY);
  expect(move.duration_ms).toBe(Date.parse(move.ended_at!) - Date.parse(move.started_at));
  const counts = ['LOT_MATURED', 'LOT_EXPIRED', 'RESERVATION_EXPIRED', 'TIER_CHANGED', 'AUTOMATION_RUN', 'EVENT_COMPLETED'];
  expect(counts.map((kind) => total(move, kind))).toEqual([1, 1, 1, 1, 12, 12]);
  expect(move.timeline.every(({ start }) => start.endsWith('T00:00:00.000Z'))).toBe(true);
  const subject = { type: 'PARTICIPANT', id: ada.id };
  const item = (kind: string) => move.items.find((found) => found.kind === kind);
  expect(item('LOT_EXPIRED')).toMatchObject({ resource: { type: 'JOURNAL_ENTRY' }, subject, asset_id: asset.id, amount: '10.00' });
  expect(item('RESERVATION_EXPIRED')).toMatchObject({ resource: { type: 'REDEMPTION', id: redemption.id }, subject, amount: '3.00' });
  expect(item('TIER_CHANGED')).toMatchObject({ resource: subject, program_id: program.id, detail: 'status: none → silver' });
  expect(item('AUTOMATION_RUN')).toMatchObject({ resource: { type: 'AUTOMATION', id: automation.id }, detail: 'Every day' });
  expect(move.items.filter(({ kind }) => kind === 'AUTOMATION_RUN')).toHaveLength(5);
});

test('one day of the way can be told alone, and nothing of another move or organization is in it', async () => {
  const { api, first, second } = await moved();
  const move = await readMove(api, second.move_id);
  expect([total(move, 'AUTOMATION_RUN'), total(move, 'LOT_EXPIRED')]).toEqual([2, 0]);
  const { start } = (await readMove(api, first.move_id)).timeline[5]!;
  const narrowed = await readMove(
    api,
    first.move_id,
    `?from=${start}&to=${new Date(Date.parse(start) + DAY).toISOString()}&items_per_kind=1`,
  );
  expect(narrowed.timeline.map((day) => day.start)).toEqual([start]);
  expect(narrowed.items.every(({ at }) => at.slice(0, 10) === start.slice(0, 10))).toBe(true);
  const stranger = (await organization({ mode: 'SANDBOX' })).api;
  expect(await stranger.get(`/sandbox/clock/moves/${first.move_id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await stranger.get<{ data: unknown[] }>('/sandbox/clock/moves')).body.data).toEqual([]);
});

test('moves are listed latest first, and a way of many years is told by the year', async () => {
  const { api } = await organization({ mode: 'SANDBOX' });
  const ids = [await advance(api, '1d'), await advance(api, '20000d')].map(({ move_id }) => move_id);
  const { body } = await api.get<{ data: ClockMove[] }>('/sandbox/clock/moves');
  expect(body.data.map(({ id }) => id)).toEqual(ids.reverse());
  expect((await readMove(api, ids[0]!)).step).toBe('YEAR');
});

test('a LIVE organization has no moves', async () => {
  const { api } = await organization();
  expect(await api.get('/sandbox/clock/moves')).toMatchObject({ status: 409, body: { code: 'sandbox_only' } });
});

test('while the clock is moved it says from where to where and how far it has come', async () => {
  let answer = (): void => undefined;
  await using receiver = await startReceiver((response) => void (answer = () => response.writeHead(200).end()), 200);
  const sandbox = await sandboxWith(receiver);
  await sandbox.send();
  const moving = sandbox.advance('10d');
  await receiver.waitFor(1);
  const { body } = await sandbox.api.get<{ now: string; moving: { id: string; from: string; to: string; at: string } }>('/sandbox/clock');
  expect(Date.parse(body.moving.to) - Date.parse(body.moving.from)).toBe(10 * DAY);
  expect(body.moving.at).toBe(body.now);
  expect(await readMove(sandbox.api, body.moving.id)).toMatchObject({ status: 'RUNNING', reached: null, duration_ms: null });
  answer();
  await moving;
  await vi.waitUntil(async () => (await readMove(sandbox.api, body.moving.id)).status === 'COMPLETED', { timeout: 60_000 });
  expect((await sandbox.api.get<AnyBody>('/sandbox/clock')).body.moving).toBeNull();
  expect(total(await readMove(sandbox.api, body.moving.id), 'WEBHOOK_SENT')).toBe(1);
});
