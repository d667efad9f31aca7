/** One journal entry: its postings, which sum to zero, and its cause. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { JournalEntryResource, PostingResource } from '@/contract/journal';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, partyOf, useHolderNames, type Party } from '@/components/balances/holder-names';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { Money } from '@/components/ui/money';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { Reference } from './reference';

export function EntryDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().journalEntries.get.queryOptions({ id }));
  return (
    <Detail query={query}>
      {(entry) => (
        <>
          <RecordHeading name={statusLabel(entry.type)} />
          <p className="text-ink-soft mb-4">{entry.description}</p>
          <Tabs
            label="Journal entry"
            tabs={[
              { value: 'postings', label: 'Postings', content: <Postings entry={entry} /> },
              { value: 'facts', label: 'Details', content: <EntryFacts entry={entry} />, printed: true },
              { value: 'json', label: 'JSON', content: <JsonPanel value={entry} path={`/v1/journal-entries/${entry.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function AccountName({ account, holderName }: { account: PostingResource['account']; holderName: (party: Party) => string }) {
  const nameOf = useProgramNames();
  const party = partyOf(account);
  const bucket = account.bucket && <span className="text-ink-faint"> · {account.bucket.toLowerCase()}</span>;
  if (party) {
    return (
      <>
        {statusLabel(account.type)} <HolderLink party={party} name={holderName(party)} inText />
        {bucket}
      </>
    );
  }
  return (
    <>
      {statusLabel(account.type)} <span className="text-ink-faint">{nameOf(account.id)}</span>
      {bucket}
    </>
  );
}

function Postings({ entry }: { entry: JournalEntryResource }) {
  const { symbolOf } = useAssetIndex();
  const holderName = useHolderNames(entry.postings.flatMap(({ account }) => partyOf(account) ?? []));
  const columns: Column<PostingResource>[] = [
    {
      header: 'Account',
      cell: (row) => <AccountName account={row.account} holderName={holderName} />,
      text: ({ account }) => [account.type, account.id, account.bucket].filter(Boolean).join(' '),
    },
    {
      header: 'Amount',
      numeric: true,
      cell: (row) => <Money amount={row.amount} symbol={symbolOf(row.asset_id)} signed />,
      text: (row) => row.amount,
    },
  ];
  const query = { data: { data: entry.postings }, error: null, isPending: false, refetch: () => undefined };
  return (
    <DataTable
      name="Postings"
      columns={columns}
      query={query}
      rowId={(row) => `${row.account.type}/${row.account.id}/${row.account.bucket}/${row.asset_id}/${row.amount}`}
      empty={null}
    />
  );
}

function EntryFacts({ entry }: { entry: JournalEntryResource }) {
  const nameOf = useProgramNames();
  const none = <span className="text-ink-faint">—</span>;
  const link = (href: string, text: string) => (
    <ScopedLink href={href} className="text-accent hover:underline">
      {text}
    </ScopedLink>
  );
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={entry.id} whole /> },
        { name: 'Program', value: nameOf(entry.program_id) ?? <CopyableId id={entry.program_id} whole /> },
        { name: 'Reference', value: <Reference reference={entry.reference_id} programId={entry.program_id} /> },
        { name: 'Caused by event', value: entry.event_id ? link(`/events/${entry.event_id}`, `…${entry.event_id.slice(-8)}`) : none },
        {
          name: 'By rule',
          value: entry.rule_id
            ? link(`/rules/${entry.rule_id}`, `…${entry.rule_id.slice(-8)}, version ${entry.rule_version ?? '?'}`)
            : none,
        },
        { name: 'Seal', value: entry.entry_hash ? <CopyableId id={entry.entry_hash} label="Hash" whole /> : none },
        { name: 'Created', value: <RelativeTime at={entry.created_at} /> },
      ]}
    />
  );
}
