import { InngestTestEngine } from '@inngest/test';
import type { NextRequest } from 'next/server';
import { expect, test, vi } from 'vitest';
import { GET, POST } from '@/app/api/inngest/route';
import { publishSettings } from '@/env';
import { startEngine } from '@/jobs/engine';
import { inngestFunctions, newInngest, startInngest, wakeEvent } from '@/jobs/inngest';
import type { Job } from '@/server/job';
import { JOBS } from '@/server/services/jobs';
import { wake } from '@/server/wake';
import { startInngestServer } from '@tests/support/inngest';
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

test('every job is registered once, with its title, its wake-up, a sweep and a bound on concurrency', async () => {
  await using server = await startInngestServer();
  expect(server.functions).toHaveLength(JOBS.length);
  for (const [i, job] of JOBS.entries()) {
    expect(server.functions[i]).toMatchObject({
      name: job.title,
      triggers: [{ event: wakeEvent(job.name) }, { cron: '* * * * *' }],
      concurrency: { limit: expect.any(Number) },
    });
    expect(server.functions[i]!.id).toContain(job.name);
  }
});

test('a run sends the deliveries that are due and says how many', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const sent = [await sandbox.send(), await sandbox.send()];
  const { result, error } = await new InngestTestEngine({ function: functionOf(jobNamed('deliver-webhooks')) }).execute();
  expect(error).toBeUndefined();
  expect(result).toEqual({ performed: 2 });
  for (const { id } of sent) expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED' });
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
  const runner = startInngest();
  for (let i = 0; i < 100; i++) wake('deliver-webhooks');
  await vi.waitUntil(() => server.events.length > 0);
  for (let i = 0; i < 100; i++) wake('deliver-webhooks');
  await runner.stop();
  expect(server.events.length).toBeGreaterThanOrEqual(2);
  expect(server.events.length).toBeLessThanOrEqual(4);
  wake('deliver-webhooks');
  expect(server.events.every(({ name }) => name === wakeEvent('deliver-webhooks'))).toBe(true);
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
    await vi.waitUntil(async () => (await sandbox.delivery(id)).status === 'DELIVERED', { timeout: 10_000 });
  } finally {
    await engine.stop();
    publishSettings({ JOB_ENGINE: 'embedded' });
  }
  expect([server.events.length > 0, server.steps.includes('Do what is due (1)')]).toEqual([asEvent, asEvent]);
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
