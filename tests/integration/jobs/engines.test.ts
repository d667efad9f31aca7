/** The same job tests on both engines; on Inngest through the SDK's HTTP handler, in signed requests. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbedded, type Runner } from '@/jobs/embedded';
import { startInngest } from '@/jobs/inngest';
import { firstIdAt } from '@/server/platform/ids';
import { requestLog } from '@/server/observability/request-log';
import { statement } from '@/server/db/transaction';
import { JOBS } from '@/server/services/jobs';
import { organization } from '@tests/support/api';
import { startInngestServer, type InngestServer } from '@tests/support/inngest';
import { automatedProgram } from '@tests/support/automations';
import { crowd, told } from '@tests/support/crowd';
import { giftCards } from '@tests/support/fulfillment';
import { ledger } from '@tests/support/ledger';
import { shop } from '@tests/support/redemptions';
import { tierClub } from '@tests/support/tiers';
import { useOwnDatabase } from '@tests/support/own-database';
import { tamper } from '@tests/support/proof';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const PATIENCE = { timeout: 60_000, interval: 20 };
/** Longer than any test, so that work is done only by a wake-up or by looking ahead. */
const NO_SWEEP_MS = 600_000;

/** Moves a clock without doing the work due on the way, as no request can. */
const runAhead = (organizationId: string, hours: number) =>
  statement('UPDATE organizations SET clock_offset_ms = $2 WHERE id = $1', [organizationId, hours * 3_600_000]);

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

  test('a lot expires when its time has come', async () => {
    const club = await ledger({ mode: 'SANDBOX', inventory_mode: 'LOT' });
    await club.post({ amount: '10', expires_in: '1h' });
    await club.post({ amount: '3', expires_in: '9h' });
    await runAhead(club.id, 2);
    engine = await start();
    await vi.waitUntil(async () => (await club.balance()).available === '3.00', PATIENCE);
    expect(await statement(`SELECT type FROM journal_entries WHERE organization_id = $1 AND type = 'EXPIRE'`, [club.id])).toHaveLength(1);
  });

  test('an automation tells each participant once, and what it tells is processed', async () => {
    const made = await automatedProgram();
    await crowd(made, 12);
    engine = await start();
    const { id } = await made.automate();
    await vi.waitUntil(async () => (await made.read(id)).status === 'COMPLETED', PATIENCE);
    await vi.waitUntil(async () => (await made.made()).every(({ status }) => status === 'COMPLETED'), PATIENCE);
    expect(await told(made.id)).toEqual({ events: 12, people: 12 });
  });

  test('a gift card is ordered as soon as it is redeemed, and its redemption completed', async () => {
    engine = await start();
    const program = await giftCards();
    const { body: redemption } = await program.redeem();
    await vi.waitUntil(async () => (await program.read(redemption.id)).status === 'COMPLETED', PATIENCE);
    expect(await program.balances()).toEqual({ available: '7500', held: '0' });
  });

  test('a reservation fails at its deadline, and what it held is available again', async () => {
    const club = await shop();
    const reserved = await club.reserved({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await runAhead(club.id, 2);
    engine = await start();
    await vi.waitUntil(async () => (await club.read(reserved)).status === 'FAILED', PATIENCE);
    expect(await club.read(reserved)).toMatchObject({ failure_reason: 'reservation_expired' });
    expect(await club.balance()).toMatchObject({ held: '0.00', available: '100.00' });
  });

  test('a level that ends is evaluated', async () => {
    const club = await tierClub();
    await club.earn(150);
    await club.place({ level: 'gold', expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await runAhead(club.id, 2);
    engine = await start();
    await vi.waitUntil(async () => (await club.level()) === 'silver', PATIENCE);
    expect((await club.announced()).map(({ level }) => level).slice(-2)).toEqual(['gold', 'silver']);
  });

  test('the log of requests forgets what is older than 30 days', async () => {
    const { api, id } = await organization();
    await api.get('/programs');
    await api.get('/assets');
    await requestLog().flush();
    const paths = async () =>
      (await statement<{ path: string }>('SELECT path FROM request_logs WHERE organization_id = $1', [id])).map(({ path }) => path).sort();
    expect(await paths()).toEqual(['/v1/assets', '/v1/programs']);
    const old = firstIdAt(new Date(Date.now() - 31 * 86_400_000));
    await tamper(`UPDATE request_logs SET id = $2 WHERE organization_id = $1 AND path = '/v1/assets'`, [id, old]);
    engine = await start();
    await vi.waitUntil(async () => (await paths()).length === 1, PATIENCE);
    expect(await paths()).toEqual(['/v1/programs']);
  });
});
