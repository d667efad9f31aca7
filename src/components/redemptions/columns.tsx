/** The columns shared by every list of redemptions. */
'use client';
import type { Redemption } from '@/contract/redemption';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { StatusBadge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { useRedeemedThings } from './reward-names';

/** @param sortable whether the list that holds them can be sorted. */
export function useRedemptionColumns(rows: readonly Redemption[], sortable = false) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useHolderNames(rows);
  const thingOf = useRedeemedThings(rows);
  const participant: Column<Redemption> = {
    header: 'Participant',
    cell: (row) => <span className="font-medium">{nameOf({ participant_id: row.participant_id })}</span>,
    text: (row) => nameOf({ participant_id: row.participant_id }),
  };
  const what: Column<Redemption> = { header: 'What', from: 'sm', cell: thingOf, text: thingOf };
  const amount: Column<Redemption> = {
    header: 'Amount',
    numeric: true,
    cell: (row) => <Money amount={row.amount} symbol={symbolOf(row.asset_id)} />,
    text: (row) => row.amount,
  };
  const status: Column<Redemption> = {
    header: 'Status',
    cell: (row) => <StatusBadge status={row.status} />,
    text: (row) => row.status,
  };
  // Only a pending redemption still expires.
  const expiryOf = ({ status, expires_at }: Redemption) => (status === 'PENDING' ? expires_at : null);
  const expires: Column<Redemption> = {
    header: 'Expires',
    from: 'md',
    cell: (row) => <RelativeTime at={expiryOf(row)} />,
    text: (row) => expiryOf(row) ?? '',
  };
  const created: Column<Redemption> = {
    header: 'Created',
    sort: sortable ? 'created_at' : undefined,
    from: 'sm',
    cell: (row) => <RelativeTime at={row.created_at} />,
    text: (row) => row.created_at,
  };
  return { participant, what, amount, status, expires, created, nameOf, symbolOf };
}
