/** Makes the same calls from Node where pgbench is missing: a separate process whose connections each repeat a prepared call. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** A call of the minimal function, for a value: the account. */
export const RAW_CALL = { name: 'post', text: 'SELECT raw_post($1, 5)' };
const SELF = fileURLToPath(import.meta.url);

/** @returns calls per second. */
export async function rateOfCalls(url: string, connections: number, seconds: number): Promise<number> {
  const child = fork(SELF, ['called', url, String(connections), String(seconds)]);
  const [calls] = (await once(child, 'message')) as [number];
  return calls / seconds;
}

async function callFor(url: string, connections: number, seconds: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(url);
      await client.connect();
      return client;
    }),
  );
  const end = performance.now() + seconds * 1_000;
  let calls = 0;
  const run = async (client: Client): Promise<void> => {
    for (; performance.now() < end; calls += 1) await client.query({ ...RAW_CALL, values: [Math.floor(Math.random() * 5_000)] });
    await client.end();
  };
  await Promise.all(clients.map(run));
  return calls;
}

const [mode, url, connections, seconds] = process.argv.slice(2);
if (mode === 'called')
  process.send!(await callFor(url!, Number(connections), Number(seconds)), undefined, undefined, () => process.disconnect());
