/** A column with what an entry moved: its receiving postings, one per line. */
'use client';
import type { JournalEntryResource } from '@/contract/journal';
import type { AssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { Money } from '@/components/ui/money';

const received = (entry: JournalEntryResource) => entry.postings.filter(({ amount }) => !amount.startsWith('-'));

export const amountColumn = (symbolOf: AssetIndex['symbolOf']): Column<JournalEntryResource> => ({
  header: 'Amount',
  numeric: true,
  cell: (row) => (
    <span className="flex flex-col items-end">
      {received(row).map(({ amount, asset_id }, index) => (
        <Money key={index} amount={amount} symbol={symbolOf(asset_id)} />
      ))}
    </span>
  ),
  text: (row) =>
    received(row)
      .map(({ amount, asset_id }) => `${amount} ${symbolOf(asset_id) ?? ''}`.trim())
      .join('; '),
});
