/** What an envelope fixes at the moment of the event, for every endpoint and every attempt. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { WebhookEnvelope } from '@/contract/webhook';
import { API_VERSION } from '@/domain/webhooks/events';
import { withTransaction } from '@/server/db/transaction';
import { startReceiver, type Received } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

const envelopeOf = ({ body }: Received) => JSON.parse(body) as WebhookEnvelope;

test('two endpoints get one happening under one envelope id, in a delivery each, signed with their own secret', async () => {
  await using first = await startReceiver();
  await using second = await startReceiver(404);
  const sandbox = await sandboxWith(first);
  const other = await createEndpoint(sandbox.api, second.url, ['participant.created']);
  const { body: participant } = await sandbox.api.post<{ id: string }>('/participants', { external_id: 'ada' });
  await sandbox.advance('1s');

  const [[atFirst], [atSecond]] = [first.received, second.received];
  expect(envelopeOf(atFirst!)).toMatchObject({
    type: 'participant.created',
    api_version: API_VERSION,
    organization_id: sandbox.id,
    data: { participant_id: participant.id },
  });
  expect(atSecond!.body).toBe(atFirst!.body);
  expect(atSecond!.headers['webhook-id']).toBe(atFirst!.headers['webhook-id']);
  for (const [secret, request] of [
    [sandbox.endpoint.secret, atFirst!],
    [other.secret, atSecond!],
  ] as const)
    expect(new Webhook(secret).verify(request.body, request.headers as Record<string, string>)).toEqual(envelopeOf(request));

  const deliveries = await sandbox.deliveries();
  expect(deliveries).toHaveLength(2);
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2);
  expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set([envelopeOf(atFirst!).id]));
  expect(deliveries.find(({ endpoint_id }) => endpoint_id === other.id)).toMatchObject({ status: 'FAILED', error_code: 'consumer_4xx' });
  expect(deliveries.find(({ endpoint_id }) => endpoint_id !== other.id)).toMatchObject({ status: 'DELIVERED', error_code: null });
});

test('each happening has an envelope id of its own', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  for (const external_id of ['ada', 'bob']) await sandbox.api.post('/participants', { external_id });
  await sandbox.advance('1s');
  expect(new Set(receiver.received.map((request) => envelopeOf(request).id)).size).toBe(2);
});

test('what happened under an earlier api_version keeps it in retries, resends and recoveries, and what happens later has the present one', async () => {
  await using receiver = await startReceiver(500);
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  const earlier = '2025-06-01';
  await withTransaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica'); // as no envelope ever changes
    await tx.query('UPDATE webhook_events SET api_version = $2 WHERE id = $1', [queued.webhook_id, earlier]);
  });
  await sandbox.advance('1s');
  receiver.script(404);
  await sandbox.advance('5m');
  const resent = () => sandbox.api.post(`/webhook-deliveries/${queued.id}/resend`);
  expect((await resent()).status).toBe(202);
  await sandbox.advance('1s');
  receiver.script(200);
  const recovered = await sandbox.api.post(`/webhook-endpoints/${sandbox.endpoint.id}/recover`, { from: sandbox.endpoint.created_at });
  expect(recovered).toMatchObject({ status: 202, body: { total: 1 } });
  await sandbox.send();
  await sandbox.advance('1s');
  const sent = receiver.received.map(envelopeOf);
  const again = sent.filter(({ id }) => id === queued.webhook_id);
  expect(again.map(({ api_version }) => api_version)).toEqual([earlier, earlier, earlier, earlier]);
  expect(new Set(receiver.received.filter((request) => envelopeOf(request).id === queued.webhook_id).map(({ body }) => body)).size).toBe(1);
  expect(sent.filter(({ id }) => id !== queued.webhook_id).map(({ api_version }) => api_version)).toEqual([API_VERSION]);
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'DELIVERED', payload: { api_version: earlier } });
});

test('the envelope is dated by the clock of its organization, and the signature by real time', async () => {
  await using receiver = await startReceiver(500, 200);
  const sandbox = await sandboxWith(receiver);
  const { now } = await sandbox.advance('30d');
  await sandbox.send();
  await sandbox.advance('5m');
  await sandbox.advance('5m');
  expect(receiver.received).toHaveLength(2);
  for (const request of receiver.received) {
    expect(Math.abs(Date.parse(envelopeOf(request).created_at) - Date.parse(now))).toBeLessThan(60_000);
    const [, t] = /^t=(\d+),/.exec(String(request.headers['service-signature'])) ?? [];
    expect(request.headers['webhook-timestamp']).toBe(t);
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
  }
});
