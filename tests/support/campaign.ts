/**
 * Sends a load of events with a known outcome to a service in another process that may die meanwhile: the
 * client records what was acknowledged, resends the rest, and knows what balance everybody must have.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Asset } from '@/contract/asset';
import type { EventBatchResult } from '@/contract/event';
import type { CreatedOrganization } from '@/contract/organization';
import type { Program } from '@/contract/program';
import { send } from './http';
import type { Query } from './invariants';
import { EVENT_RECORDS } from '@tests/support/event-records';

/** Settings of the service under load. */
export const CAMPAIGN_SETTINGS = { ADMIN_API_KEY: 'sk_admin_for_tests_only_0001', RATE_LIMIT_PER_SECOND: '0' } as const;

const BATCH = 100;
const PAUSE_MS = 50;
/** Statuses after which a client may resend the same request. */
const SEND_AGAIN = [409, 503];

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

export async function call<Body>(address: string, key: string, path: string, body: unknown, method = 'POST'): Promise<Answer<Body>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { status, text } = await send(address, { method, path: `/v1${path}`, headers, body: JSON.stringify(body) });
  return { status, body: JSON.parse(text) as Body };
}

/** Posts and returns what was created. */
export async function made<Body>(address: string, key: string, path: string, body: unknown): Promise<Body> {
  const answer = await call<Body>(address, key, path, body);
  if (answer.status !== 201 && answer.status !== 202)
    throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface RemoteOrganization {
  readonly id: string;
  readonly key: string;
  readonly programIds: readonly string[];
}

export interface RemoteSettings {
  readonly programs?: number;
  readonly inventoryMode?: 'SIMPLE' | 'LOT';
  /** URL of an endpoint subscribed to every webhook; absent: no endpoint. */
  readonly webhookUrl?: string;
}

/** An organization whose programs each credit `event.amount`. */
export async function remoteOrganization(address: string, settings: RemoteSettings = {}): Promise<RemoteOrganization> {
  const { programs = 1, inventoryMode = 'SIMPLE', webhookUrl } = settings;
  const admin = CAMPAIGN_SETTINGS.ADMIN_API_KEY;
  const { id, api_key: key } = await made<CreatedOrganization>(address, admin, '/admin/organizations', { name: 'Crash test' });
  if (webhookUrl) await made(address, key, '/webhook-endpoints', { url: webhookUrl, enabled_events: ['*'] });
  const programIds: string[] = [];
  for (let index = 0; index < programs; index++) {
    const program = await made<Program>(address, key, '/programs', { name: `Program ${index}` });
    const terms = { scale: 2, inventory_mode: inventoryMode, issuance_policy: 'UNLIMITED', program_ids: [program.id] };
    const asset = await made<Asset>(address, key, '/assets', { name: 'Points', symbol: `P${index}`, ...terms });
    const actions = [{ type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount }}' }];
    await made(address, key, '/rules', { program_id: program.id, name: 'Credit', condition: 'event.amount > 0', actions });
    programIds.push(program.id);
  }
  return { id, key, programIds };
}

interface Planned {
  readonly program_id: string;
  readonly external_id: string;
  readonly idempotency_key: string;
  readonly event_data: { readonly amount: number };
}

export interface CampaignPlan {
  readonly events: number;
  /** In each program. */
  readonly participants: number;
  /** Concurrent requests; each lane has participants of its own and sends their events in order. */
  readonly lanes?: number;
}

export class Campaign {
  /** The service's id of every acknowledged event, by idempotency key. */
  readonly acknowledged = new Map<string, string>();
  /** Every HTTP status seen so far. */
  readonly statuses = new Set<number>();
  private readonly planned: readonly Planned[];

  constructor(
    private readonly organization: RemoteOrganization,
    private readonly plan: CampaignPlan,
    name: string,
  ) {
    const { programIds } = organization;
    this.planned = Array.from({ length: plan.events }, (_, n) => ({
      program_id: programIds[n % programIds.length]!,
      external_id: `participant-${Math.floor(n / programIds.length) % plan.participants}`,
      idempotency_key: `${name}-${n}`,
      event_data: { amount: n + 1 },
    }));
  }

  /** Sends everything once; a lane stops at its first request that gets no answer. */
  async sendUntilSilence(address: string): Promise<void> {
    await this.inLanes(async (batch) => (await this.post(address, batch)) !== null);
  }

  /** Sends everything, retrying each batch until it is acknowledged, round-robin over the addresses. */
  async sendPersistently(addresses: readonly string[], signal?: AbortSignal): Promise<void> {
    let turn = 0;
    await this.inLanes(async (batch) => {
      while ((await this.post(addresses[turn++ % addresses.length]!, batch)) !== 202) {
        signal?.throwIfAborted();
        await delay(PAUSE_MS);
      }
      return true;
    });
  }

  private async inLanes(attempt: (batch: readonly Planned[]) => Promise<boolean>): Promise<void> {
    const { lanes = 3, participants } = this.plan;
    const laneOf = ({ external_id }: Planned): number => (Number(external_id.split('-')[1]) % participants) % lanes;
    const run = async (lane: number): Promise<void> => {
      const events = this.planned.filter((event) => laneOf(event) === lane);
      for (let at = 0; at < events.length; at += BATCH) if (!(await attempt(events.slice(at, at + BATCH)))) return;
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  }

  /** The status of the answer, or null when there was none. */
  private async post(address: string, events: readonly Planned[]): Promise<number | null> {
    const answer = await call<EventBatchResult>(address, this.organization.key, '/events/batch', { events }).catch(() => null);
    if (!answer) return null;
    this.statuses.add(answer.status);
    if (SEND_AGAIN.includes(answer.status)) return answer.status;
    if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    for (const { index, event, error } of answer.body.results) this.keep(events[index]!.idempotency_key, event?.id, error);
    return answer.status;
  }

  private keep(key: string, id: string | undefined, error: unknown): void {
    const before = this.acknowledged.get(key);
    if (id === undefined) throw new Error(`event ${key} was refused: ${JSON.stringify(error)}`);
    if (before !== undefined && before !== id) throw new Error(`event ${key} was acknowledged as ${before}, then as ${id}`);
    this.acknowledged.set(key, id);
  }

  /** The stored outcome of the acknowledged events, to compare with `expected`. */
  async outcome(query: Query): Promise<CampaignOutcome> {
    const rows = await query<EventOutcome>(OUTCOME, [this.organization.id, [...this.acknowledged.keys()]]);
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    return {
      lost: [...this.acknowledged].filter(([key, id]) => ids.get(key) !== id).map(([key]) => key),
      unfinished: rows.filter((row) => row.status !== 'COMPLETED').map(({ key, status }) => `${key} ${status}`),
      notCreditedOnce: rows.filter((row) => row.entries !== 1).map(({ key, entries }) => `${key} credited ${entries} times`),
      outOfOrder: outOfOrder(rows),
      balances: Object.fromEntries(
        (await query<{ name: string; balance: string }>(BALANCES, [this.organization.id])).map((row) => [row.name, row.balance]),
      ),
    };
  }

  /** The outcome if every acknowledged event completed once and in order; balances are known only when all were acknowledged. */
  expected(): CampaignOutcome {
    const balances: Record<string, number> = {};
    for (const { program_id, external_id, event_data } of this.planned) {
      const name = `${program_id}/${external_id}`;
      balances[name] = (balances[name] ?? 0) + event_data.amount;
    }
    const text = Object.fromEntries(Object.entries(balances).map(([name, balance]) => [name, String(balance)]));
    return { lost: [], unfinished: [], notCreditedOnce: [], outOfOrder: [], balances: text };
  }

  get isAcknowledged(): boolean {
    return this.acknowledged.size === this.planned.length;
  }
}

export interface CampaignOutcome {
  /** Acknowledged keys that are not stored under the id the service returned. */
  readonly lost: readonly string[];
  readonly unfinished: readonly string[];
  readonly notCreditedOnce: readonly string[];
  /** Keys processed after a later event of the same participant. */
  readonly outOfOrder: readonly string[];
  /** Balances by program and external id. */
  readonly balances: Readonly<Record<string, string>>;
}

interface EventOutcome {
  key: string;
  id: string;
  status: string;
  place: string;
  entries: number;
}

/** Events ordered by the position of their journal entries, which is the order of processing. */
const OUTCOME = `
  SELECT v.idempotency_key AS key, v.id, v.status, v.program_id || '/' || v.external_id AS place, count(e.id)::int AS entries
  FROM ${EVENT_RECORDS} v LEFT JOIN journal_entries e ON e.event_id = v.id
  WHERE v.organization_id = $1 AND v.idempotency_key = ANY ($2)
  GROUP BY v.id, v.idempotency_key, v.status, v.program_id, v.external_id ORDER BY min(e.sequence)`;

const BALANCES = `
  SELECT b.program_id || '/' || p.external_id AS name, trim_scale(b.available)::text AS balance
  FROM balances b JOIN participants p ON p.id = b.account_id WHERE b.organization_id = $1`;

function outOfOrder(rows: readonly EventOutcome[]): string[] {
  const latest = new Map<string, number>();
  return rows
    .filter(({ key, place }) => {
      const number = Number(key.split('-').at(-1));
      const late = number < (latest.get(place) ?? -1);
      latest.set(place, Math.max(number, latest.get(place) ?? -1));
      return late;
    })
    .map(({ key }) => key);
}
