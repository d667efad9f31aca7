import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { WebhookEndpoint, WebhookEndpointWithSecret, WebhookEventType } from '@/contract/webhook';
import { publishSettings } from '@/env';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

test('the secret is in the answer that creates the endpoint and in no other, and never stored as text', async () => {
  const { api } = await organization();
  const created = await api.post<WebhookEndpointWithSecret>(
    '/webhook-endpoints',
    { url: 'http://127.0.0.1:9/hook', description: 'CRM', enabled_events: ['balance.credited', 'event.failed'] },
    { 'idempotency-key': 'one' },
  );
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`/v1/webhook-endpoints/${created.body.id}`);
  const { secret, ...endpoint } = created.body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toMatchObject({
    url: 'http://127.0.0.1:9/hook',
    description: 'CRM',
    enabled_events: ['balance.credited', 'event.failed'],
    status: 'ACTIVE',
    rate_limited_until: null,
    deleted_at: null,
  });
  const { health: _, ...read } = (await api.get(`/webhook-endpoints/${endpoint.id}`)).body;
  expect(read).toEqual(endpoint);
  expect((await api.get('/webhook-endpoints')).body).toMatchObject({
    data: [endpoint],
    pagination: { has_more: false, next_cursor: null },
  });
  expect((await api.patch(`/webhook-endpoints/${endpoint.id}`, { description: null })).body).not.toHaveProperty('secret');
  const stored = await statement<{ text: string }>(
    `SELECT encode(secret, 'escape') AS text FROM webhook_endpoints WHERE id = $1 UNION ALL SELECT response::text FROM idempotency_records WHERE response->>'id' = $1::text`,
    [endpoint.id],
  );
  expect(stored).toHaveLength(2);
  for (const { text } of stored) expect(text).not.toContain(secret.slice('whsec_'.length));
});

test('a repeated Idempotency-Key makes one endpoint and answers the same secret', async () => {
  const { api } = await organization();
  const body = { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] };
  const first = await api.post('/webhook-endpoints', body, { 'idempotency-key': 'same' });
  const again = await api.post('/webhook-endpoints', body, { 'idempotency-key': 'same' });
  expect(again).toMatchObject({ status: 201, body: first.body });
});

test.each([
  ['no url', { enabled_events: ['*'] }, 'url'],
  ['no events', { url: 'http://127.0.0.1/', enabled_events: [] }, 'enabled_events'],
  ['an unknown event type', { url: 'http://127.0.0.1/', enabled_events: ['balance.stolen'] }, 'enabled_events[0]'],
  ['"*" among others', { url: 'http://127.0.0.1/', enabled_events: ['*', 'event.failed'] }, 'enabled_events'],
  ['a url with credentials', { url: 'http://a:b@127.0.0.1/', enabled_events: ['*'] }, 'url'],
  ['a url that is none', { url: 'example', enabled_events: ['*'] }, 'url'],
])('%s is a validation_error that names the field', async (_, body, field) => {
  const { api } = await organization();
  expect(await api.post('/webhook-endpoints', body)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', fields: [{ field }] },
  });
});

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://db.internal/',
  'https://[::1]/',
  'https://169.254.169.254/',
  'https://no-such-host.invalid/',
])('where private targets are not allowed, %s is refused on create and update', async (url) => {
  const { api } = await organization();
  const endpoint = await createEndpoint(api, 'http://127.0.0.1:9/');
  publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' });
  try {
    for (const answer of [
      await api.post('/webhook-endpoints', { url, enabled_events: ['*'] }),
      await api.patch(`/webhook-endpoints/${endpoint.id}`, { url }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'url' } });
    }
  } finally {
    publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' });
  }
});

test('an endpoint gets the types it subscribes to and no others', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.rejected'] });
  const program = await sandbox.api.post<{ id: string }>('/programs', { name: 'P', on_unknown_participant: 'REJECT' });
  const event = await sandbox.api.post('/events', {
    program_id: program.body.id,
    external_id: 'ada',
    idempotency_key: 'one',
    event_data: {},
  });
  expect(event.status).toBe(422);
  await sandbox.advance('1s');
  expect(receiver.received.map((request) => (JSON.parse(request.body) as { type: string }).type)).toEqual(['event.rejected']);
});

test.each(['DISABLED', 'ARCHIVED'])(
  'an endpoint that becomes %s fails what is queued with endpoint_disabled and gets nothing more',
  async (status) => {
    await using receiver = await startReceiver(500);
    const sandbox = await sandboxWith(receiver);
    const queued = await sandbox.send();
    await sandbox.advance('1s');
    expect((await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { status })).body).toMatchObject({ status });
    expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'FAILED', error_code: 'endpoint_disabled', next_attempt_at: null });
    await sandbox.advance('24h');
    expect(receiver.received).toHaveLength(1);
    const refused = await sandbox.api.post(`/webhook-endpoints/${sandbox.endpoint.id}/test`, { event_type: 'event.completed' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  },
);

test('an archived endpoint leaves the list, keeps its record, and can be archived again but not changed', async () => {
  const { api } = await organization();
  const { id } = await createEndpoint(api, 'http://127.0.0.1:9/');
  expect((await api.delete(`/webhook-endpoints/${id}`)).status).toBe(204);
  expect((await api.delete(`/webhook-endpoints/${id}`)).status).toBe(204);
  expect((await api.get<WebhookEndpoint>(`/webhook-endpoints/${id}`)).body).toMatchObject({
    status: 'ARCHIVED',
    deleted_at: expect.any(String),
  });
  expect((await api.get('/webhook-endpoints')).body).toMatchObject({ data: [] });
  expect((await api.get('/webhook-endpoints?include_archived=true')).body).toMatchObject({ data: [{ id }] });
  expect(await api.patch(`/webhook-endpoints/${id}`, { status: 'ACTIVE' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_status' },
  });
});

test('a rotated secret signs at once, and the old one too until the overlap ends', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const rotated = await sandbox.api.post<WebhookEndpointWithSecret>(`/webhook-endpoints/${sandbox.endpoint.id}/rotate-secret`, {
    overlap: '1h',
  });
  expect(rotated.status).toBe(200);
  expect(rotated.body.previous_secret_until).not.toBeNull();
  await sandbox.send();
  await sandbox.advance('30m');
  const [during] = receiver.received;
  const verify = (secret: string, request: (typeof receiver.received)[number]) =>
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  for (const secret of [rotated.body.secret, sandbox.endpoint.secret]) expect(verify(secret, during!)).toHaveProperty('type');
  expect(String(during!.headers['service-signature']).match(/v1=/g)).toHaveLength(2);
  await sandbox.advance('31m');
  await sandbox.send();
  await sandbox.advance('1s');
  const after = receiver.received[1]!;
  expect(verify(rotated.body.secret, after)).toHaveProperty('type');
  expect(() => verify(sandbox.endpoint.secret, after)).toThrow();
  expect(String(after.headers['service-signature']).match(/v1=/g)).toHaveLength(1);
});

test('every listed event type can be subscribed to and sent as a test with its sample', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const { body } = await sandbox.api.get<{ data: WebhookEventType[] }>('/webhook-event-types');
  expect(body.data.length).toBeGreaterThan(5);
  await createEndpoint(
    sandbox.api,
    receiver.url,
    body.data.map((row) => row.type),
  );
  for (const row of body.data) {
    expect(row).toMatchObject({ category: expect.stringMatching(/^(movement|lifecycle)$/), description: expect.stringMatching(/\.$/) });
    // A redemption is one entry too, but refers to itself instead.
    const namesEntry = row.category === 'movement' && row.type !== 'redemption.completed';
    expect('journal_entry_id' in row.sample_payload).toBe(namesEntry);
    expect((await sandbox.send(row.type)).payload.data).toEqual({ ...row.sample_payload, organization_id: sandbox.id });
  }
  await sandbox.advance('1s');
  expect(receiver.received).toHaveLength(body.data.length);
});

test('event types are paged like any list', async () => {
  const { api } = await organization();
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await api.get<{ data: WebhookEventType[]; pagination: { next_cursor: string | null } }>(
      `/webhook-event-types?limit=3${cursor}`,
    );
    seen.push(...body.data.map((row) => row.type));
    if (body.pagination.next_cursor === null) break;
    cursor = `&cursor=${body.pagination.next_cursor}`;
  }
  const all = await api.get<{ data: WebhookEventType[] }>('/webhook-event-types');
  expect(seen).toEqual(all.body.data.map((row) => row.type));
  expect(await api.get('/webhook-event-types?limit=0')).toMatchObject({ status: 400, body: { code: 'validation_error' } });
});

test('endpoints of another organization are not found by any route', async () => {
  const mine = await organization();
  const { id } = await createEndpoint(mine.api, 'http://127.0.0.1:9/');
  const { api } = await organization();
  const answers = await Promise.all([
    api.get(`/webhook-endpoints/${id}`),
    api.patch(`/webhook-endpoints/${id}`, { description: 'x' }),
    api.delete(`/webhook-endpoints/${id}`),
    api.get(`/webhook-endpoints/${id}/deliveries`),
    api.post(`/webhook-endpoints/${id}/rotate-secret`, {}),
    api.post(`/webhook-endpoints/${id}/test`, { event_type: 'event.completed' }),
    api.post(`/webhook-endpoints/${id}/recover`, { from: '2026-01-01T00:00:00Z' }),
    api.get(`/webhook-endpoints/${id}/recover?from=2026-01-01T00:00:00Z`),
    api.get(`/webhook-endpoints/${id}/recoveries`),
  ]);
  expect(answers.map((answer) => [answer.status, answer.body['code']])).toEqual(answers.map(() => [404, 'not_found']));
});
