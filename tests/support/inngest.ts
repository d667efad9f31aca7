/**
 * Implements as much of an Inngest server as the jobs need: accepts registrations and events over HTTP, calls
 * the SDK's own handler step by step until a run ends, and fires crons on demand. Like the cloud it has keys:
 * a registration must present the signing key, and calls are signed with it.
 */
import { createHash, createHmac } from 'node:crypto';
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
  /** Names of the steps that ran, in order. */
  readonly steps: readonly string[];
  /** Calls a function as a step of a run. @param sign makes the signature; by default a valid one. */
  call(fnId: string, sign?: Sign): Promise<{ status: number; body: unknown }>;
  /** Runs every function that has a cron, as if its minute had come. */
  tick(): void;
}

/** Makes the `x-inngest-signature` header of a body; null: none. */
type Sign = (body: string) => string | null;

export const SIGNING_KEY = 'signkey-test-0123456789abcdef0123456789abcdef';
const keyBytes = (key: string): string => key.replace(/^signkey-\w+-/, '');

/** JSON with sorted keys (RFC 8785), which is what gets signed. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** Signs as Inngest does: the body and the Unix second, with the key stripped of its prefix. */
export const signatureOf = (body: string, key = SIGNING_KEY, second = Math.floor(Date.now() / 1_000)): string =>
  `t=${second}&s=${createHmac('sha256', keyBytes(key)).update(`${body}${second}`).digest('hex')}`;

/** The hash of the key that a registration presents. */
const HASHED_KEY = `signkey-test-${createHash('sha256')
  .update(Buffer.from(keyBytes(SIGNING_KEY), 'hex'))
  .digest('hex')}`;

const SERVE_URL = 'http://app.test/api/inngest';

type Handlers = ReturnType<typeof serve>;

/** Starts the server, points the settings at it and its keys, and registers this process's jobs. */
export async function startInngestServer(): Promise<InngestServer> {
  const inngest = new MiniInngest();
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const isKnown = request.url !== '/fn/register' || request.headers.authorization === `Bearer ${HASHED_KEY}`;
      const answer = isKnown ? inngest.receive(request.url ?? '', body) : { error: 'the key is not known' };
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  publishSettings({
    INNGEST_DEV: '',
    INNGEST_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    INNGEST_EVENT_KEY: 'event-key-of-tests',
    INNGEST_SIGNING_KEY: SIGNING_KEY,
  });
  const client = newInngest();
  await inngest.connect(serve({ client, functions: inngestFunctions(client, JOBS), servePath: '/api/inngest' }));
  return {
    functions: inngest.functions,
    events: inngest.events,
    steps: inngest.steps,
    call: (fnId, sign) => inngest.call(fnId, 'step', inngest.step({ name: 'inngest/scheduled.timer', data: {} }), sign),
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

  /** Ignores an id seen before, and delays an event with a future timestamp. */
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
      const answer = await this.call(fnId, stepId, this.step(event, state));
      const [op] = answer.status === 206 ? (answer.body as Op[]) : [];
      if (!op || op.op === 'StepError') return;
      stepId = op.op === 'StepPlanned' ? op.id : 'step';
      if (op.op === 'StepPlanned') continue;
      this.steps.push(op.displayName ?? op.id);
      state[op.id] = { type: 'data', data: op.data ?? null };
    }
  }

  step(event: SentEvent, state: Readonly<Record<string, unknown>> = {}): unknown {
    const stack = Object.keys(state);
    const ctx = { run_id: `run-${this.events.length}`, attempt: 0, stack: { stack, current: Math.max(0, stack.length - 1) } };
    return { version: 2, event, events: [event], steps: state, ctx };
  }

  async call(fnId: string, stepId: string, content: unknown, sign: Sign = signatureOf): Promise<{ status: number; body: unknown }> {
    const url = `${SERVE_URL}?fnId=${encodeURIComponent(fnId)}&stepId=${stepId}`;
    const body = canonical(content);
    const signature = sign(body);
    const headers = { 'content-type': 'application/json', ...(signature === null ? {} : { 'x-inngest-signature': signature }) };
    const request = new Request(url, { method: 'POST', headers, body });
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
