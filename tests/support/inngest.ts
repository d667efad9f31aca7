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

type Handlers = ReturnType<typeof serve>;

/** Starts the server and registers this process's jobs with it. The settings then name it as INNGEST_DEV. */
export async function startInngestServer(): Promise<InngestServer> {
  const inngest = new MiniInngest();
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const answer = inngest.receive(request.url ?? '', body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  publishSettings({ INNGEST_DEV: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const client = newInngest();
  await inngest.connect(serve({ client, functions: inngestFunctions(client, JOBS), servePath: '/api/inngest' }));
  return {
    functions: inngest.functions,
    events: inngest.events,
    steps: inngest.steps,
    tick: () => inngest.tick(),
    [Symbol.asyncDispose]: async () => {
      inngest.stop();
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

class MiniInngest {
  readonly functions: RegisteredFunction[] = [];
  readonly events: SentEvent[] = [];
  readonly steps: string[] = [];
  private readonly seen = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private handlers: Handlers | undefined;
  private stopped = false;

  async connect(handlers: Handlers): Promise<void> {
    this.handlers = handlers;
    await handlers.PUT(new Request(SERVE_URL, { method: 'PUT' }) as NextRequest, {});
  }

  receive(path: string, body: unknown): unknown {
    if (path === '/fn/register')
      this.functions.splice(0, this.functions.length, ...(body as { functions: RegisteredFunction[] }).functions);
    if (!path.startsWith('/e/')) return { status: 200 };
    const events = body as SentEvent[];
    for (const event of events) this.accept(event);
    return { status: 200, ids: events.map((_, i) => String(i)) };
  }

  tick(): void {
    const timed = this.functions.filter(({ triggers }) => triggers.some((trigger) => trigger.cron));
    for (const { id } of timed) void this.run(id, { name: 'inngest/scheduled.timer', data: {} });
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** An id is heard once; a time ahead is waited for. */
  private accept(event: SentEvent): void {
    this.events.push(event);
    if (event.id !== undefined && this.seen.has(event.id)) return;
    if (event.id !== undefined) this.seen.add(event.id);
    const listening = this.functions.filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name));
    const start = (): void => listening.forEach(({ id }) => void this.run(id, event));
    this.timers.add(setTimeout(start, Math.max(0, (event.ts ?? 0) - Date.now())));
  }

  private async run(fnId: string, event: SentEvent): Promise<void> {
    const state: Record<string, unknown> = {};
    for (let stepId = 'step'; !this.stopped;) {
      const stack = Object.keys(state);
      const ctx = { run_id: `run-${this.events.length}`, attempt: 0, stack: { stack, current: Math.max(0, stack.length - 1) } };
      const answer = await this.call(fnId, stepId, { version: 2, event, events: [event], steps: state, ctx });
      const [op] = answer.status === 206 ? (answer.body as Op[]) : [];
      if (!op || op.op === 'StepError') return;
      stepId = op.op === 'StepPlanned' ? op.id : 'step';
      if (op.op === 'StepPlanned') continue;
      this.steps.push(op.displayName ?? op.id);
      state[op.id] = { type: 'data', data: op.data ?? null };
    }
  }

  private async call(fnId: string, stepId: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const url = `${SERVE_URL}?fnId=${encodeURIComponent(fnId)}&stepId=${stepId}`;
    const request = new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const response = await this.handlers!.POST(request as NextRequest, {});
    return { status: response.status, body: await response.json() };
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? [] : JSON.parse(text);
}
