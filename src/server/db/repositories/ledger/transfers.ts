/** Stores transfers alongside their journal entries: written once, listed for whoever gave or received. */
import type { TransferRecord } from '@/domain/decision';
import type { Holder } from '@/domain/ledger/accounts';
import { equals, keysetPage, within, type Condition, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';

export interface TransferRow {
  id: string;
  program_id: string;
  asset_id: string;
  entry_id: string;
  source_type: Holder['type'];
  source_id: string;
  /** Amounts are decimal text as the database prints it. */
  recipients: { account_type: Holder['type']; account_id: string; amount: string }[];
  total_amount: string;
  recipient_count: number;
  preserve_expiry: boolean;
  description: string | null;
  event_id: string | null;
  rule_id: string | null;
  created_at: Date;
  scale: number;
}

const COLUMNS = `t.id, t.program_id, t.asset_id, t.entry_id, t.source_type, t.source_id, t.total_amount, t.recipient_count, t.preserve_expiry,
  e.description, e.event_id, e.rule_id, t.created_at, a.scale,
  (SELECT coalesce(json_agg(json_build_object('account_type', r.account_type, 'account_id', r.account_id, 'amount', r.amount::text) ORDER BY r.position), '[]')
     FROM transfer_recipients r WHERE r.organization_id = t.organization_id AND r.transfer_id = t.id) AS recipients`;

const FROM = `transfers t JOIN journal_entries e ON e.organization_id = t.organization_id AND e.id = t.entry_id
  JOIN assets a ON a.organization_id = t.organization_id AND a.id = t.asset_id`;

interface TransfersQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  asset_id?: string | undefined;
}

const TRANSFERS: KeysetList<'created_at'> = {
  name: 'transfers',
  select: { columns: COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 't.created_at', type: 'timestamptz' }] },
  id: { sql: 't.id', type: 'uuid' },
};

/** @param parties only transfers that each of these participants or groups gave or received. */
export function listTransferRows(
  organizationId: string,
  parties: readonly Holder[],
  query: TransfersQuery,
): Promise<KeysetPage<TransferRow>> {
  const { program_id, asset_id } = query;
  return keysetPage<TransferRow, 'created_at'>(TRANSFERS, {
    organizationId,
    query: { ...query, parties: parties.map(({ id }) => id) },
    where: [
      equals('t.organization_id', organizationId),
      ...within('t.created_at', query.from, query.to),
      ...(program_id === undefined ? [] : [equals('t.program_id', program_id)]),
      ...(asset_id === undefined ? [] : [equals('t.asset_id', asset_id)]),
      ...parties.map(isPartyTo(organizationId)),
    ],
  });
}

/** Uses the indexes of both sides, since most of an organization's transfers do not involve this holder. */
const isPartyTo =
  (organizationId: string) =>
  ({ type, id }: Holder): Condition =>
  (bind) => {
    const [organization, holderId, holderType] = [`${bind(organizationId)}::uuid`, `${bind(id)}::uuid`, `${bind(type)}::text`];
    return `t.id IN (SELECT s.id FROM transfers s WHERE s.organization_id = ${organization} AND s.source_id = ${holderId} AND s.source_type = ${holderType}
      UNION SELECT r.transfer_id FROM transfer_recipients r WHERE r.organization_id = ${organization} AND r.account_id = ${holderId} AND r.account_type = ${holderType})`;
  };

export async function findTransfer(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<TransferRow | null> {
  const [row] = await tx.query<TransferRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE t.organization_id = $1 AND t.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

const INSERT = `SELECT insert_transfers($1::uuid, $2::timestamptz, $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::uuid[], $9::numeric[],
  $10::smallint[], $11::boolean[], $12::uuid[], $13::smallint[], $14::text[], $15::uuid[], $16::numeric[])`;

/** The entries must have been written already, in the same transaction. */
export function insertTransfers(
  tx: Pick<Tx, 'send'>,
  scope: { organizationId: string; now: Date },
  transfers: readonly TransferRecord[],
): void {
  const recipients = transfers.flatMap(({ id, recipients: all }) =>
    all.map(({ holder, amount }, position) => ({ id, position, holder, amount })),
  );
  tx.send(INSERT, [
    scope.organizationId,
    scope.now,
    transfers.map(({ id }) => id),
    transfers.map(({ programId }) => programId),
    transfers.map(({ assetId }) => assetId),
    transfers.map(({ entryId }) => entryId),
    transfers.map(({ source }) => source.type),
    transfers.map(({ source }) => source.id),
    transfers.map(({ total }) => total.toFixed()),
    transfers.map(({ recipients: { length } }) => length),
    transfers.map(({ preserveExpiry }) => preserveExpiry),
    recipients.map(({ id }) => id),
    recipients.map(({ position }) => position),
    recipients.map(({ holder }) => holder.type),
    recipients.map(({ holder }) => holder.id),
    recipients.map(({ amount }) => amount.toFixed()),
  ]);
}
