/** Picks ports for servers that may restart on them, outside the ephemeral range, from which a connection could take one in between. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ephemeral ports begin at 32,768 or 49,152 on the systems that this runs on. */
const [LOWEST, BEYOND] = [10_000, 32_000];

/** A port of the loopback interface that nothing is listening on. */
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
