/** Where a delivery may not go when it is sent, although its endpoint was registered. */
import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { dropSingleton, singleton } from '@/server/platform/singleton';
import { newWebhookAgent } from '@/server/platform/outbound/webhook-sender';
import { publicLookup } from '@/server/platform/outbound/webhook-target';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

const PRIVATE: LookupAddress = { address: '127.0.0.1', family: 4 };

/** The service's own connections, with names that all have come to mean this machine. */
const agent = newWebhookAgent(publicLookup(async () => [PRIVATE]));

beforeEach(() => {
  dropSingleton('webhook-agent');
  singleton('webhook-agent', () => agent);
});

afterEach(() => {
  publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' });
  dropSingleton('webhook-agent');
});

afterAll(() => agent.close());

test.each([
  ['a name that has come to mean a private address', (port: string) => `https://hooks.example.com:${port}/`],
  ['a private address that was allowed when it was registered', (port: string) => `https://127.0.0.1:${port}/`],
  ['plain http', (port: string) => `http://hooks.example.com:${port}/`],
])('a delivery to %s fails with target_not_allowed without a request, and is retried on the schedule', async (_, urlAt) => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith({ url: urlAt(new URL(receiver.url).port) });
  publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' });
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  const pending = await sandbox.delivery(queued.id);
  expect(pending).toMatchObject({
    status: 'PENDING',
    error_code: 'target_not_allowed',
    last_error: expect.stringMatching(/^The (host|address) of the endpoint .+\.$/) as string,
    attempt_count: 1,
    response_status: null,
    attempts: [{ response: null, error_code: 'target_not_allowed' }],
  });
  await sandbox.advance('24h');
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'FAILED', error_code: 'target_not_allowed', attempt_count: 8 });
  expect(receiver.received).toHaveLength(0);
});
