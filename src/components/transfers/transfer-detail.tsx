/** One transfer: the source, the recipients with their amounts, and its entry. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Transfer } from '@/contract/transfer';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { EntriesById } from '@/components/ledger/entries-by-id';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { amountText, Money } from '@/components/ui/money';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';

export function TransferDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().transfers.get.queryOptions({ id }));
  return <Detail query={query}>{(transfer) => <Found transfer={transfer} />}</Detail>;
}

function Found({ transfer }: { transfer: Transfer }) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useHolderNames([transfer.source, ...transfer.recipients]);
  const symbol = symbolOf(transfer.asset_id);
  const many = transfer.recipient_count > 1 ? `${transfer.recipient_count} recipients` : nameOf(transfer.recipients[0] ?? {});
  const between = `from ${nameOf(transfer.source)} to ${many}`;
  return (
    <>
      <RecordHeading
        name={`${amountText(transfer.total_amount, symbol)} ${between}`}
        shown={<Money amount={transfer.total_amount} symbol={symbol} />}
      >
        {between}
      </RecordHeading>
      <p className="text-ink-soft mb-4">{transfer.description}</p>
      <Tabs
        label="Transfer"
        tabs={[
          { value: 'recipients', label: 'Recipients', content: <Recipients {...{ transfer, nameOf, symbol }} /> },
          { value: 'facts', label: 'Details', content: <TransferFacts {...{ transfer, nameOf }} /> },
          { value: 'entries', label: 'Ledger', content: <EntriesById ids={[transfer.journal_entry_id]} /> },
          { value: 'json', label: 'JSON', content: <JsonPanel value={transfer} path={`/v1/transfers/${transfer.id}`} /> },
        ]}
      />
    </>
  );
}

interface NamedProps {
  transfer: Transfer;
  nameOf: ReturnType<typeof useHolderNames>;
}

type Recipient = Transfer['recipients'][number];

function Recipients({ transfer, nameOf, symbol }: NamedProps & { symbol: string | undefined }) {
  const columns: Column<Recipient>[] = [
    { header: 'Recipient', cell: (row) => <HolderLink party={row} name={nameOf(row)} />, text: nameOf },
    { header: 'Kind', from: 'sm', cell: kindOf, text: kindOf },
    { header: 'Amount', numeric: true, cell: (row) => <Money amount={row.amount} symbol={symbol} />, text: (row) => row.amount },
  ];
  const query = { data: { data: [...transfer.recipients] }, error: null, isPending: false, refetch: () => undefined };
  return (
    <DataTable
      name="Recipients"
      columns={columns}
      query={query}
      rowId={({ participant_id, group_id }) => participant_id ?? group_id ?? ''}
      empty={null}
    />
  );
}

const kindOf = ({ group_id }: Recipient): string => (group_id ? 'Group' : 'Participant');

function TransferFacts({ transfer, nameOf }: NamedProps) {
  const programOf = useProgramNames();
  const none = <span className="text-ink-faint">—</span>;
  const link = (href: string, id: string) => (
    <ScopedLink href={`${href}/${id}`} className="text-accent hover:underline">
      …{id.slice(-8)}
    </ScopedLink>
  );
  return (
    <Facts
      facts={[
        { name: 'From', value: <HolderLink party={transfer.source} name={nameOf(transfer.source)} /> },
        { name: 'Program', value: programOf(transfer.program_id) ?? none },
        { name: 'Expiry of lots', value: transfer.preserve_expiry ? 'Kept' : 'Dropped: what was received never expires' },
        { name: 'Caused by event', value: transfer.event_id ? link('/events', transfer.event_id) : none },
        { name: 'By rule', value: transfer.rule_id ? link('/rules', transfer.rule_id) : none },
        { name: 'Id', value: <CopyableId id={transfer.id} whole /> },
        { name: 'Created', value: <RelativeTime at={transfer.created_at} /> },
      ]}
    />
  );
}
