/** The columns shared by every list of transfers. */
'use client';
import type { Transfer } from '@/contract/transfer';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';

/** @param sortable whether the list that holds them can be sorted. */
export function useTransferColumns(rows: readonly Transfer[], sortable = false): Column<Transfer>[] {
  const { symbolOf } = useAssetIndex();
  // Names only the first of many recipients.
  const nameOf = useHolderNames(rows.flatMap(({ source, recipients }) => [source, ...recipients.slice(0, 1)]));
  const recipients = ({ recipients: [first], recipient_count }: Transfer): string => {
    const name = first ? nameOf(first) : '';
    return recipient_count > 1 ? `${name} and ${recipient_count - 1} more` : name;
  };
  return [
    {
      header: 'From',
      cell: (row) => <span className="font-medium">{nameOf(row.source)}</span>,
      text: (row) => nameOf(row.source),
    },
    { header: 'To', cell: recipients, text: recipients },
    {
      header: 'Amount',
      numeric: true,
      cell: (row) => <Money amount={row.total_amount} symbol={symbolOf(row.asset_id)} />,
      text: (row) => row.total_amount,
    },
    {
      header: 'Why',
      from: 'md',
      cell: (row) => row.description ?? <span className="text-ink-faint">{row.rule_id ? 'By a rule' : '—'}</span>,
      text: (row) => row.description ?? '',
    },
    {
      header: 'Created',
      from: 'sm',
      sort: sortable ? 'created_at' : undefined,
      cell: (row) => <RelativeTime at={row.created_at} />,
      text: (row) => row.created_at,
    },
  ];
}
