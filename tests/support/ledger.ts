/** Sets up ledger tests: changes balances through the API, and reads everything an organization has stored. */
import type { BalanceAdjustmentResult, BalanceOperationResult, BalanceRow, LotPage, WalletMoveResult } from '@/contract/balance';
import type { ParticipantDetail } from '@/contract/participant';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from './api';
import { programWithAsset, type TestProgram } from './programs';

type Settings = Parameters<typeof programWithAsset>[0];
type Headers = Readonly<Record<string, string>>;

export interface TestLedger extends TestProgram {
  readonly participant: ParticipantDetail;
  /** Credits 10 to AVAILABLE unless `body` says otherwise; a credit to HELD gets a reference unless it brings one. */
  adjust(body?: Record<string, unknown>, headers?: Headers): Promise<Answer<BalanceAdjustmentResult & AnyBody>>;
  /** An adjustment that must succeed. */
  post(body?: Record<string, unknown>): Promise<BalanceAdjustmentResult>;
  /** Holds, releases, forfeits or voids a hold. */
  command(
    operation: 'hold' | 'release' | 'forfeit' | 'void-hold',
    body: Record<string, unknown>,
    headers?: Headers,
  ): Promise<Answer<BalanceOperationResult & AnyBody>>;
  /** The participant's lots. */
  lots(query?: string): Promise<LotPage>;
  wallet(move: 'fund' | 'burn', body: Record<string, unknown>, headers?: Headers): Promise<Answer<WalletMoveResult & AnyBody>>;
  /** The participant's balance in the first asset; zeros when there is none. */
  balance(): Promise<Pick<BalanceRow, 'available' | 'held' | 'deferred'>>;
}

/** A program with one asset and one participant, `external_id` "ada". */
export async function ledger(settings: Settings = {}): Promise<TestLedger> {
  const made = await programWithAsset(settings);
  const { api, program, asset } = made;
  const { body: participant } = await api.post<ParticipantDetail>('/participants', { external_id: 'ada' });
  const adjust: TestLedger['adjust'] = (body = {}, headers) =>
    api.post(
      `/participants/${participant.id}/balances/adjust`,
      { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '10', description: 'Test', ...heldUnder(body), ...body },
      headers,
    );
  return {
    ...made,
    participant,
    adjust,
    post: async (body) => {
      const answer = await adjust(body);
      if (answer.status !== 200) throw new Error(`the adjustment failed: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    command: (operation, body, headers) =>
      api.post(
        `/participants/${participant.id}/balances/${operation}`,
        { program_id: program.id, asset_id: asset.id, description: 'Test', ...body },
        headers,
      ),
    lots: async (query = '') => (await api.get<LotPage>(`/participants/${participant.id}/balances/lots${query}`)).body,
    wallet: (move, body, headers) =>
      api.post(`/programs/${program.id}/assets/${asset.id}/${move}`, { description: 'Test', ...body }, headers),
    balance: async () => {
      const { body } = await api.get<{ data: BalanceRow[] }>(`/participants/${participant.id}/balances?asset_id=${asset.id}`);
      const { available = '0', held = '0', deferred = '0' } = body.data[0] ?? {};
      return { available, held, deferred };
    },
  };
}

const heldUnder = ({ type, bucket }: Record<string, unknown>) =>
  bucket === 'HELD' && type !== 'DEBIT' ? { reference_id: 'held-by-test' } : {};

const STORED = [
  'participants',
  'program_participants',
  'groups',
  'group_members',
  'group_member_changes',
  'journal_entries',
  'account_entries',
  'transfers',
  'transfer_recipients',
  'balances',
  'lots',
  'lot_postings',
  'holds',
  'rewards',
  'redemptions',
  'redemption_reversals',
  'state_tags',
  'state_attributes',
  'state_counters',
  'state_tiers',
  'state_history',
  'participant_versions',
  'idempotency_records',
  'webhook_events',
  'webhook_queue',
  'webhook_attempts',
] as const;

/** Every row of an organization that an operation could change, to compare before and after. */
export async function snapshot(organizationId: string): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    STORED.map(async (table) => {
      const rows = await statement<{ row: unknown }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = $1 ORDER BY to_jsonb(t)::text`,
        [organizationId],
      );
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(tables);
}

export interface Drift {
  account_id: string;
  asset_id: string;
}

/** Accounts whose cached balance is not the sum of their postings. */
export function drifted(organizationId: string): Promise<Drift[]> {
  return statement<Drift>(
    `WITH summed AS (
       SELECT account_id, program_id, asset_id,
              coalesce(sum(amount) FILTER (WHERE bucket = 'AVAILABLE'), 0) AS available,
              coalesce(sum(amount) FILTER (WHERE bucket = 'HELD'), 0) AS held,
              coalesce(sum(amount) FILTER (WHERE bucket = 'DEFERRED'), 0) AS deferred
       FROM postings WHERE organization_id = $1 AND bucket IS NOT NULL GROUP BY account_id, program_id, asset_id)
     SELECT account_id, asset_id
     FROM summed s FULL JOIN (SELECT * FROM balances WHERE organization_id = $1) b USING (account_id, program_id, asset_id)
     WHERE (s.available, s.held, s.deferred) IS DISTINCT FROM (b.available, b.held, b.deferred)`,
    [organizationId],
  );
}

/** Assets whose postings do not sum to zero; empty when the ledger balances. */
export function unbalancedAssets(organizationId: string): Promise<{ asset_id: string }[]> {
  return statement('SELECT asset_id FROM postings WHERE organization_id = $1 GROUP BY asset_id HAVING sum(amount) <> 0', [organizationId]);
}

/** Webhook envelopes of an organization, oldest first; they exist only for types an endpoint subscribes to. */
export function envelopes(organizationId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return statement('SELECT type, data FROM webhook_events WHERE organization_id = $1 ORDER BY id', [organizationId]);
}
