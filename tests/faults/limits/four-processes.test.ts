/** Four service processes share an organization's request limit, also when one of them is killed. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { remoteOrganization } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { send } from '@tests/support/http';
import { startTogether, type ServicesTogether } from '@tests/support/services-together';

const RATE = 100;
const BURST = 100;
const PROCESSES = 4;
/** Requests under way at each process. */
const LANES = 2;
const MEASURED_MS = 10_000;
/** A killed process's lease, those that wait for it, and a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 500 };

let together: ServicesTogether;

beforeAll(async () => {
  const settings = { RATE_LIMIT_PER_SECOND: String(RATE), RATE_LIMIT_BURST: String(BURST) };
  together = await startTogether(Array.from({ length: PROCESSES }, () => settings));
});

afterAll(() => together.end());

test(`four processes, one of which is killed, together admit ${RATE} requests a second within 5 %`, async () => {
  const { addresses, services } = together;
  const { key } = await remoteOrganization(addresses[0]!, { programs: 1 });
  const ask = (address: string) =>
    send(address, { method: 'GET', path: '/v1/webhook-event-types?limit=1', headers: { authorization: `Bearer ${key}` } });

  const admitted: number[] = [];
  const refused: number[] = [];
  const perProcess = addresses.map(() => 0);
  let isOver = false;
  const lane = async (process: number): Promise<void> => {
    while (!isOver) {
      const answer = await ask(addresses[process]!).catch(() => null);
      if (!answer) return; // killed
      expect([200, 429]).toContain(answer.status);
      expect(answer.headers['x-ratelimit-limit']).toBe(String(BURST));
      expect(answer.headers['retry-after']).toBe(answer.status === 429 ? '1' : undefined);
      (answer.status === 200 ? admitted : refused).push(performance.now());
      if (answer.status === 200) perProcess[process]!++;
    }
  };
  const lanes = addresses.flatMap((_, process) => Array.from({ length: LANES }, () => lane(process)));
  await vi.waitUntil(() => refused.length >= 50, PATIENCE);
  const began = performance.now();
  await vi.waitUntil(() => performance.now() - began >= MEASURED_MS / 2, PATIENCE);
  await services.at(-1)!.kill();
  await vi.waitUntil(() => performance.now() - began >= MEASURED_MS, PATIENCE);
  const ended = performance.now();
  isOver = true;
  await Promise.all(lanes);

  const count = admitted.filter((at) => at >= began && at < ended).length;
  const perSecond = (count * 1_000) / (ended - began);
  note(`${perSecond.toFixed(1)} of ${RATE} a second admitted by four processes (${perProcess.join(', ')}), ${refused.length} refused`);
  expect(perSecond).toBeGreaterThan(0.95 * RATE);
  expect(perSecond).toBeLessThan(1.05 * RATE);
  expect(Math.min(...perProcess)).toBeGreaterThan(0);

  // What the killed one had comes back, and what the others left idle.
  await vi.waitUntil(async () => Number((await ask(addresses[0]!)).headers['x-ratelimit-remaining']) >= BURST - 3, PATIENCE);
});
