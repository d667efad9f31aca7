import { expect, test } from 'vitest';
import type { WebhookDelivery } from '@/contract/webhook';
import { organization } from '@tests/support/api';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

test.each([
  ['FAILED', 404],
  ['DELIVERED', 200],
])('a %s delivery is sent again with the same id and body, and keeps its history', async (status, answer) => {
  await using receiver = await startReceiver(answer, 200);
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(id)).toMatchObject({ status });
  expect(await sandbox.api.post(`/webhook-deliveries/${id}/resend`)).toMatchObject({
    status: 202,
    body: { status: 'PENDING', attempt_count: 0, error_code: null },
  });
  await sandbox.advance('1s');
  expect(await sandbox.delivery(id)).toMatchObject({
    status: 'DELIVERED',
    attempt_count: 1,
    attempts: [
      { number: 1, response: { status: answer } },
      { number: 2, response: { status: 200 } },
    ],
  });
  const [first, second] = receiver.received;
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
});

test('a delivery that has not ended cannot be resent, nor one of an endpoint that is not active', async () => {
  await using receiver = await startReceiver(500);
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  const refused = { status: 400, body: { code: 'invalid_status', param: 'id' } };
  expect(await sandbox.api.post(`/webhook-deliveries/${id}/resend`)).toMatchObject(refused);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { status: 'DISABLED' });
  expect(await sandbox.api.post(`/webhook-deliveries/${id}/resend`)).toMatchObject(refused);
});

test('deliveries are listed newest first and filtered by endpoint, status and type', async () => {
  await using receiver = await startReceiver(200, 404);
  const sandbox = await sandboxWith(receiver);
  const good = await sandbox.send('event.completed');
  await sandbox.advance('1s');
  const bad = await sandbox.send('event.failed');
  await sandbox.advance('1s');
  const ids = async (query: string) => (await sandbox.deliveries(query)).map((delivery) => delivery.id);
  expect(await ids('')).toEqual([bad.id, good.id]);
  expect(await ids('?status=FAILED')).toEqual([bad.id]);
  expect(await ids('?event_type=event.completed')).toEqual([good.id]);
  expect(await ids('?error_code=consumer_4xx')).toEqual([bad.id]);
  expect(await ids(`?endpoint_id=${sandbox.endpoint.id}&sort_dir=asc`)).toEqual([good.id, bad.id]);
  const page = await sandbox.api.get<{ data: WebhookDelivery[] }>(`/webhook-endpoints/${sandbox.endpoint.id}/deliveries?limit=1`);
  expect(page.body).toMatchObject({ data: [{ id: bad.id }], pagination: { has_more: true, next_cursor: expect.any(String) } });
});

test('a delivery of another organization is not found', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  const { api } = await organization();
  for (const answer of [await api.get(`/webhook-deliveries/${id}`), await api.post(`/webhook-deliveries/${id}/resend`)])
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await api.get('/webhook-deliveries')).body).toMatchObject({ data: [] });
});
