/** (f): time from sending an event until its webhook arrives, at a steady rate of events. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile, type Ratio } from './pairs';
import { call } from './service';
import { makeClub, MEMBERS, untilIdle, type Stage } from './stage';

const PER_SECOND = 100;
const WARM_UP_S = 3;
const P50_MS = 50;
const P99_MS = 250;

export async function latency(stage: Stage): Promise<Ratio[]> {
  const sentAt = new Map<string, number>();
  const receivedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { event_id: string } };
      receivedAt.set(data.event_id, at);
      response.writeHead(200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const club = await makeClub(stage.service);
    await untilIdle(stage);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await call(stage.service.origin, club.key, '/v1/webhook-endpoints', { url, enabled_events: ['event.completed'] });
    await sendEvenly(stage, club, (id, at) => sentAt.set(id, at));
    for (let waited = 0; waited < 300 && receivedAt.size < sentAt.size; waited += 1) await delay(100);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const ms = [...sentAt].slice(WARM_UP_S * PER_SECOND).map(([id, at]) => (receivedAt.get(id) ?? Infinity) - at);
  const line = (name: string, share: number, goal: number): Ratio => {
    const value = quantile(ms, share);
    return {
      name,
      what: `from POST /v1/events to its webhook, p${share * 100} of ${ms.length}`,
      unit: 'ms',
      ours: value,
      theirs: null,
      value,
      goal,
      better: 'lower',
      pairs: [],
    };
  };
  return [line('f1', 0.5, P50_MS), line('f2', 0.99, P99_MS)];
}

/** Sends one event every 10 ms, whether or not earlier ones are answered. */
async function sendEvenly(
  { service, scale }: Stage,
  { key, programId }: { key: string; programId: string },
  sent: (id: string, at: number) => void,
): Promise<void> {
  const count = (WARM_UP_S + scale.seconds * 2) * PER_SECOND;
  const began = performance.now();
  const answers: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = began + (n * 1_000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const at = performance.now();
    const event = {
      program_id: programId,
      external_id: `member-${n % MEMBERS}`,
      idempotency_key: `evenly-${n}`,
      event_data: { amount: 24.5 },
    };
    answers.push(call<{ id: string }>(service.origin, key, '/v1/events', event).then(({ id }) => sent(id, at)));
  }
  await Promise.all(answers);
}
