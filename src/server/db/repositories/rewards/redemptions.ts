/** Reads and writes redemptions, and reads the lots that they took from. */
import { amountOf } from '@/domain/money';
import type { LotShare } from '@/domain/ledger/lots';
import type { RedemptionTarget } from '@/domain/ledger/redemption';
import type { RedemptionStatus } from '@/domain/redemptions/machine';
import { ORDER_OF_REDEMPTION, type OrderFacts } from './fulfillment-orders';
import {
  equals,
  keysetPage,
  wholeList,
  within,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Redemption } from '@/server/db/generated/client';
import { snapshotRows } from '@/server/db/snapshot';
import { statement, type Tx } from '@/server/db/transaction';
import { LOT_COLUMNS, lotOf, type LotRow } from '@/server/db/repositories/ledger/lot-rows';

export interface RedemptionRow {
  id: string;
  program_id: string;
  participant_id: string;
  asset_id: string;
  /** Amounts are decimal text as the database prints it. */
  amount: string;
  description: string | null;
  target: RedemptionTarget;
  status: RedemptionStatus;
  failure_reason: string | null;
  reward_id: string | null;
  quantity: number | null;
  unit_cost: string | null;
  /** Null unless the reward is redeemed by the unit. */
  reversed_quantity: number | null;
  journal_entry_id: string;
  reservation_id: string | null;
  expires_at: Date | null;
  resolved_at: Date | null;
  capture_journal_entry_id: string | null;
  captured_at: Date | null;
  release_journal_entry_id: string | null;
  released_amount: string | null;
  reversed_amount: string;
  created_at: Date;
  updated_at: Date;
  /** The decision that it is part of. */
  decision_id: string | null;
  /** The scale of the asset. */
  scale: number;
  /** Null unless a provider delivers the reward. */
  fulfillment: OrderFacts | null;
}

const COLUMNS = `r.id, r.program_id, r.participant_id, r.asset_id, r.amount, r.description, r.target, r.status, r.failure_reason, r.reward_id, r.quantity,
  r.unit_cost, r.reversed_quantity, r.journal_entry_id, r.reservation_id, r.expires_at, r.resolved_at, r.capture_journal_entry_id, r.captured_at,
  r.release_journal_entry_id, r.released_amount, r.reversed_amount, r.created_at, r.updated_at, r.decision_id, a.scale,
  ${ORDER_OF_REDEMPTION}`;
const FROM = 'redemptions r JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id';

interface RedemptionsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  participant_id?: string | undefined;
  reward_id?: string | undefined;
  asset_id?: string | undefined;
  status?: RedemptionStatus | undefined;
}

const EXACT_FILTERS = ['program_id', 'participant_id', 'reward_id', 'asset_id', 'status'] as const;

const REDEMPTIONS: KeysetList<'created_at'> = {
  name: 'redemptions',
  select: { columns: COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 'r.created_at', type: 'timestamptz' }] },
  id: { sql: 'r.id', type: 'uuid' },
};

export const listRedemptionRows = (organizationId: string, query: RedemptionsQuery): Promise<KeysetPage<RedemptionRow>> =>
  keysetPage<RedemptionRow, 'created_at'>(REDEMPTIONS, { organizationId, query: { ...query }, where: matching(organizationId, query) });

export type RedemptionFilters = Omit<RedemptionsQuery, 'limit' | 'cursor'>;

/** All matching redemptions, as of a single moment. */
export const everyRedemptionRow = (organizationId: string, query: RedemptionFilters): AsyncIterable<RedemptionRow[]> =>
  snapshotRows(organizationId, wholeList(REDEMPTIONS, { query, where: matching(organizationId, query) }));

const matching = (organizationId: string, query: RedemptionFilters): Condition[] => [
  equals('r.organization_id', organizationId),
  ...within('r.created_at', query.from, query.to),
  ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`r.${name}`, query[name])])),
];

export async function findRedemption(organizationId: string, id: string): Promise<RedemptionRow | null> {
  const [row] = await statement<RedemptionRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** The redemption, locked until the transaction ends. */
export async function findRedemptionForUpdate(tx: Tx, organizationId: string, id: string): Promise<RedemptionRow | null> {
  const [row] = await tx.query<RedemptionRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF r`,
    [organizationId, id],
  );
  return row ?? null;
}

const PLACED: Columns<
  Redemption,
  RedemptionRow,
  | 'organization_id'
  | 'failure_reason'
  | 'units'
  | 'resolved_at'
  | 'capture_journal_entry_id'
  | 'captured_at'
  | 'release_journal_entry_id'
  | 'released_amount'
  | 'reversed_amount'
> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  participant_id: ['uuid', (row) => row.participant_id],
  asset_id: ['uuid', (row) => row.asset_id],
  amount: ['numeric', (row) => row.amount],
  description: ['text', (row) => row.description],
  target: ['text', (row) => row.target],
  status: ['text', (row) => row.status],
  reward_id: ['uuid', (row) => row.reward_id],
  quantity: ['bigint', (row) => row.quantity],
  unit_cost: ['numeric', (row) => row.unit_cost],
  reversed_quantity: ['bigint', (row) => row.reversed_quantity],
  journal_entry_id: ['uuid', (row) => row.journal_entry_id],
  reservation_id: ['uuid', (row) => row.reservation_id],
  expires_at: ['timestamptz', (row) => row.expires_at],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  decision_id: ['uuid', (row) => row.decision_id],
};

/** Only the commit waits for it. */
export function insertRedemptions(tx: Pick<Tx, 'send'>, organizationId: string, rows: readonly RedemptionRow[]): void {
  if (rows.length === 0) return;
  tx.send(`INSERT INTO redemptions (organization_id, ${namesOf(PLACED)}) SELECT $1, * FROM ${rowsOf(PLACED, 2)}`, [
    organizationId,
    ...arraysOf(PLACED, rows),
  ]);
}

const OF_DECISIONS = `
  SELECT ${COLUMNS} FROM unnest($2::uuid[]) AS asked (id)
  JOIN decisions d ON d.organization_id = $1 AND d.id = asked.id
  CROSS JOIN LATERAL json_array_elements_text(d.redemption_ids) AS own (id)
  JOIN redemptions r ON r.organization_id = $1 AND r.id = own.id::uuid
  JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id`;

/** The pending redemptions of decisions, locked until the transaction ends. */
export const findPendingOfDecisions = (tx: Tx, organizationId: string, decisionIds: readonly string[]): Promise<RedemptionRow[]> =>
  tx.query<RedemptionRow>(`${OF_DECISIONS} WHERE r.status = 'PENDING' ORDER BY r.id FOR NO KEY UPDATE OF r`, [organizationId, decisionIds]);

/** The redemptions of decisions, in the order in which they were placed. */
export const listRedemptionsOfDecisions = (
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  decisionIds: readonly string[],
): Promise<RedemptionRow[]> => tx.query<RedemptionRow>(`${OF_DECISIONS} ORDER BY r.id`, [organizationId, decisionIds]);

/** Writes the mutable fields of a redemption that the transaction has locked. */
export function updateRedemptionRow(tx: Pick<Tx, 'send'>, organizationId: string, row: RedemptionRow): void {
  tx.send(
    `UPDATE redemptions SET status = $3, failure_reason = $4, resolved_at = $5, capture_journal_entry_id = $6, captured_at = $7, release_journal_entry_id = $8,
       released_amount = $9, reversed_amount = $10, reversed_quantity = $11, updated_at = $12, expires_at = $13
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.status,
      row.failure_reason,
      row.resolved_at,
      row.capture_journal_entry_id,
      row.captured_at,
      row.release_journal_entry_id,
      row.released_amount,
      row.reversed_amount,
      row.reversed_quantity,
      row.updated_at,
      row.expires_at,
    ],
  );
}

export interface RedemptionSettings {
  readonly ttl: string;
  readonly target: RedemptionTarget;
}

/** A program's redemption settings; null when there is no such program. */
export async function findRedemptionSettings(tx: Tx, organizationId: string, programId: string): Promise<RedemptionSettings | null> {
  const [row] = await tx.query<{ ttl: string; target: RedemptionTarget }>(
    'SELECT redemption_ttl AS ttl, redemption_target AS target FROM programs WHERE organization_id = $1 AND id = $2',
    [organizationId, programId],
  );
  return row ?? null;
}

/** What an entry took from each lot of a participant, in the order it was taken, with the lots as they are now. */
export async function loadTakenLots(tx: Tx, organizationId: string, entryId: string, participantId: string): Promise<LotShare[]> {
  const rows = await tx.query<LotRow & { taken: string; remaining: string }>(
    `SELECT -m.amount AS taken, l.remaining, ${LOT_COLUMNS}
     FROM postings p JOIN lot_postings m ON m.organization_id = p.organization_id AND m.entry_id = p.entry_id AND m.line = p.line
     JOIN lots l ON l.organization_id = m.organization_id AND l.id = m.lot_id
     WHERE p.organization_id = $1 AND p.entry_id = $2 AND p.account_id = $3 AND m.amount < 0
     ORDER BY m.line, m.part`,
    [organizationId, entryId, participantId],
  );
  return rows.map((row) => ({ amount: amountOf(row.taken), lot: lotOf(row, amountOf(row.remaining)) }));
}
