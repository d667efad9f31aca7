/** Deliveries wait in one table and are recorded in another when they end: lists and figures have each of them once. */
import { expect, test } from 'vitest';
import type { ClockMoveDetail } from '@/contract/clock-move';
import type { WebhookDelivery } from '@/contract/webhook';
import type { WebhookHealthReport } from '@/contract/webhook-health';
import { walked } from '@tests/support/listing';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

const SOME = ['event.completed', 'balance.held', 'event.completed', 'event.failed'] as const;

/** Deliveries in every state that one can be in while nothing is sent, at two endpoints. */
async function variety(sandbox: Hooked, answers: (...statuses: number[]) => void, other: string): Promise<void> {
  const send = async (answer: number | null) => {
    const sent = [];
    for (const type of SOME) sent.push(await sandbox.send(type));
    await sandbox.api.post(`/webhook-endpoints/${other}/test`, { event_type: 'event.completed' });
    if (answer === null) return sent;
    answers(answer);
    await sandbox.advance('1s');
    return sent;
  };
  await send(200);
  const [failed] = await send(404);
  const [delivered, held] = await send(200);
  await send(503);
  for (const { id } of [failed!, delivered!, held!]) expect((await sandbox.api.post(`/webhook-deliveries/${id}/resend`)).status).toBe(202);
  await send(null);
}

const byId = (a: WebhookDelivery, b: WebhookDelivery): number => (a.id < b.id ? 1 : -1);

test('every filter and both orders list exactly the deliveries that fit, once, page by page', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const other = await createEndpoint(sandbox.api, receiver.url);
  await variety(sandbox, receiver.script, other.id);
  const all = await walked<WebhookDelivery>(sandbox.api, '/webhook-deliveries', 200);
  expect(all).toHaveLength(25);
  expect(all).toEqual([...new Map(all.map((one) => [one.id, one])).values()].sort(byId));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['PENDING', 'DELIVERED', 'FAILED']));
  for (const one of all) expect(await sandbox.delivery(one.id)).toMatchObject(one);
  const middle = all[12]!.created_at;
  const filters: [string, (one: WebhookDelivery) => boolean][] = [
    ['', () => true],
    ['status=PENDING', ({ status }) => status === 'PENDING'],
    ['status=SENDING', () => false],
    ['status=DELIVERED', ({ status }) => status === 'DELIVERED'],
    ['status=FAILED', ({ status }) => status === 'FAILED'],
    ['event_type=event.completed', ({ event_type }) => event_type === 'event.completed'],
    ['event_type=balance.held', ({ event_type }) => event_type === 'balance.held'],
    ['event_type=balance.held&status=DELIVERED', (one) => one.event_type === 'balance.held' && one.status === 'DELIVERED'],
    ['event_type=event.failed&status=FAILED', (one) => one.event_type === 'event.failed' && one.status === 'FAILED'],
    ['event_type=event.failed&status=PENDING', (one) => one.event_type === 'event.failed' && one.status === 'PENDING'],
    ['error_code=consumer_4xx', ({ error_code }) => error_code === 'consumer_4xx'],
    ['error_code=consumer_5xx', ({ error_code }) => error_code === 'consumer_5xx'],
    [`endpoint_id=${other.id}`, ({ endpoint_id }) => endpoint_id === other.id],
    [`endpoint_id=${other.id}&status=PENDING`, (one) => one.endpoint_id === other.id && one.status === 'PENDING'],
    [`from=${middle}`, ({ created_at }) => created_at >= middle],
    [
      `from=${sandbox.endpoint.created_at}&to=${middle}&event_type=balance.held`,
      (one) => one.created_at < middle && one.event_type === 'balance.held',
    ],
    [`from=${middle}&status=PENDING`, (one) => one.created_at >= middle && one.status === 'PENDING'],
  ];
  for (const [query, fits] of filters) {
    const newest = await walked<WebhookDelivery>(sandbox.api, `/webhook-deliveries?${query}`, 2);
    expect(newest, query).toEqual(all.filter(fits));
    const oldest = await walked<WebhookDelivery>(sandbox.api, `/webhook-deliveries?sort_dir=asc&${query}`, 3);
    expect(oldest, query).toEqual(newest.toReversed());
  }
});

test('what is being sent is listed as SENDING, and nowhere else', async () => {
  const hanging: (() => void)[] = [];
  await using receiver = await startReceiver((response) => void hanging.push(() => void response.end()));
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  const advancing = sandbox.advance('1s');
  await receiver.waitFor(1);
  expect(await sandbox.deliveries('?status=SENDING')).toMatchObject([{ id, next_attempt_at: null }]);
  expect(await sandbox.deliveries('?status=PENDING')).toEqual([]);
  expect(await sandbox.deliveries()).toMatchObject([{ id, status: 'SENDING' }]);
  for (const answer of hanging) answer();
  await advancing;
  expect(await sandbox.deliveries('?status=SENDING')).toEqual([]);
});

test('attempts count in the health of an endpoint and in what a move tells, however long after the delivery was created', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  const { body: moved } = await sandbox.api.post<{ move_id: string }>('/sandbox/clock/advance', { by: '11h' });
  const { attempts } = await sandbox.delivery(id);
  expect(attempts).toHaveLength(8);
  const { body: health } = await sandbox.api.get<WebhookHealthReport>(`/webhook-endpoints/${sandbox.endpoint.id}/health`);
  expect(health).toMatchObject({ attempts: 8, succeeded: 0, last_failure: { delivery_id: id, attempted_at: attempts[7]!.attempted_at } });
  const { body: move } = await sandbox.api.get<ClockMoveDetail>(`/sandbox/clock/moves/${moved.move_id}`);
  // On two days, if midnight is within those eleven hours.
  const counts = move.timeline.flatMap(({ counts: ofDay }) => Object.entries(ofDay));
  expect(new Set(counts.map(([kind]) => kind))).toEqual(new Set(['WEBHOOK_FAILED']));
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(8);
});

test('an end without an attempt is no attempt: neither among them, nor in their numbers, nor in the health of the endpoint', async () => {
  await using receiver = await startReceiver(404, 200);
  const sandbox = await sandboxWith(receiver);
  const path = `/webhook-endpoints/${sandbox.endpoint.id}`;
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  await sandbox.api.post(`/webhook-deliveries/${id}/resend`);
  await sandbox.api.patch(path, { status: 'DISABLED' });
  expect(await sandbox.delivery(id)).toMatchObject({ status: 'FAILED', error_code: 'endpoint_disabled', attempts: [{ number: 1 }] });
  await sandbox.api.patch(path, { status: 'ACTIVE' });
  await sandbox.api.post(`/webhook-deliveries/${id}/resend`);
  await sandbox.advance('1s');
  const { status, attempts } = await sandbox.delivery(id);
  expect({ status, numbers: attempts.map(({ number }) => number) }).toEqual({ status: 'DELIVERED', numbers: [1, 2] });
  expect((await sandbox.api.get(`${path}/health`)).body).toMatchObject({ attempts: 2, succeeded: 1 });
});
