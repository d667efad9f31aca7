import { expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { env, publishSettings } from '@/env';
import { JOB_NAMES } from '@/server/platform/wake';
import { organization, origin } from '@tests/support/api';
import { metricsAt, sampleOf } from '@tests/support/metrics';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

test('metrics parse, tell every queue, and carry no id and no path that was asked for', async () => {
  const { id, api } = await organization();
  await api.get(`/programs/${id}`);
  await api.get('/nothing/here');
  const metrics = await metricsAt(origin());
  expect(metrics.types.get('http_request_duration_seconds')).toBe('histogram');
  expect(sampleOf(metrics, 'database_up')).toBe(1);
  const queues = metrics.samples.filter(({ name }) => name === 'queue_due_rows').map(({ labels }) => labels.job);
  expect(queues.every((job) => JOB_NAMES.some((name) => name === job))).toBe(true);
  expect(queues).toEqual(expect.arrayContaining(['process-events', 'deliver-webhooks', 'process-due-lots', 'seal-entries']));
  expect(sampleOf(metrics, 'http_request_duration_seconds_count', { route: 'unmatched', status: '404' })).toBeGreaterThan(0);
  const values = metrics.samples.flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => UUID.test(value) || value.includes('nothing'))).toEqual([]);
});

test('an event that waits is counted in its queue', async () => {
  const { api } = await organization();
  const program = await api.post<{ id: string }>('/programs', { name: 'P' });
  const due = async () => sampleOf(await metricsAt(origin()), 'queue_due_rows', { job: 'process-events' });
  const event = { program_id: program.body.id, external_id: 'ada', idempotency_key: 'one', event_data: {} };
  expect((await api.post('/events', event)).status).toBe(202);
  expect(await due()).toBeGreaterThan(0);
});

test('a recovery of webhooks that is under way is counted in its queue', async () => {
  await using receiver = await startReceiver(400);
  const sandbox = await sandboxWith(receiver);
  const from = new Date(Date.now() - 60_000).toISOString();
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(id)).toMatchObject({ status: 'FAILED' });
  const due = async () => sampleOf(await metricsAt(origin()), 'queue_due_rows', { job: 'recover-webhooks' });
  await sandbox.api.post(`/webhook-endpoints/${sandbox.endpoint.id}/recover`, { from });
  expect(await due()).toBeGreaterThan(0);
});

test('without a database the metrics of the process are told, and no queue is', async () => {
  const { DATABASE_URL } = env();
  await closeDatabase();
  publishSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  try {
    const metrics = await metricsAt(origin());
    expect(sampleOf(metrics, 'database_up')).toBe(0);
    expect(metrics.samples.filter(({ name }) => name === 'queue_due_rows')).toEqual([]);
  } finally {
    await closeDatabase();
    publishSettings({ DATABASE_URL });
  }
});
