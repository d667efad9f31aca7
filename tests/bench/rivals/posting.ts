/** Measures postings in Postgres alone: pgbench calls one small function, one transaction per call, as fast as it can. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { rateOfCalls } from './posting-clients';

const SCRIPT = '\\set account random(0, 4999)\nSELECT raw_post(:account, 5);\n';
/** Connection counts tried; the fastest is used for comparison. */
const CONNECTIONS = [8, 16, 32, 64];

export interface RawPostings {
  /** The program that makes the calls, and its number of connections. */
  readonly described: string;
  /** Postings per second. */
  measure(seconds: number): Promise<number>;
}

/** Creates the minimal function and its tables anew. */
export async function createRawPostings(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(await readFile(fileURLToPath(new URL('./posting.sql', import.meta.url)), 'utf8'));
  await client.end();
}

export async function rawPostings(url: string): Promise<RawPostings> {
  await createRawPostings(url);
  const version = await output('pgbench', ['--version']).catch(() => null);
  const rate = version === null ? rateOfCalls : pgbench;
  const tried: { connections: number; rate: number }[] = [];
  for (const connections of CONNECTIONS) tried.push({ connections, rate: await rate(url, connections, 2) });
  const { connections } = tried.reduce((best, next) => (next.rate > best.rate ? next : best));
  const program = version?.trim() ?? 'node-pg, for want of pgbench';
  return { described: `${program}, ${connections} connections, prepared`, measure: (seconds) => rate(url, connections, seconds) };
}

async function pgbench(url: string, connections: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pgbench-'));
  try {
    const script = join(folder, 'post.sql');
    await writeFile(script, SCRIPT);
    const flags = ['-n', '-M', 'prepared', '-j', '2', '-c', String(connections), '-T', String(Math.ceil(seconds)), '-f', script];
    const told = await output('pgbench', [...flags, url]);
    return Number(/tps = ([\d.]+)/.exec(told)![1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (told += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (complaint += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
  return told;
}
