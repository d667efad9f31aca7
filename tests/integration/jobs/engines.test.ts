import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbedded, type Runner } from '@/jobs/embedded';
import { startInngest } from '@/jobs/inngest';
import { JOBS } from '@/server/services/jobs';
import { organization } from '@tests/support/api';
import { startInngestServer, type InngestServer } from '@tests/support/inngest';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const PATIENCE = { timeout: 15_000, interval: 20 };
/** Longer than any test: what is done is done because of a wake-up or a look ahead. */
const NO_SWEEP_MS = 600_000;

interface Engine {
  stop(): Promise<void>;
}

const ENGINES: readonly (readonly [string, () => Promise<Engine>])[] = [
  [
    'embedded',
    () => Promise.resolve(startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: NO_SWEEP_MS, onFailure: () => undefined })),
  ],
  [
    'inngest',
    async () => {
      const server: InngestServer = await startInngestServer();
      const runner: Runner = startInngest();
      server.tick();
      return {
        stop: async () => {
          await runner.stop();
          await server[Symbol.asyncDispose]();
        },
      };
    },
  ],
];

describe.each(ENGINES)('under the %s engine', (name, start) => {
  let engine: Engine | undefined;
  beforeEach(() => void (engine = undefined));
  afterEach(() => engine?.stop());

  test('what is committed is done at once, and so is what it causes', async () => {
    engine = await start();
    await using receiver = await startReceiver();
    const { api } = await organization();
    await createEndpoint(api, receiver.url, ['event.completed']);
    const program = await api.post<{ id: string }>('/programs', { name: 'P' });
    const event = await api.post<{ id: string }>('/events', {
      program_id: program.body.id,
      external_id: 'ada',
      idempotency_key: 'one',
      event_data: {},
    });
    await vi.waitUntil(() => receiver.received.length === 1, PATIENCE);
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'event.completed', data: { event_id: event.body.id } });
  });

  test('what was due before it started is found', async () => {
    await using receiver = await startReceiver();
    const sandbox = await sandboxWith(receiver);
    const { id } = await sandbox.send();
    engine = await start();
    await vi.waitUntil(async () => (await sandbox.delivery(id)).status === 'DELIVERED', PATIENCE);
    expect(receiver.received).toHaveLength(1);
  });

  test('many deliveries to many endpoints are each sent once', async () => {
    engine = await start();
    await using receiver = await startReceiver();
    const sandbox = await sandboxWith(receiver);
    for (let i = 0; i < 4; i++) await createEndpoint(sandbox.api, receiver.url, ['event.rejected']);
    await Promise.all(Array.from({ length: 60 }, () => sandbox.send()));
    await vi.waitUntil(async () => (await sandbox.deliveries('?status=DELIVERED&limit=200')).length === 60, PATIENCE);
    expect(new Set(receiver.received.map((request) => request.headers['webhook-id'])).size).toBe(60);
    expect(receiver.received).toHaveLength(60);
  });

  test(`a retry that falls due by itself is sent when its time comes (${name === 'inngest' ? 'by looking ahead' : 'by the sweep'})`, async () => {
    engine =
      name === 'embedded'
        ? startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 100, onFailure: () => undefined })
        : await start();
    await using receiver = await startReceiver(500, 200);
    const sandbox = await sandboxWith(receiver);
    const { id } = await sandbox.send();
    await vi.waitUntil(async () => (await sandbox.delivery(id)).attempt_count === 1, PATIENCE);
    await sandbox.advance('4m58s');
    await vi.waitUntil(async () => (await sandbox.delivery(id)).status === 'DELIVERED', PATIENCE);
    const [first, second] = (await sandbox.delivery(id)).attempts;
    expect(Date.parse(second!.attempted_at) - Date.parse(first!.attempted_at)).toBeGreaterThanOrEqual(5 * 60_000);
  });
});
