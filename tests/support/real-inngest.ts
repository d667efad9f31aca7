/** Runs Inngest's own development server beside a test, calls the functions of this process from it, and reads what it tells of their runs. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import type { NextRequest } from 'next/server';
import { GET, POST, PUT } from '@/app/api/inngest/route';
import { childEnvironment, publishSettings } from '@/env';
import { freePort } from '../../src/cli/free-port';
import { waitUntil } from '../../src/cli/postmaster';
import { temporaryFolder } from './temporary-folder';

const READY_TIMEOUT_MS = 60_000;

export interface Run {
  readonly status: string;
  readonly function: string;
  readonly event: string | null;
  readonly cron: string | null;
  /** How often the step that was tried again most often was. */
  readonly retries: number;
}

export interface RealInngest extends AsyncDisposable {
  /** Every run since it was started, as its own API tells of them. */
  runs(): Promise<readonly Run[]>;
  /** Fails the next call of this function, as a process that dies would. */
  failOnce(fnId: string): void;
}

/** @param program the server's binary. */
export async function startRealInngest(program: string): Promise<RealInngest> {
  const folder = await temporaryFolder('inngest');
  const failing = new Set<string>();
  const app = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    void answer(request, url, failing).then(async (answered) => {
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
    });
  });
  await new Promise<void>((resolve) => void app.listen(0, '127.0.0.1', resolve));
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/api/inngest`;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  publishSettings({ JOB_ENGINE: 'inngest', INNGEST_DEV: base });
  const ports = await Promise.all(
    ['--connect-gateway-port', '--connect-gateway-grpc-port', '--connect-executor-grpc-port'].map(async (flag) => [
      flag,
      String(await freePort()),
    ]),
  );
  const args = [
    'dev',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--no-discovery',
    '--retry-interval',
    '1',
    '-u',
    appUrl,
    ...ports.flat(),
  ];
  const server = spawn(program, args, { cwd: folder, stdio: 'ignore', env: childEnvironment({ HOME: folder, DO_NOT_TRACK: '1' }) });
  const ended = new Promise<void>((resolve) => void server.once('exit', () => resolve()).once('error', () => resolve()));
  const since = new Date().toISOString();
  const isReady = async (): Promise<boolean> => (await functionsOf(base).catch(() => 0)) > 0;
  if (!(await waitUntil(isReady, READY_TIMEOUT_MS)))
    throw new Error(`${program} did not start, or did not learn of the functions at ${appUrl}.`);
  return {
    runs: () => runsOf(base, since),
    failOnce: (fnId) => void failing.add(fnId),
    [Symbol.asyncDispose]: async () => {
      server.kill('SIGKILL');
      await ended;
      app.closeAllConnections();
      await new Promise((resolve) => void app.close(resolve));
      publishSettings({ JOB_ENGINE: 'embedded', INNGEST_DEV: undefined });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answer(request: IncomingMessage, url: URL, failing: Set<string>): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (failing.delete(url.searchParams.get('fnId') ?? '')) return new Response('gone', { status: 500 });
  const handler = { GET, POST, PUT }[request.method as 'GET' | 'POST' | 'PUT'];
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const body = request.method === 'GET' ? undefined : Buffer.concat(chunks);
  return handler(new Request(url, { method: request.method, headers, body }) as NextRequest, {});
}

async function ask<Data>(base: string, query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${base}/v0/gql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(`the server refused the query: ${JSON.stringify(errors)}`);
  return data;
}

const functionsOf = async (base: string): Promise<number> =>
  (await ask<{ apps: { functions: unknown[] }[] }>(base, '{ apps { functions { slug } } }')).apps.reduce(
    (sum, app) => sum + app.functions.length,
    0,
  );

interface Span {
  /** The number of the last one, counted from 0. */
  readonly attempts: number | null;
  readonly childrenSpans?: readonly Span[];
}

interface Told {
  readonly status: string;
  readonly function: { readonly slug: string };
  readonly eventName: string | null;
  readonly cronSchedule: string | null;
  readonly trace: Span | null;
}

async function runsOf(base: string, from: string): Promise<Run[]> {
  const { runs } = await ask<{ runs: { edges: { node: Told }[] } }>(
    base,
    `query ($from: Time!) { runs(first: 400, orderBy: [{ field: QUEUED_AT, direction: ASC }], filter: { from: $from }) { edges { node {
      status function { slug } eventName cronSchedule trace(preview: true) { attempts childrenSpans { attempts childrenSpans { attempts } } } } } } }`,
    { from },
  );
  return runs.edges.map(({ node }) => ({
    status: node.status,
    function: node.function.slug,
    event: node.eventName,
    cron: node.cronSchedule,
    retries: node.trace === null ? 0 : mostRetries(node.trace),
  }));
}

const mostRetries = ({ attempts, childrenSpans = [] }: Span): number => Math.max(attempts ?? 0, ...childrenSpans.map(mostRetries));
