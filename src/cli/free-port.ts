/** Ports for servers that may end and start again on them: none of those that the system gives to connections, which could take it in between. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The systems that this runs on give connections ports from 32,768 or 49,152 on. */
const [LOWEST, BEYOND] = [10_000, 32_000];

/** A port of the loopback interface that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, BEYOND);
  return (await isFree(port)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
