/** Reads and writes backtests: their parameters, progress, lease and result. */
import { only } from '@/domain/assert';
import type { BacktestResult } from '@/domain/backtests/result';
import type { CampaignSource } from '@/domain/campaigns/compiled';
import type { RuleSource } from '@/domain/rules/rule';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

export type BacktestStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface BacktestRow {
  readonly id: string;
  readonly program_id: string;
  readonly status: BacktestStatus;
  readonly window_from: Date;
  readonly window_to: Date;
  /** Null: everybody. */
  readonly participant_ids: string[] | null;
  readonly is_draft: boolean;
  readonly rule_configuration_version: number;
  readonly processed: number;
  /** Null before it has started. */
  readonly total: number | null;
  readonly error_message: string | null;
  /** The number of holder and asset pairs that differ in the end; null until it completes, and where differences were not kept. */
  readonly difference_count: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

export interface BacktestWithResult extends BacktestRow {
  readonly result: BacktestResult | null;
}

const COLUMNS = `b.id, b.program_id, b.status, b.window_from, b.window_to, b.participant_ids, b.is_draft, b.rule_configuration_version,
  b.processed, b.total, b.error_message, b.difference_count, b.created_at, b.updated_at, b.completed_at`;

/** A campaign as a backtest stores it. */
type KeptCampaign = Omit<CampaignSource, 'createdAt'> & { readonly createdAt: string };

/** A rule as a backtest stores it; times are RFC 3339. */
export type BacktestedRule = Omit<RuleSource, 'activeFrom' | 'activeTo' | 'createdAt' | 'campaign'> & {
  readonly activeFrom: string | null;
  readonly activeTo: string | null;
  readonly createdAt: string;
  /** The campaign that it is tried in; absent in backtests from before there were any. */
  readonly campaign?: KeptCampaign | null;
  /** Its reference in the rule configuration. */
  readonly clientRef: string | null;
};

interface NewBacktest {
  readonly id: string;
  readonly programId: string;
  readonly from: Date;
  readonly to: Date;
  readonly participantIds: readonly string[] | null;
  readonly rules: readonly BacktestedRule[];
  readonly isDraft: boolean;
  readonly version: number;
  readonly now: Date;
}

export async function insertBacktest(tx: Tx, organizationId: string, made: NewBacktest): Promise<BacktestWithResult> {
  const row = only(
    await tx.query<BacktestWithResult>(
      `INSERT INTO backtests AS b (id, organization_id, program_id, window_from, window_to, participant_ids, rules, is_draft, rule_configuration_version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${COLUMNS}, b.result`,
      [
        made.id,
        organizationId,
        made.programId,
        made.from,
        made.to,
        made.participantIds,
        JSON.stringify(made.rules),
        made.isDraft,
        made.version,
        made.now,
      ],
    ),
  );
  return row;
}

export async function findBacktest(organizationId: string, programId: string, id: string): Promise<BacktestWithResult | null> {
  const [row] = await statement<BacktestWithResult>(
    `SELECT ${COLUMNS}, b.result FROM backtests b WHERE b.organization_id = $1 AND b.program_id = $2 AND b.id = $3`,
    [organizationId, programId, id],
  );
  return row ?? null;
}

/** The rules that it tries. */
export async function loadBacktestedRules(organizationId: string, id: string): Promise<BacktestedRule[]> {
  const [row] = await statement<{ rules: BacktestedRule[] }>('SELECT rules FROM backtests WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
  return row?.rules ?? [];
}

/** Null when it has ended or does not exist. @param now on the organization's clock. */
export async function cancelBacktestRow(
  organizationId: string,
  programId: string,
  id: string,
  now: Date,
): Promise<BacktestWithResult | null> {
  const [row] = await statement<BacktestWithResult>(
    `UPDATE backtests b SET status = 'CANCELLED', completed_at = $4, updated_at = $4, lease_token = NULL, lease_until = NULL
     WHERE b.organization_id = $1 AND b.program_id = $2 AND b.id = $3 AND b.status IN ('QUEUED', 'RUNNING') RETURNING ${COLUMNS}, b.result`,
    [organizationId, programId, id, now],
  );
  return row ?? null;
}

const BACKTESTS: KeysetList<'created_at'> = {
  name: 'backtests',
  select: { columns: COLUMNS, from: 'backtests b' },
  sorts: { created_at: [{ sql: 'b.created_at', type: 'timestamptz' }] },
  id: { sql: 'b.id', type: 'uuid' },
};

interface BacktestsQuery extends PageRequest<'created_at'> {
  id: string;
  status?: BacktestStatus | undefined;
}

export function listBacktestRows(organizationId: string, query: BacktestsQuery): Promise<KeysetPage<BacktestRow>> {
  return keysetPage<BacktestRow, 'created_at'>(BACKTESTS, {
    organizationId,
    query: { ...query },
    where: [
      equals('b.organization_id', organizationId),
      equals('b.program_id', query.id),
      ...(query.status === undefined ? [] : [equals('b.status', query.status)]),
    ],
  });
}
