/**
 * As much of an Inngest server as the jobs need: it takes registrations and events over HTTP, calls
 * the SDK's own handler step by step until a run ends, and fires the crons when it is told to.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from 'inngest/next';
import type { NextRequest } from 'next/server';
import { publishSettings } from '@/env';
import { inngestFunctions, newInngest } from '@/jobs/inngest';
import { JOBS } from '@/server/services/jobs';

interface RegisteredFunction {
  id: string;
  name: string;
  triggers: { event?: string; cron?: string }[];
  concurrency?: unknown;
}

interface SentEvent {
  name: string;
  ts?: number;
  id?: string;
  data: unknown;
}

type Op = { id: string; op: string; data?: unknown; displayName?: string };

export interface InngestServer extends AsyncDisposable {
  readonly functions: readonly RegisteredFunction[];
  readonly events: readonly SentEvent[];
  /** Names of the steps that were run, in their order. */
  readonly steps: readonly string[];
  /** Runs every function that has a cron, as at a full minute. */
  tick(): void;
}

const SERVE_URL = 'http://app.test/api/inngest';

/** Starts the server and registers this process's jobs with it. The settings then name it as INNGEST_DEV. */
export async function startInngestServer(): Promise<InngestServer> {
  const functions: RegisteredFunction[] = [];
  const events: SentEvent[] = [];
  const steps: string[] = [];
  const seen = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let handlers: ReturnType<typeof serve> | undefined;
  let stopped = false;

  const call = async (fnId: string, stepId: string, body: unknown): Promise<{ status: number; body: unknown }> => {
    const url = `${SERVE_URL}?fnId=${encodeURIComponent(fnId)}&stepId=${stepId}`;
    const request = new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const response = await handlers!.POST(request as NextRequest, {});
    return { status: response.status, body: await response.json() };
  };
  const run = async (fnId: string, event: SentEvent): Promise<void> => {
    const state: Record<string, unknown> = {};
    for (let stepId = 'step'; !stopped;) {
      const ids = Object.keys(state);
      const ctx = { run_id: `run-${events.length}`, attempt: 0, stack: { stack: ids, current: Math.max(0, ids.length - 1) } };
      const answer = await call(fnId, stepId, { version: 2, event, events: [event], steps: state, ctx });
      if (answer.status !== 206) return;
      const [op] = answer.body as Op[];
      if (!op || op.op === 'StepError') return;
      stepId = op.op === 'StepPlanned' ? op.id : 'step';
      if (op.op === 'StepPlanned') continue;
      steps.push(op.displayName ?? op.id);
      state[op.id] = { type: 'data', data: op.data ?? null };
    }
  };
  const accept = (event: SentEvent): void => {
    events.push(event);
    if (event.id !== undefined && seen.has(event.id)) return;
    if (event.id !== undefined) seen.add(event.id);
    const listening = functions.filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name));
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        for (const { id } of listening) void run(id, event);
      },
      Math.max(0, (event.ts ?? 0) - Date.now()),
    );
    timers.add(timer);
  };

  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      if (request.url === '/fn/register') functions.splice(0, functions.length, ...(body as { functions: RegisteredFunction[] }).functions);
      else if (request.url?.startsWith('/e/')) (body as SentEvent[]).forEach(accept);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ids: (body as unknown[]).length ? ['1'] : [], status: 200 }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  publishSettings({ INNGEST_DEV: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const client = newInngest();
  handlers = serve({ client, functions: inngestFunctions(client, JOBS), servePath: '/api/inngest' });
  await handlers.PUT(new Request(SERVE_URL, { method: 'PUT' }) as NextRequest, {});
  return {
    functions,
    events,
    steps,
    tick: () =>
      functions
        .filter(({ triggers }) => triggers.some((trigger) => trigger.cron))
        .forEach(({ id }) => void run(id, { name: 'inngest/scheduled.timer', data: {} })),
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      timers.forEach((timer) => clearTimeout(timer));
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? [] : JSON.parse(text);
}
