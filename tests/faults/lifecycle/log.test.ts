/** The production log: the id of a request leads to everything that came of it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { CAMPAIGN_SETTINGS, remoteOrganization } from '@tests/support/campaign';
import { send } from '@tests/support/http';
import { startReceiver } from '@tests/support/receiver';
import { Installation } from '@tests/support/service';

const SETTINGS = {
  ...CAMPAIGN_SETTINGS,
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET: Buffer.alloc(32, 2).toString('base64'),
};

interface Line {
  readonly msg: string;
  readonly time: string;
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

const isLine = (text: string): boolean => text.startsWith('{');

test('one request id leads from the request through its event and the entries to each webhook', async () => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  await using receiver = await startReceiver(200);
  const service = place.run(SETTINGS, [process.execPath, '--import', 'tsx', 'src/cli/main.ts']);
  await service.ready();
  const { key, programIds } = await remoteOrganization(service.address, { webhookUrl: receiver.url });
  const post = (idempotency_key: string) =>
    send(service.address, {
      method: 'POST',
      path: '/v1/events',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ program_id: programIds[0], external_id: 'ada', idempotency_key, event_data: { amount: 5 } }),
    });
  const answers = [await post('one'), await post('another')];
  const completionsOf = (id: string) =>
    receiver.received.flatMap(({ body }) => {
      const envelope = JSON.parse(body) as { id: string; type: string; data: { event_id?: string } };
      return envelope.data.event_id === id && envelope.type === 'event.completed' ? [envelope.id] : [];
    });
  const events = answers.map(({ text }) => (JSON.parse(text) as { id: string }).id) as [string, string];
  await vi.waitUntil(() => events.every((id) => completionsOf(id).length === 1), { timeout: 60_000, interval: 20 });
  service.signal('SIGTERM');
  const { stdout, code } = await service.ended;
  expect(code).toBe(0);

  const lines = stdout
    .split('\n')
    .filter(isLine)
    .map((text) => JSON.parse(text) as Line);
  const requestId = answers[0]!.headers['x-request-id'];
  const of = lines.filter(({ request_id }) => request_id === requestId);
  const named = (msg: string) => of.filter((line) => line.msg === msg);
  expect(named('events accepted')).toMatchObject([{ event_ids: [events[0]] }]);
  expect(named('request')).toMatchObject([{ method: 'POST', path: '/v1/events', status: 202 }]);
  expect(named('entries posted')).toMatchObject([{ event_ids: [events[0]], journal_entry_ids: [expect.any(String)] }]);
  expect(named('events processed')).toMatchObject([{ completed: [events[0]], failed: [] }]);
  const attempts = named('webhook attempted');
  expect(attempts).toContainEqual(
    expect.objectContaining({ webhook_event_id: completionsOf(events[0])[0], outcome: 'DELIVERED', status: 200 }),
  );
  expect(attempts.every(({ delivery_id }) => typeof delivery_id === 'string')).toBe(true);
  expect(new Set(of.map(({ msg }) => msg)).size).toBe(5);
  expect(JSON.stringify(of)).not.toContain(events[1]);
});
