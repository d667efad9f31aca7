/**
 * Checks out baskets at a service in another process that may die meanwhile: clients reserve, change, commit and cancel, or leave a reservation to its
 * deadline; each request is repeated until it is answered, and the client knows how every decision and every balance must end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DecisionRecord } from '@/contract/decision';
import { call, made, remoteOrganization, type RemoteOrganization, type RemoteSettings } from './campaign';
import type { Query } from './invariants';

const PAUSE_MS = 50;
/** Enough that no redemption is refused. */
const OPENING = 1_000;
/** Codes after which a client may send the same request again. */
const SEND_AGAIN = ['retryable_conflict', 'participant_busy'];
const LANES = 3;
const DAY_MS = 86_400_000;

/** How a basket is checked out. */
const WAYS = ['COMMIT', 'RESERVE_COMMIT', 'RESERVE_CANCEL', 'RESERVE_LEAVE', 'RESERVE_CHANGE_COMMIT'] as const;
type Way = (typeof WAYS)[number];
const ENDS: Readonly<Record<Way, 'COMMITTED' | 'CANCELLED' | 'EXPIRED'>> = {
  COMMIT: 'COMMITTED',
  RESERVE_COMMIT: 'COMMITTED',
  RESERVE_CANCEL: 'CANCELLED',
  RESERVE_LEAVE: 'EXPIRED',
  RESERVE_CHANGE_COMMIT: 'COMMITTED',
};

interface Planned {
  readonly key: string;
  readonly who: string;
  readonly way: Way;
  /** What the basket earns. */
  readonly amount: number;
  /** What is paid with it. */
  readonly spent: number;
}

interface Shop extends RemoteOrganization {
  readonly programId: string;
  readonly assetId: string;
  readonly rewardId: string;
}

/** Everything that is compared at the end. */
interface CheckoutOutcome {
  /** The status of every decision, by key. */
  readonly decisions: Readonly<Record<string, string>>;
  /** What is available to everybody, by external id. */
  readonly balances: Readonly<Record<string, number>>;
  /** What is still held, in all. */
  readonly held: number;
  /** Keys of the events that were completed, each with two credits. */
  readonly events: readonly string[];
  /** What the budget of the bonus has given. */
  readonly consumed: number;
  /** Units of the reward, and redemptions that are completed and pending. */
  readonly redeemed: readonly [units: number, completed: number, pending: number];
}

export class CheckoutCampaign {
  /** The decision of every key that was answered, and the status that was answered last. */
  private readonly answered = new Map<string, { readonly id: string; status: string }>();
  private readonly done = new Set<string>();
  private readonly planned: readonly Planned[];

  private constructor(
    private readonly shop: Shop,
    plan: { readonly baskets: number; readonly participants: number },
    private readonly signal?: AbortSignal,
  ) {
    this.planned = Array.from({ length: plan.baskets + plan.participants }, (_, n): Planned => {
      const who = `shopper-${n % plan.participants}`;
      const key = `basket-${String(n).padStart(4, '0')}`;
      if (n < plan.participants) return { key, who, way: 'COMMIT', amount: OPENING, spent: 0 };
      // Each goes through all ways, in turn.
      const way = WAYS[(n + Math.floor(n / plan.participants)) % WAYS.length] ?? 'COMMIT';
      return { key, who, way, amount: n, spent: n % 3 };
    });
  }

  /** An organization in which a basket earns its amount and, within a budget, one more. */
  static async create(
    address: string,
    settings: RemoteSettings,
    plan: { readonly baskets: number; readonly participants: number },
    signal?: AbortSignal,
  ): Promise<CheckoutCampaign> {
    const organization = await remoteOrganization(address, settings);
    const [programId = ''] = organization.programIds;
    const { key } = organization;
    const terms = { scale: 0, inventory_mode: settings.inventoryMode ?? 'SIMPLE', issuance_policy: 'UNLIMITED', program_ids: [programId] };
    const asset = await made<{ id: string }>(address, key, '/assets', { name: 'Stars', symbol: 'STARS', ...terms });
    const actions = [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }];
    const budgets = [{ asset_id: asset.id, scope: 'PROGRAM', limit: '1000000', schedule_type: null }];
    await made(address, key, '/rules', { program_id: programId, name: 'Bonus', condition: 'true', actions, budgets });
    const earned = [{ type: 'CREDIT', asset_id: asset.id, amount: '{{ event.stars }}' }];
    await made(address, key, '/rules', { program_id: programId, name: 'Stars', condition: 'event.stars > 0', actions: earned });
    const reward = { name: 'Mug', redemption_type: 'UNIT_BASED', asset_id: asset.id, unit_cost: '1', max_total: 100_000 };
    const { id: rewardId } = await made<{ id: string }>(address, key, `/programs/${programId}/rewards`, reward);
    return new CheckoutCampaign({ ...organization, programId, assetId: asset.id, rewardId }, plan, signal);
  }

  get organizationId(): string {
    return this.shop.id;
  }

  /** How many decisions have been answered. */
  get decisions(): number {
    return this.answered.size;
  }

  get isAcknowledged(): boolean {
    return this.done.size === this.planned.length;
  }

  /** Checks out everything; each client its own people, one basket after the other. */
  async checkOut(address: string): Promise<void> {
    const laneOf = ({ who }: Planned): number => Number(who.split('-')[1]) % LANES;
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (const one of this.planned) if (laneOf(one) === lane) await this.one(address, one);
      }),
    );
  }

  private async one(address: string, { key, who, way, amount, spent }: Planned): Promise<void> {
    const redemptions = [
      ...(spent > 0 ? [{ asset_id: this.shop.assetId, amount: String(spent) }] : []),
      ...(spent > 1 ? [{ reward_id: this.shop.rewardId }] : []),
    ];
    const reserves = way !== 'COMMIT';
    const { id } = await this.repeat(address, key, 'POST', '/decisions', {
      program_id: this.shop.programId,
      external_id: who,
      idempotency_key: key,
      mode: reserves ? 'RESERVE' : 'COMMIT',
      event_data: { stars: amount },
      redemptions,
      ...(reserves ? { expires_at: new Date(Math.ceil(Date.now() / DAY_MS + 7) * DAY_MS).toISOString() } : {}),
    });
    if (way === 'RESERVE_CHANGE_COMMIT') {
      await this.repeat(address, key, 'PATCH', `/decisions/${id}`, { event_data: { stars: amount + 5 }, redemptions });
      await this.repeat(address, key, 'POST', `/decisions/${id}/commit`, { event_data: { stars: amount + 2 } });
    } else if (way === 'RESERVE_COMMIT') await this.repeat(address, key, 'POST', `/decisions/${id}/commit`, {});
    else if (way === 'RESERVE_CANCEL') await this.repeat(address, key, 'POST', `/decisions/${id}/cancel`, { reason: 'Left' });
    this.done.add(key);
  }

  /** Sends a request until it is answered; it may have been done before. */
  private async repeat(address: string, key: string, method: 'POST' | 'PATCH', path: string, body: unknown): Promise<{ id: string }> {
    for (;;) {
      this.signal?.throwIfAborted();
      const answer = await call<DecisionRecord & { code?: string }>(address, this.shop.key, path, body, method).catch(() => null);
      if (answer?.status === 200) return this.keep(key, answer.body);
      const isOpen = answer === null || answer.status === 503 || SEND_AGAIN.includes(answer.body.code ?? '');
      if (!isOpen) throw new Error(`${method} ${path} of ${key} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      await delay(PAUSE_MS);
    }
  }

  private keep(key: string, { id, status }: DecisionRecord): { id: string } {
    const before = this.answered.get(key);
    if (id === null || (before && before.id !== id)) throw new Error(`${key} was answered as ${before?.id}, then as ${id}`);
    this.answered.set(key, { id, status });
    return { id };
  }

  /** Brings what is left to its deadline there, as a week would. */
  async letExpire(query: Query): Promise<void> {
    const left = this.planned.filter(({ way, key }) => way === 'RESERVE_LEAVE' && this.done.has(key)).map(({ key }) => key);
    await query(
      `WITH due AS (
         UPDATE decisions SET expires_at = now() WHERE organization_id = $1 AND status = 'RESERVED' AND idempotency_key = ANY ($2) RETURNING id
       ) UPDATE redemptions SET expires_at = now() WHERE organization_id = $1 AND status = 'PENDING' AND decision_id IN (SELECT id FROM due)`,
      [this.shop.id, left],
    );
  }

  /** Decisions that are not stored as they were answered: a status that has ended never changes, and none is lost. */
  async lost(query: Query): Promise<string[]> {
    const answered = [...this.answered];
    const rows = await query<{ id: string; key: string; status: string }>(
      'SELECT id, idempotency_key AS key, status FROM decisions WHERE organization_id = $1',
      [this.shop.id],
    );
    const stored = new Map(rows.map((row) => [row.key, row]));
    return answered.flatMap(([key, { id, status }]) => {
      const row = stored.get(key);
      return row?.id === id && (status === 'RESERVED' || row.status === status) ? [] : [`${key} was ${status}, is ${row?.status}`];
    });
  }

  async outcome(query: Query): Promise<CheckoutOutcome> {
    const of = [this.shop.id, this.shop.assetId, this.shop.rewardId];
    const [row] = await query<CheckoutOutcome>(OUTCOME, of);
    if (!row) throw new Error('an outcome is one row');
    return row;
  }

  expected(): CheckoutOutcome {
    const committed = this.planned.filter(({ way }) => ENDS[way] === 'COMMITTED');
    const balances: Record<string, number> = {};
    for (const { who, way, amount, spent } of committed) {
      const earned = 1 + amount + (way === 'RESERVE_CHANGE_COMMIT' ? 2 : 0);
      balances[who] = (balances[who] ?? 0) + earned - spent - (spent > 1 ? 1 : 0);
    }
    const units = committed.filter(({ spent }) => spent > 1).length;
    return {
      decisions: Object.fromEntries(this.planned.map(({ key, way }) => [key, ENDS[way]])),
      balances,
      held: 0,
      events: committed.map(({ key }) => key),
      consumed: committed.length,
      redeemed: [units, committed.filter(({ spent }) => spent > 0).length + units, 0],
    };
  }
}

/** $1 organization, $2 asset, $3 reward. */
const OUTCOME = `
  SELECT
    (SELECT json_object_agg(idempotency_key, status) FROM decisions WHERE organization_id = $1) AS decisions,
    (SELECT json_object_agg(p.external_id, b.available::float8) FROM balances b JOIN participants p ON p.organization_id = $1 AND p.id = b.account_id
     WHERE b.organization_id = $1 AND b.asset_id = $2) AS balances,
    (SELECT sum(held)::float8 FROM balances WHERE organization_id = $1) AS held,
    ARRAY(
      SELECT v.idempotency_key FROM events v JOIN event_outcomes o ON o.organization_id = $1 AND o.event_id = v.id AND o.status = 'COMPLETED'
      WHERE v.organization_id = $1 AND (SELECT count(*) FROM journal_entries e WHERE e.organization_id = $1 AND e.event_id = v.id) = 2
      ORDER BY v.idempotency_key) AS events,
    (SELECT sum(consumed)::float8 FROM budget_usage WHERE organization_id = $1) AS consumed,
    (SELECT json_build_array(w.redeemed_count,
       (SELECT count(*) FROM redemptions WHERE organization_id = $1 AND status = 'COMPLETED'),
       (SELECT count(*) FROM redemptions WHERE organization_id = $1 AND status = 'PENDING'))
     FROM rewards w WHERE w.organization_id = $1 AND w.id = $3) AS redeemed`;
