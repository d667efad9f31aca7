import { expect, test } from 'vitest';
import { outcomeOfAttempt, type AttemptOutcome } from '@/domain/webhooks/retry';
import { claimDeliveries, type ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import { statement } from '@/server/db/transaction';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';
import { recordAttempt } from '@/server/services/webhooks/attempts';
import { chance } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { roundTripsOf } from '@tests/support/round-trips';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

await useOwnDatabase();

const NOWHERE = { url: 'http://127.0.0.1:9/' };
const MANY = { room: 1000, roomForSlow: 1000, shares: { PROMPT: 1000, SLOW: 1000, SILENT: 1000 } };

/** A sandbox with so many deliveries, all claimed, oldest first. */
async function claimedIn(sandbox: Hooked, count: number, leaseMs = 60_000): Promise<ClaimedDelivery[]> {
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  await sandbox.happen('event.completed', count);
  const scope = { id: sandbox.id, now: new Date(Date.now() + 1_000) };
  const limits = { ...MANY, underWay: new Map<string, number>(), ahead: new Map<string, number>() };
  const claimed = await claimDeliveries(new Date(), new Date(Date.now() + leaseMs), limits, scope);
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Outcome = Parameters<typeof outcomeOfAttempt>[1];
const ANSWERED: Outcome = { status: 200, retryAfter: null };

function record(delivery: ClaimedDelivery, outcome: Outcome = ANSWERED, durationMs = 3): Promise<void> {
  const before = { attempts: delivery.attempt_count, firstLimitedAt: delivery.first_limited_at };
  const verdict: AttemptOutcome = outcomeOfAttempt(before, outcome, delivery.claimed_at, delivery.claimed_at);
  const response = 'status' in outcome ? { status: outcome.status, headers: {}, body: 'ok' } : null;
  return recordAttempt(delivery, verdict, { url: delivery.url, durationMs, requestHeaders: {}, response });
}

interface Told {
  waiting: number;
  sending: number;
  delivered: number;
  attempts: number;
}

async function toldOf({ id }: Hooked): Promise<Told> {
  const [row] = await statement<Told>(
    `SELECT (SELECT count(*)::int FROM webhook_queue WHERE organization_id = $1 AND lease_until IS NULL) AS waiting,
       (SELECT count(*)::int FROM webhook_queue WHERE organization_id = $1 AND lease_until IS NOT NULL) AS sending,
       count(*) FILTER (WHERE outcome = 'DELIVERED')::int AS delivered, count(*)::int AS attempts
     FROM webhook_attempts WHERE organization_id = $1`,
    [id],
  );
  return row!;
}

test('outcomes that are ready together are recorded in one trip, each once, whatever their organization', async () => {
  const sandboxes = [await sandboxWith(NOWHERE), await sandboxWith(NOWHERE)];
  const claimed = (await Promise.all(sandboxes.map((sandbox) => claimedIn(sandbox, 40)))).flat();
  expect(claimed).toHaveLength(80);
  expect(await roundTripsOf(() => Promise.all(claimed.map((one) => record(one))))).toBe(1);
  for (const sandbox of sandboxes) {
    expect(await toldOf(sandbox)).toEqual({ waiting: 0, sending: 0, delivered: 40, attempts: 40 });
    expect(await brokenInvariants(statement, sandbox.id)).toEqual([]);
  }
});

test('outcomes that change their endpoints are recorded in one trip for each organization', async () => {
  const sandboxes = [await sandboxWith(NOWHERE), await sandboxWith(NOWHERE), await sandboxWith(NOWHERE)];
  const claimed = (await Promise.all(sandboxes.map((sandbox) => claimedIn(sandbox, 20)))).flat();
  const failed = () => Promise.all(claimed.map((one) => record(one, { status: 500, retryAfter: null })));
  expect(await roundTripsOf(failed)).toBe(sandboxes.length);
  for (const sandbox of sandboxes) expect(await toldOf(sandbox)).toEqual({ waiting: 20, sending: 0, delivered: 0, attempts: 20 });
});

test('an outcome that cannot be recorded fails alone, and all that were ready with it are recorded once', async () => {
  const sandbox = await sandboxWith(NOWHERE);
  const claimed = await claimedIn(sandbox, 12);
  const results = await Promise.allSettled(claimed.map((one, index) => (index === 5 ? record(one, ANSWERED, 2 ** 31) : record(one))));
  expect(results.map(({ status }) => status)).toEqual(claimed.map((_, index) => (index === 5 ? 'rejected' : 'fulfilled')));
  expect(await toldOf(sandbox)).toEqual({ waiting: 0, sending: 1, delivered: 11, attempts: 11 });
  const left = await statement('SELECT id FROM webhook_queue WHERE organization_id = $1', [sandbox.id]);
  expect(left).toEqual([{ id: claimed[5]!.id }]);
});

test('of outcomes that are ready together, those whose lease was lost are left to the new holder, and change nothing', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const stale = await claimedIn(sandbox, 4, -1);
  const again = await claimedIn(sandbox, 2);
  expect(again).toHaveLength(6);
  const failed = stale.map((one) => record(one, { status: 500, retryAfter: null }));
  await Promise.all([...failed, ...again.slice(4).map((one) => record(one))]);
  expect(await toldOf(sandbox)).toEqual({ waiting: 0, sending: 4, delivered: 2, attempts: 2 });
  expect((await sandbox.api.get(`/webhook-endpoints/${sandbox.endpoint.id}`)).body).toMatchObject({ consecutive_failures: 0 });
  await Promise.all(again.slice(0, 4).map((one) => record(one)));
  expect(await toldOf(sandbox)).toEqual({ waiting: 0, sending: 0, delivered: 6, attempts: 6 });
});

const CONDITION = 'rate_limited_until, failing_since, consecutive_failures, pace';
const OUTCOMES: readonly (readonly [Outcome, durationMs: number])[] = [
  [ANSWERED, 3],
  [ANSWERED, 2_500],
  [{ status: 500, retryAfter: null }, 3],
  [{ status: 404, retryAfter: null }, 3],
  [{ status: 429, retryAfter: '60' }, 3],
  [{ status: 429, retryAfter: '600' }, 3],
  [{ code: 'consumer_response_timeout', message: 'It did not answer.' }, 30_000],
  [{ code: 'signing_error', message: 'The secret cannot be read.' }, 0],
];

test('what many attempts say about an endpoint together is what they say one after another', { timeout: 60_000 }, async () => {
  const dice = chance('outcomes of one endpoint');
  const [together, oneByOne] = [await sandboxWith(NOWHERE), await sandboxWith(NOWHERE)];
  const stateOf = async ({ id }: Hooked) => statement(`SELECT ${CONDITION} FROM webhook_endpoints WHERE organization_id = $1`, [id]);
  for (let round = 0; round < 12; round++) {
    const count = dice.between(1, 6);
    const outcomes = Array.from({ length: count }, () => OUTCOMES[dice.between(0, OUTCOMES.length - 1)]!);
    await statement('UPDATE webhook_endpoints SET rate_limited_until = NULL WHERE organization_id = ANY ($1)', [
      [together.id, oneByOne.id],
    ]);
    const [first, second] = [await claimedIn(together, count), await claimedIn(oneByOne, count)];
    // An hour apart: an endpoint that failed for days would be disabled in between, where attempts are recorded one by one.
    const at = (index: number) => ({ claimed_at: new Date(Date.UTC(2027, 0, 1, round, index)) });
    await Promise.all(first.map((one, index) => record({ ...one, ...at(index), pace: 'SILENT' }, ...outcomes[index]!)));
    for (const [index, one] of second.entries()) await record({ ...one, ...at(index), pace: 'SILENT' }, ...outcomes[index]!);
    expect(await stateOf(together), JSON.stringify(outcomes)).toEqual(await stateOf(oneByOne));
    await statement('DELETE FROM webhook_queue WHERE organization_id = ANY ($1)', [[together.id, oneByOne.id]]);
  }
});

test('when an endpoint that answered well asks for a pause, what was claimed ahead for it waits in the queue again', async () => {
  let answered = 0;
  await using receiver = await startReceiver((response) => {
    const status = ++answered <= 40 ? 200 : 429;
    response.writeHead(status, { 'retry-after': '3600' }).end();
  });
  const sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  await sandbox.happen('event.completed', 200);
  await deliverWebhooks({ clock: { now: () => new Date() }, limit: 200, signal: new AbortController().signal });
  expect(await toldOf(sandbox)).toMatchObject({ waiting: 160, sending: 0, delivered: 40 });
  // Those beside it that were on their way already.
  expect(receiver.received.length).toBeGreaterThan(40);
  expect(receiver.received.length).toBeLessThanOrEqual(40 + 8);
});

test('many deliveries to an endpoint that answers promptly are claimed and recorded in far fewer statements', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  await sandbox.happen('event.completed', 400);
  const run = () => deliverWebhooks({ clock: { now: () => new Date() }, limit: 200, signal: new AbortController().signal });
  const trips = await roundTripsOf(run);
  expect(await toldOf(sandbox)).toEqual({ waiting: 0, sending: 0, delivered: 400, attempts: 400 });
  expect(receiver.received).toHaveLength(400);
  expect(trips).toBeLessThan(200);
});

test('an endpoint that is claimed ahead for holds up no other one', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await claimedIn(sandbox, 0);
  const other = await createEndpoint(sandbox.api, receiver.url, ['event.failed']);
  await sandbox.happen('event.completed', 200);
  await sandbox.happen('event.failed', 20);
  const ahead = new Map([[sandbox.endpoint.id, 64]]);
  const claim = async (room: number) => {
    const shares = { PROMPT: 8, SLOW: 8, SILENT: 1 };
    const limits = { room, roomForSlow: 0, shares, underWay: new Map<string, number>(), ahead };
    const scope = { id: sandbox.id, now: new Date(Date.now() + 1_000) };
    const claimed = await claimDeliveries(new Date(), new Date(Date.now() + 60_000), limits, scope);
    return [sandbox.endpoint.id, other.id].map((id) => claimed.filter((one) => one.endpoint_id === id).length);
  };
  expect(await claim(12)).toEqual([6, 6]);
  expect(await claim(128)).toEqual([64, 8]);
});
