/** Child process of `load`: signals that it is ready, receives one load, generates it, and replies with the result. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, type Dispatcher } from 'undici';
import type { Load, Loaded } from './load';

const run = randomBytes(6).toString('hex');
let made = 0;

function filledIn(template: string, members: number): string {
  made += 1;
  return template.replaceAll('{unique}', `${run}-${made}`).replaceAll('{member}', String((made * 7919) % members));
}

function bodyOf({ body, event, batch = 0, members }: Load): string | null {
  if (body === undefined) return null;
  if (event === undefined) return filledIn(body, members);
  const events = Array.from({ length: batch }, () => filledIn(event, members));
  return body.replace('{events}', events.join(','));
}

/** Resolves when answered; only the status is checked. */
function request(client: Dispatcher, plan: Load): Promise<void> {
  const options = { method: plan.method, path: filledIn(plan.path, plan.members), headers: plan.headers, body: bodyOf(plan) };
  return new Promise((resolve, reject) => {
    const refused: Buffer[] = [];
    let status = 0;
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_, code) => void (status = code),
      onResponseData: (_, chunk) => void (status >= 300 && refused.push(chunk)),
      onResponseEnd: () =>
        status < 300 ? resolve() : reject(new Error(`${options.path} answered ${status}: ${Buffer.concat(refused).toString()}`)),
      onResponseError: (_, error) => void reject(error),
    });
  });
}

/** As fast as the answers come. */
async function make(plan: Load): Promise<Loaded> {
  const began = performance.now();
  const end = plan.seconds === undefined ? Infinity : began + plan.seconds * 1_000;
  const most = plan.requests ?? Infinity;
  let begun = 0;
  const connection = async (): Promise<void> => {
    const client = new Client(plan.origin, { pipelining: 1 });
    while (begun < most && performance.now() < end) {
      begun += 1;
      await request(client, plan);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: plan.connections }, connection));
  return { requests: begun, seconds: (performance.now() - began) / 1_000, milliseconds: [] };
}

/** At a steady rate, whether or not earlier requests are answered; each time counts from when its request was due, so that no queue hides. */
async function makeSteadily(plan: Load, perSecond: number): Promise<Loaded> {
  const pool = new Pool(plan.origin, { connections: plan.connections, pipelining: 1 });
  const count = Math.round((plan.seconds ?? 0) * perSecond);
  const began = performance.now();
  const milliseconds: number[] = [];
  const answers: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = began + (n * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    answers.push(request(pool, plan).then(() => void (milliseconds[n] = performance.now() - due)));
  }
  await Promise.all(answers);
  await pool.close();
  return { requests: count, seconds: (performance.now() - began) / 1_000, milliseconds };
}

process.once('message', (plan: Load) => {
  void (plan.perSecond === undefined ? make(plan) : makeSteadily(plan, plan.perSecond))
    .catch((error: unknown) => ({ failed: String(error) }))
    .then((answer) => process.send!(answer, undefined, undefined, () => process.disconnect()));
});
process.send!('listening');
