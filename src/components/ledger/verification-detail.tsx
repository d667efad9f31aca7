/** One verification: its progress, and every violation found. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LedgerVerification } from '@/contract/ledger';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, partyOf, useHolderNames } from '@/components/balances/holder-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge, StatusBadge, statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts, type Fact } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';

type Violation = LedgerVerification['violations'][number];

const whole = new Intl.NumberFormat('en');

export function VerificationDetail({ id }: { id: string }) {
  const options = {
    refetchInterval: (state: { state: { data?: LedgerVerification } }) => (state.state.data?.completed_at ? false : LIVE_MS),
  };
  const query = useQuery(useTRPC().reports.getVerification.queryOptions({ id }, options));
  return (
    <Detail query={query}>
      {(verification) => (
        <>
          <RecordHeading name={HEADINGS[verification.status]} className="mb-4">
            <StatusBadge status={verification.status} />
          </RecordHeading>
          {verification.status === 'RUNNING' && <Progress verification={verification} />}
          <Tabs
            label="Verification"
            tabs={[
              { value: 'violations', label: 'Violations', content: <Violations verification={verification} /> },
              { value: 'facts', label: 'Details', content: <VerificationFacts verification={verification} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={verification} path={`/v1/reports/ledger-verification/${verification.id}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const HEADINGS = { RUNNING: 'Being verified', PASSED: 'The ledger is consistent', FAILED: 'The ledger is not consistent' } as const;

const Progress = ({ verification: { checked, total } }: { verification: LedgerVerification }) => (
  <p className="mb-4">
    <progress className="h-2 w-full" aria-label="Rows checked" value={total === 0 ? undefined : checked} max={Math.max(total, 1)} />
    <span className="text-ink-soft text-xs tabular-nums">
      {whole.format(checked)} of {whole.format(total)} rows
    </span>
  </p>
);

function Violations({ verification: { status, violations, violation_count } }: { verification: LedgerVerification }) {
  if (violations.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={status === 'RUNNING' ? 'No violations so far.' : 'No violations: everything agrees with the entries.'} />
      </div>
    );
  }
  return (
    <>
      <ol className="flex flex-col gap-3">
        {violations.map((violation, index) => (
          <li key={index} className="panel p-3">
            <ViolationCard violation={violation} />
          </li>
        ))}
      </ol>
      {violation_count > violations.length && (
        <p className="text-ink-soft mt-3">and {whole.format(violation_count - violations.length)} more.</p>
      )}
    </>
  );
}

function ViolationCard({ violation }: { violation: Violation }) {
  const { symbolOf } = useAssetIndex();
  const { check, message, entry_id, position, account, lot_id, hold_reference, expected, actual } = violation;
  const mono = (text: string): ReactNode => <span className="font-mono text-xs break-all">{text}</span>;
  const facts: (Fact | null)[] = [
    entry_id === null ? null : { name: 'Entry', value: <EntryLink id={entry_id} /> },
    position === null ? null : { name: 'Position', value: whole.format(position) },
    account && { name: 'Account', value: <AccountLink account={account} symbol={symbolOf(account.asset_id)} /> },
    lot_id === null ? null : { name: 'Lot', value: <CopyableId id={lot_id} label="Lot id" whole /> },
    hold_reference === null ? null : { name: 'Hold', value: hold_reference },
    expected === null ? null : { name: 'Expected', value: mono(expected) },
    actual === null ? null : { name: 'Stored', value: mono(actual) },
  ];
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Badge tone="danger">{statusLabel(check)}</Badge> {message}
      </p>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </>
  );
}

const EntryLink = ({ id }: { id: string }) => (
  <ScopedLink href={`/ledger/${id}`} className="text-accent hover:underline">
    …{id.slice(-8)}
  </ScopedLink>
);

function AccountLink({ account, symbol }: { account: NonNullable<Violation['account']>; symbol: string | undefined }) {
  const party = partyOf(account);
  const nameOf = useHolderNames(party ? [party] : []);
  const rest = [symbol, account.bucket?.toLowerCase()].filter(Boolean).join(' · ');
  if (!party) return `${statusLabel(account.type)} …${account.id.slice(-8)} · ${rest}`;
  return (
    <>
      {statusLabel(account.type)} <HolderLink party={party} name={nameOf(party)} inText />
      <span className="text-ink-faint"> · {rest}</span>
    </>
  );
}

const VerificationFacts = ({ verification }: { verification: LedgerVerification }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={verification.id} whole /> },
      { name: 'Rows checked', value: `${whole.format(verification.checked)} of ${whole.format(verification.total)}` },
      { name: 'Violations', value: whole.format(verification.violation_count) },
      { name: 'Started', value: <RelativeTime at={verification.created_at} /> },
      { name: 'Ended', value: <RelativeTime at={verification.completed_at} /> },
    ]}
  />
);
