/** What is measured on: a running service with an organization of its own, a receiver of webhooks, and the database beside it for what it is compared with. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureDatabase } from '../../../prisma/connect';
import type { Load } from './load';
import { call, startService, type Service } from './service';

export interface Scale {
  readonly pairs: number;
  /** How long one side of a pair is loaded. */
  readonly seconds: number;
  readonly events: number;
  readonly memoryMinutes: number;
}

export interface Stage {
  readonly service: Service;
  readonly scale: Scale;
  /** The address of a database on the same server that holds nothing of the service. */
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

/** A program of an organization of its own with one asset and one rule, which credits 5 for each event. */
export interface Club {
  readonly key: string;
  readonly programId: string;
  readonly assetId: string;
  readonly participantIds: readonly string[];
}

interface ClubSettings {
  readonly issuance?: 'UNLIMITED' | 'PREFUNDED';
  readonly rule?: boolean;
  /** Where its webhooks about credits go; nowhere when absent. */
  readonly receiver?: string;
}

export async function makeClub(
  { origin, admin }: Service,
  { issuance = 'UNLIMITED', rule = true, receiver }: ClubSettings = {},
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
  if (rule) await send('/v1/rules', { program_id: programId, name: 'Five', condition: 'event.amount > 1', actions: [action] });
  return { key, programId, assetId, participantIds: await enrolled(origin, key, programId) };
}

/** All members, made by an import of events: those who are new cost more than those who come back. */
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

/** Single events, one in each request. */
export const singleEvents = ({ service }: Stage, club: Club): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/events',
  headers: headersOf(club),
  body: eventOf(club),
  members: MEMBERS,
  connections: 64,
});

/**
 * Resolves when no event waits to be processed. The newest one is asked about first: to look for any that waits passes over all
 * that have just been processed, and to do that all the time would take from what is measured.
 */
export async function processed(stage: Pick<Stage, 'service'>): Promise<void> {
  await none(stage, `SELECT 1 FROM (SELECT status FROM events ORDER BY id DESC LIMIT 1) AS newest WHERE status = 'PENDING'`);
  await none(stage, `SELECT 1 FROM events WHERE status = 'PENDING' LIMIT 1`);
}

/** Resolves when nothing is left to do that would take from the next turn: also the entries are sealed. */
export async function settled(stage: Pick<Stage, 'service'>): Promise<void> {
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

/** A receiver that asks to be left alone for an hour, so that webhooks are written and wait. */
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
