/** Fuzzes every procedure and every tool sequentially, in organizations of their own, and reports faulty answers. */
import fc from 'fast-check';
import { GET, POST } from '@/app/api/trpc/[trpc]/route';
import { databaseUrl } from '@/env';
import { apiOf, origin } from '../api';
import { connectAssistant } from '../assistants';
import { send, type RawAnswer, type RawRequest } from '../http';
import { brokenInvariants, queryAt } from '../invariants';
import { ORIGIN, ownedOrganization, type Person } from '../people';
import { asProcedureCall, asToolCall, procedures, tools, type Call } from './calls';
import type { Known } from './known';
import { planOf } from './plan';
import { populate, work } from './population';
import { namedBy, requestOf } from './request';
import { faultsOfCall } from './verdict';

/** Calls per organization. */
const WORLD = 600;
const WORK_EVERY = 100;
const SHOWN = 400;

export interface CallReport {
  readonly faults: readonly string[];
  /** Number of calls by status class, such as `2xx`, or `none`. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Sends a request on behalf of a caller. */
type Caller = (name: string, request: RawRequest) => Promise<RawAnswer>;

interface World {
  readonly id: string;
  readonly known: Known;
  readonly call: Caller;
}

async function newWorld(kind: 'procedures' | 'tools', seed: number): Promise<World> {
  const { id, owner } = await ownedOrganization(seed % 3 === 0 ? 'LIVE' : 'SANDBOX');
  const { data, failure } = await owner.mutate('apiKeys.create', { name: 'Fuzzing' });
  if (!data) throw new Error(`no key: ${failure?.message}`);
  const known = await populate(apiOf(String(data.key)));
  if (kind === 'procedures') return { id, known, call: browserOf(owner) };
  const { access } = await connectAssistant(owner, { organization_id: id, program_ids: null });
  const call: Caller = (name, request) => {
    const toolCall = asToolCall(name, request);
    return send(origin(), { ...toolCall, headers: { authorization: `Bearer ${access}`, ...toolCall.headers } });
  };
  return { id, known, call };
}

/** Calls as a dashboard page does, without what a browser could not send. */
function browserOf({ cookie }: Person): Caller {
  return async (_, request) => {
    const { method, path, headers, body } = asProcedureCall(request);
    const answer = method === 'GET' || method === 'HEAD' ? GET : POST;
    const sent = new Headers({ origin: ORIGIN, cookie });
    for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, String(value));
    const response = await answer(new Request(`${ORIGIN}${path}`, { method, headers: sent, body: body as BodyInit | undefined }));
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
}

/** @param seed seed of the first organization, incremented for each further one. */
export async function fuzzCalls(kind: 'procedures' | 'tools', seed: number, requests: number): Promise<CallReport> {
  const all = kind === 'procedures' ? procedures() : tools();
  const [faults, answers] = [new Map<string, string>(), {} as Record<string, number>];
  for (let first = 0; first < requests; first += WORLD) {
    const worldSeed = seed + first / WORLD;
    const world = await newWorld(kind, worldSeed);
    const order = fc.sample(fc.shuffledSubarray([...all.keys()], { minLength: all.length }), { seed: worldSeed, numRuns: 1 })[0]!;
    for (let index = 0; index < Math.min(WORLD, requests - first); index++) {
      const place = `FUZZ_SEED=${worldSeed}, ${kind}, call ${index}`;
      const { hundred, found } = await ask(world, all[order[index % order.length]!]!, worldSeed * WORLD + index, place);
      answers[hundred] = (answers[hundred] ?? 0) + 1;
      for (const [key, fault] of found) if (!faults.has(key)) faults.set(key, fault);
      if (index % WORK_EVERY === WORK_EVERY - 1) await work();
    }
    for (const broken of await brokenInvariants(queryAt(databaseUrl()), world.id)) faults.set(broken, `FUZZ_SEED=${worldSeed}: ${broken}`);
  }
  return { faults: [...faults.values()], answers };
}

async function ask({ known, call }: World, { operation, schemas }: Call, seed: number, place: string) {
  const [plan] = fc.sample(planOf(operation, schemas), { seed, numRuns: 1 });
  const { headers: { authorization: _, ...headers } = {}, ...drawn } = requestOf(plan!, namedBy(known), '');
  const request = { ...drawn, headers };
  const shown = `${place}: ${operation.id} ${JSON.stringify(request).slice(0, 3 * SHOWN)}`;
  try {
    const answer = await call(operation.id, request);
    const found = faultsOfCall(request, answer).map((fault): [string, string] => [
      `${operation.id} ${fault.slice(0, 80)}`,
      `${shown}\n  ${fault}\n  ${answer.text.slice(0, SHOWN)}`,
    ]);
    return { hundred: `${Math.floor(answer.status / 100)}xx`, found };
  } catch (error) {
    return {
      hundred: 'none',
      found: [[`${operation.id} ${String(error)}`, `${shown}\n  got no answer: ${String(error)}`] as [string, string]],
    };
  }
}
