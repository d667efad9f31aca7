import { InngestTestEngine } from '@inngest/test';
import type { EventPayload } from 'inngest';
import type { NextRequest } from 'next/server';
import { expect, test, vi } from 'vitest';
import { GET, POST } from '@/app/api/inngest/route';
import { publishSettings } from '@/env';
import { startEngine } from '@/jobs/engine';
import { inngestFunctions, laneEvent, newInngest, startInngest, wakeEvent } from '@/jobs/inngest';
import type { Job } from '@/server/platform/job';
import { JOBS } from '@/server/services/jobs';
import { JOB_NAMES, wake } from '@/server/platform/wake';
import { signatureOf, SIGNING_KEY, startInngestServer } from '@tests/support/inngest';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();
publishSettings({ INNGEST_DEV: '1' });

const functionOf = (job: Job) => inngestFunctions(newInngest(), [job])[0]!;
const jobNamed = (name: string) => JOBS.find((job) => job.name === name)!;
const scripted = (change: Partial<Job>): Job => ({
  name: 'process-events',
  title: 'Scripted',
  run: () => Promise.resolve({ performed: 0, more: false }),
  ...change,
});

test('every job is registered, with its title, its wake-up, a sweep and a bound on concurrency', async () => {
  await using server = await startInngestServer();
  expect(JOBS.map(({ name }) => name).sort()).toEqual([...JOB_NAMES].sort());
  for (const job of JOBS) {
    expect(server.functions.filter(({ id }) => id === `rewards-${job.name}`)).toMatchObject([
      { name: job.title, triggers: [{ event: wakeEvent(job.name) }, { cron: '* * * * *' }], concurrency: { limit: expect.any(Number) } },
    ]);
  }
});

test('events are bounded program by program and deliveries endpoint by endpoint', async () => {
  await using server = await startInngestServer();
  const lanes = server.functions.filter(({ id }) => id.endsWith('-lane'));
  expect(lanes.map(({ id, triggers, concurrency }) => ({ id, triggers, concurrency }))).toMatchObject([
    {
      id: 'rewards-process-events-lane',
      triggers: [{ event: laneEvent('process-events') }],
      concurrency: [{ key: 'event.data.program_id', limit: 1 }, { limit: 16 }],
    },
    {
      id: 'rewards-deliver-webhooks-lane',
      triggers: [{ event: laneEvent('deliver-webhooks') }],
      concurrency: [{ key: 'event.data.endpoint_id', limit: 1 }, { limit: 16 }],
    },
  ]);
});

test('a run for an endpoint sends what is due to it, and nothing to any other', async () => {
  await using receiver = await startReceiver();
  const [sandbox, other] = [await sandboxWith(receiver), await sandboxWith(receiver)];
  const sent = [await sandbox.send(), await sandbox.send()];
  const { id: left } = await other.send();
  const [, lane] = inngestFunctions(newInngest(), [jobNamed('deliver-webhooks')]);
  const events: [EventPayload] = [{ name: laneEvent('deliver-webhooks'), data: { endpoint_id: sandbox.endpoint.id } }];
  const { result, error } = await new InngestTestEngine({
    function: lane!,
    events,
    steps: [{ id: 'Come back when more is due', handler: () => ({ ids: ['1'] }) }],
  }).execute();
  expect(error).toBeUndefined();
  expect(result).toEqual({ performed: 2 });
  for (const { id } of sent) expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED' });
  expect(await other.delivery(left)).toMatchObject({ status: 'PENDING' });
});

test('a run goes on while there is more, then looks ahead and asks to be woken at the next due time', async () => {
  const left = [3, 2, 1];
  const due = new Date(Date.now() + 5_500);
  const job = scripted({
    run: () => Promise.resolve({ performed: left.shift() ?? 0, more: left.length > 0 }),
    nextWake: () => Promise.resolve(due),
  });
  const engine = new InngestTestEngine({
    function: functionOf(job),
    steps: [{ id: 'Come back when more is due', handler: () => ({ ids: ['1'] }) }],
  });
  const { result, ctx } = await engine.execute();
  expect(result).toEqual({ performed: 6 });
  const ts = Math.ceil(due.getTime() / 1_000) * 1_000;
  expect(ctx.step.sendEvent).toHaveBeenCalledWith('Come back when more is due', {
    id: `process-events-${ts}`,
    name: wakeEvent('process-events'),
    ts,
  });
});

test('a run that fails is reported as failed, so that Inngest retries it', async () => {
  const { error } = await new InngestTestEngine({
    function: functionOf(scripted({ run: () => Promise.reject(new Error('no database')) })),
  }).execute();
  expect(error).toMatchObject({ message: 'no database' });
});

test('many wake-ups at once become few events, and none is lost', async () => {
  await using server = await startInngestServer();
  const wakes = () =>
    server.events.filter(({ name, id }) => name === wakeEvent('deliver-webhooks') && !id?.startsWith('deliver-webhooks-'));
  const runner = startInngest();
  for (let i = 0; i < 100; i++) wake('deliver-webhooks');
  await vi.waitUntil(() => wakes().length > 0, { timeout: 60_000 });
  for (let i = 0; i < 100; i++) wake('deliver-webhooks');
  await runner.stop();
  const sent = wakes().length;
  expect(sent).toBeGreaterThanOrEqual(2);
  expect(sent).toBeLessThanOrEqual(4);
  wake('deliver-webhooks');
  await vi.waitUntil(() => server.steps.includes('Find what is due'), { timeout: 60_000 });
  expect(wakes()).toHaveLength(sent);
});

test.each([
  ['inngest', true],
  ['embedded', false],
])('with JOB_ENGINE %s, whether a wake-up becomes an event is %s, and the work is done', async (JOB_ENGINE, asEvent) => {
  await using server = await startInngestServer();
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  publishSettings({ JOB_ENGINE });
  const engine = await startEngine();
  try {
    const { id } = await sandbox.send();
    await vi.waitUntil(async () => (await sandbox.delivery(id)).status === 'DELIVERED', { timeout: 60_000 });
    // The server learns of a step when the call that did it is answered, after the delivery shows in the database.
    if (asEvent) await vi.waitUntil(() => server.steps.includes('Do what is due (1)'), { timeout: 60_000 });
  } finally {
    await engine.stop();
    publishSettings({ JOB_ENGINE: 'embedded' });
  }
  expect([server.events.length > 0, server.steps.includes('Do what is due (1)')]).toEqual([asEvent, asEvent]);
});

test('a call that is signed with the key is done; one with no, another or an old signature is refused and does nothing', async () => {
  await using server = await startInngestServer();
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  const fnId = 'rewards-deliver-webhooks-lane';
  const refused = [
    () => null,
    () => 't=1&s=00',
    (body: string) => signatureOf(body, SIGNING_KEY.replace('0', '1')),
    (body: string) => signatureOf(`${body} `),
    (body: string) => signatureOf(body, SIGNING_KEY, Math.floor(Date.now() / 1_000) - 3_600),
  ];
  for (const sign of refused) expect(await server.call(fnId, sign)).toMatchObject({ status: 401 });
  expect(await sandbox.delivery(id)).toMatchObject({ status: 'PENDING', attempt_count: 0 });
  expect(await server.call('rewards-deliver-webhooks')).toMatchObject({ status: 206, body: [{ op: 'StepRun' }] });
});

test('the route of Inngest is there under its engine only, and refuses unsigned calls outside development', async () => {
  const request = (method: string) =>
    new Request('http://app.test/api/inngest?fnId=rewards-deliver-webhooks&stepId=step', {
      method,
      body: method === 'POST' ? '{}' : undefined,
    }) as NextRequest;
  expect((await GET(request('GET'), {})).status).toBe(404);
  publishSettings({
    JOB_ENGINE: 'inngest',
    INNGEST_DEV: '',
    INNGEST_EVENT_KEY: 'event-key',
    INNGEST_SIGNING_KEY: 'signkey-test-0123456789abcdef',
  });
  try {
    expect((await GET(request('GET'), {})).status).toBe(401);
    expect((await POST(request('POST'), {})).status).toBe(401);
  } finally {
    publishSettings({ JOB_ENGINE: 'embedded', INNGEST_DEV: '1' });
  }
});
