/** Sets up what is measured: a running service with an organization, a webhook receiver, and a raw database for comparison. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureDatabase } from '../../../prisma/connect';
import type { Load } from './load';
import { call, startService, type Answering, type Service } from './service';

export interface Scale {
  readonly pairs: number;
  /** How long each side of a pair is under load. */
  readonly seconds: number;
  readonly events: number;
  readonly memoryMinutes: number;
}

export interface Stage {
  readonly service: Service;
  readonly scale: Scale;
  /** URL of a database on the same server that the service does not use. */
  readonly rawUrl: string;
  tell(line: string): void;
}

const RAW_DATABASE = 'raw';
const HOUR_S = '3600';
export const MEMBERS = 5_000;

export async function withStage<T>(scale: Scale, tell: Stage['tell'], work: (stage: Stage) => Promise<T>, dataDir?: string): Promise<T> {
  const service = await startService(dataDir);
  try {
    await ensureDatabase(service.databaseUrl, RAW_DATABASE);
    const raw = new URL(service.databaseUrl);
    raw.pathname = `/${RAW_DATABASE}`;
    return await work({ service, scale, tell, rawUrl: raw.href });
  } finally {
    await service.stop();
  }
}

/** A program in a new organization with one asset and one rule that credits 5 per event. */
export interface Club {
  readonly key: string;
  readonly programId: string;
  readonly assetId: string;
  readonly participantIds: readonly string[];
}

interface ClubSettings {
  readonly issuance?: 'UNLIMITED' | 'PREFUNDED';
  readonly rule?: boolean;
  /** Limit of a PROGRAM budget of the rule; none when absent. */
  readonly budget?: string;
  /** URL for its credit webhooks; none when absent. */
  readonly receiver?: string;
}

export async function makeClub(
  { origin, admin }: Pick<Answering, 'origin' | 'admin'>,
  { issuance = 'UNLIMITED', rule = true, receiver, budget }: ClubSettings = {},
): Promise<Club> {
  const { api_key: key } = await admin<{ api_key: string }>('/v1/admin/organizations', { name: 'Measured' });
  const send = <T>(path: string, body: object): Promise<T> => call<T>(origin, key, path, body);
  const { id: programId } = await send<{ id: string }>('/v1/programs', { name: 'Club' });
  const terms = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: issuance };
  const { id: assetId } = await send<{ id: string }>('/v1/assets', { ...terms, program_ids: [programId] });
  if (issuance === 'PREFUNDED')
    await send(`/v1/programs/${programId}/assets/${assetId}/fund`, { amount: '1000000000', description: 'All of it' });
  if (receiver) await send('/v1/webhook-endpoints', { url: receiver, enabled_events: ['balance.credited'] });
  const action = { type: 'CREDIT', asset_id: assetId, amount: '5' };
  const budgets = budget === undefined ? [] : [{ asset_id: assetId, scope: 'PROGRAM', limit: budget }];
  if (rule) await send('/v1/rules', { program_id: programId, name: 'Five', condition: 'event.amount > 1', actions: [action], budgets });
  return { key, programId, assetId, participantIds: await enrolled(origin, key, programId) };
}

/** Enrolls all members by sending events first, since new participants cost more than returning ones. */
async function enrolled(origin: string, key: string, programId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < MEMBERS; first += 100) {
    const events = Array.from({ length: 100 }, (_, n) => ({
      program_id: programId,
      external_id: `member-${first + n}`,
      idempotency_key: `first-${first + n}`,
      event_data: { type: 'hello', amount: 0 },
    }));
    const { results } = await call<{ results: { event: { participant_id: string } }[] }>(origin, key, '/v1/events/batch', { events });
    ids.push(...results.map(({ event }) => event.participant_id));
  }
  return ids;
}

export const headersOf = ({ key }: Club) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

export const eventOf = ({ programId }: Club, member = 'member-{member}'): string =>
  `{"program_id":"${programId}","external_id":"${member}","idempotency_key":"{unique}","event_data":{"type":"purchase","amount":24.5}}`;

/** One event per request. */
export const singleEvents = ({ service }: Stage, club: Club): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/events',
  headers: headersOf(club),
  body: eventOf(club),
  members: MEMBERS,
  connections: 64,
});

/** Resolves when no event is pending. */
export async function processed(stage: Pick<Stage, 'service'>): Promise<void> {
  await none(stage, 'SELECT 1 FROM event_queue LIMIT 1');
}

/** Resolves when no background work is left that would slow the next turn, including sealing of entries. */
export async function untilIdle(stage: Pick<Stage, 'service'>): Promise<void> {
  await processed(stage);
  await none(stage, 'SELECT 1 FROM entry_seal_queue LIMIT 1');
}

async function none({ service }: Pick<Stage, 'service'>, query: string): Promise<void> {
  const client = new Client(service.databaseUrl);
  await client.connect();
  try {
    while ((await client.query(query)).rowCount) await delay(50);
  } finally {
    await client.end();
  }
}

/** A receiver that answers with an hour's Retry-After, so that webhooks are written and wait. */
export async function withPausedReceiver<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(429, { 'retry-after': HOUR_S }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
