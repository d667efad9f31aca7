/**
 * Sends requests of every operation to the real listener, one after another, and reports faulty answers.
 * Each world is a separate organization with its own seed, which is all it takes to reproduce it.
 */
import fc from 'fast-check';
import { databaseUrl, env } from '@/env';
import { organization, origin, type TestOrganization } from '../api';
import { send, type RawAnswer, type RawRequest } from '../http';
import { brokenInvariants, queryAt } from '../invariants';
import type { Known } from './known';
import { namedSchemas, operations } from './operations';
import { INTENTS, planOf, type Intent, type Plan } from './plan';
import { populate, work } from './population';
import { namedBy, requestOf } from './request';
import { faultsOf } from './verdict';

/** Requests per organization: enough to reach each operation twice, few enough that most records still exist. */
export const WORLD = 450;
/** Number of requests between two runs of the due work. */
const WORK_EVERY = 75;
const SHOWN = 400;

export interface Report {
  readonly requests: number;
  readonly faults: readonly string[];
  /** Number of answers by intent and status class, such as `VALID 2xx`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Operations that never succeeded. */
  readonly neverDone: readonly string[];
  readonly slowest: string;
}

interface World {
  readonly ours: TestOrganization;
  readonly known: Known;
}

async function newWorld(seed: number): Promise<World> {
  const ours = await organization({ mode: seed % 3 === 0 ? 'LIVE' : 'SANDBOX' });
  const known = await populate(ours.api);
  known.add('organization', (await organization()).id);
  return { ours, known };
}

class Tally {
  readonly faults = new Map<string, string>();
  readonly answers = new Map<string, number>();
  readonly done = new Set<string>();
  slowest = { ms: 0, name: '' };

  add({ operation, intent }: Plan, { status }: RawAnswer, ms: number): void {
    const key = `${intent} ${Math.floor(status / 100)}xx`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    if (status < 300) this.done.add(operation.id);
    if (ms > this.slowest.ms) this.slowest = { ms, name: operation.id };
  }
}

/** @param seed seed of the first world, incremented for each further one. */
export async function fuzz(seed: number, requests: number): Promise<Report> {
  const all = operations();
  const schemas = namedSchemas();
  const plans = all.map((operation) => planOf(operation, schemas));
  const tally = new Tally();
  for (let first = 0; first < requests; first += WORLD) {
    const worldSeed = seed + first / WORLD;
    const world = await newWorld(worldSeed);
    const order = fc.sample(fc.shuffledSubarray([...all.keys()], { minLength: all.length }), { seed: worldSeed, numRuns: 1 })[0]!;
    for (let index = 0; index < Math.min(WORLD, requests - first); index++) {
      const arbitrary = plans[order[index % order.length]!]!;
      const [plan] = fc.sample(arbitrary, { seed: worldSeed * WORLD + index, numRuns: 1 });
      await ask(world, plan!, `FUZZ_SEED=${worldSeed}, request ${index}`, tally);
      if (index % WORK_EVERY === WORK_EVERY - 1) await work();
    }
    for (const broken of await brokenInvariants(queryAt(databaseUrl()), world.ours.id))
      tally.faults.set(broken, `FUZZ_SEED=${worldSeed}: ${broken}`);
  }
  const neverDone = all.filter(({ id }) => !tally.done.has(id)).map(({ id }) => id);
  const { ms, name } = tally.slowest;
  const order = INTENTS.flatMap((intent: Intent) => ['2xx', '4xx', '5xx'].map((hundred) => `${intent} ${hundred}`));
  const answers = Object.fromEntries(order.flatMap((key) => (tally.answers.has(key) ? [[key, tally.answers.get(key)!]] : [])));
  return { requests, faults: [...tally.faults.values()], answers, neverDone, slowest: `${name} with ${Math.round(ms)} ms` };
}

async function ask({ ours, known }: World, plan: Plan, place: string, tally: Tally): Promise<void> {
  const request = requestOf(plan, namedBy(known), `Bearer ${plan.operation.admin ? (env().ADMIN_API_KEY ?? '') : ours.key}`);
  const began = performance.now();
  const answer = await send(origin(), request).catch((error: unknown) => error as Error);
  if (answer instanceof Error) {
    tally.faults.set(plan.operation.id + answer.message, `${place}: ${shown(request)}\n  got no answer: ${answer.message}`);
    return;
  }
  const ms = performance.now() - began;
  tally.add(plan, answer, ms);
  for (const fault of faultsOf(request, answer, ms)) {
    const key = `${plan.operation.id} ${answer.status} ${fault.slice(0, 80)}`;
    if (!tally.faults.has(key)) tally.faults.set(key, `${place}: ${shown(request)}\n  ${fault}\n  ${answer.text.slice(0, SHOWN)}`);
  }
  if (answer.status < 300 && answer.headers['content-type']?.startsWith('application/json'))
    known.learn(plan.operation, JSON.parse(answer.text));
}

const shown = ({ method, path, headers, body }: RawRequest): string => {
  const { authorization: _, ...rest } = headers ?? {};
  const text = body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('base64');
  return `${method} ${path.slice(0, SHOWN)} ${JSON.stringify(rest).slice(0, SHOWN)} ${text.slice(0, 3 * SHOWN)}`;
};
