/** Sets up a simulated life: an organization whose program has two assets, a rule, a reward and four people, copied from one pattern. */
import { env } from '@/env';
import type { Ctx } from '@/server/platform/context';
import { withTransaction } from '@/server/db/transaction';
import { handleWeb } from '@/server/rest/web';
import { createEndpoint } from '@/server/services/webhooks/endpoints';
import type { Query } from '../invariants';
import { Template } from './copy';

export interface SimulatedClub {
  readonly organizationId: string;
  readonly programId: string;
  /** A SIMPLE asset, whose balances the simulation also tracks outside the service. */
  readonly simpleId: string;
  /** A LOT asset whose lots expire. */
  readonly lotId: string;
  /** Costs `REWARD_COST` of the simple asset; its stock is `REWARD_STOCK`. */
  readonly rewardId: string;
  readonly people: readonly Person[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

const PEOPLE = ['ada', 'bob', 'cyd', 'dan'];
export const REWARD_COST = 30;
const REWARD_STOCK = 3;
/** Everybody's initial balance, so that there is something to spend. */
export const COINS_AT_FIRST = 30;
/** What an event earns in each asset. */
const EARNED = '{{ event.amount }}';

async function made(key: string, path: string, body: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await handleWeb(new Request(`http://localhost/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  return text;
}

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id;

/** The place that lives are copied from. */
export interface Pattern {
  readonly place: SimulatedClub;
  readonly template: Template;
}

export async function foundPattern(query: Query): Promise<Pattern> {
  const place = await foundPlace();
  return { place, template: await Template.of(query, place.organizationId) };
}

export interface Copy {
  readonly number: number;
  /** URL of an endpoint subscribed to every webhook. */
  readonly receiverUrl: string;
}

export async function copyPlaces(query: Query, pattern: Pattern, copies: readonly Copy[], now: Date): Promise<SimulatedClub[]> {
  await pattern.template.copy(
    query,
    copies.map(({ number }) => number),
  );
  const places: SimulatedClub[] = [];
  for (const copy of copies) places.push(await openPlace(pattern, copy, now));
  return places;
}

async function openPlace({ place, template }: Pattern, { number, receiverUrl }: Copy, now: Date): Promise<SimulatedClub> {
  const idOf = (id: string): string => template.idIn(number, id);
  const organization = { id: idOf(place.organizationId), mode: 'LIVE', clockOffsetMs: 0 } as const;
  const ctx: Ctx = { organization, actor: { kind: 'SYSTEM' }, clock: { now: () => now }, requestId: 'req_simulated', idempotencyKey: null };
  await withTransaction((tx) => createEndpoint(ctx, tx, { url: receiverUrl, enabled_events: ['*'] }));
  return {
    organizationId: organization.id,
    programId: idOf(place.programId),
    simpleId: idOf(place.simpleId),
    lotId: idOf(place.lotId),
    rewardId: idOf(place.rewardId),
    people: place.people.map(({ id, name }) => ({ id: idOf(id), name })),
  };
}

async function foundPlace(): Promise<SimulatedClub> {
  const organization = await made(env().ADMIN_API_KEY ?? '', '/admin/organizations', { name: 'Simulated' });
  const { id: organizationId, api_key: key } = JSON.parse(organization) as { id: string; api_key: string };
  const make = async (path: string, body: unknown): Promise<string> => idOf(await made(key, path, body));
  const programId = await make('/programs', { name: 'Club' });
  const asset = (symbol: string, inventory_mode: string): Promise<string> =>
    make('/assets', { name: symbol, symbol, scale: 0, inventory_mode, issuance_policy: 'UNLIMITED', program_ids: [programId] });
  const simpleId = await asset('COINS', 'SIMPLE');
  const lotId = await asset('POINTS', 'LOT');
  const actions = [
    { type: 'CREDIT', asset_id: simpleId, amount: EARNED },
    { type: 'CREDIT', asset_id: lotId, amount: EARNED, expires_in: '2d' },
  ];
  await make('/rules', { program_id: programId, name: 'Earn', condition: 'event.amount > 0', actions });
  const reward = {
    name: 'Mug',
    redemption_type: 'UNIT_BASED',
    asset_id: simpleId,
    unit_cost: String(REWARD_COST),
    max_total: REWARD_STOCK,
  };
  const rewardId = await make(`/programs/${programId}/rewards`, reward);
  const people: Person[] = [];
  for (const name of PEOPLE) people.push({ name, id: await make('/participants', { external_id: name, program_id: programId }) });
  for (const { id } of people) {
    const credit = { program_id: programId, asset_id: simpleId, type: 'CREDIT', amount: String(COINS_AT_FIRST), description: 'At first' };
    await made(key, `/participants/${id}/balances/adjust`, credit);
  }
  return { organizationId, programId, simpleId, lotId, rewardId, people };
}
