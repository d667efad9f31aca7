/** The columns shared by every list of decisions. */
'use client';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useHolderNames } from '@/components/balances/holder-names';
import { sumsText } from '@/components/balances/sums';
import type { Column } from '@/components/data-table/column';
import { useProgramNames } from '@/components/programs/program-names';
import { StatusBadge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { creditsOf, spendsOf, type StoredDecision } from './stored-decision';
import { TimeLeft } from './time-left';
import { basketText } from './words';

/** What was committed or cancelled does not expire. */
const expiryOf = ({ status, expires_at }: StoredDecision) => (status === 'RESERVED' || status === 'EXPIRED' ? expires_at : null);

/** @param sortable whether the list that holds them can be sorted. */
export function useDecisionColumns(rows: readonly StoredDecision[], sortable = false) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useHolderNames(rows);
  const programOf = useProgramNames();
  const who = ({ participant_id }: StoredDecision) => nameOf({ participant_id });
  const sums = (header: string, amountsOf: (row: StoredDecision) => Parameters<typeof sumsText>[0]): Column<StoredDecision> => {
    const text = (row: StoredDecision) => sumsText(amountsOf(row), symbolOf);
    const cell = (row: StoredDecision) => text(row) || <span className="text-ink-faint">—</span>;
    return { header, numeric: true, cell, text };
  };
  const participant: Column<StoredDecision> = {
    header: 'Participant',
    cell: (row) => <span className="font-medium">{who(row)}</span>,
    text: who,
  };
  const program: Column<StoredDecision> = {
    header: 'Program',
    from: 'lg',
    cell: ({ program_id }) => programOf(program_id),
    text: ({ program_id }) => programOf(program_id) ?? program_id,
  };
  const basket: Column<StoredDecision> = { header: 'Basket', from: 'md', cell: basketText, text: basketText };
  const status: Column<StoredDecision> = {
    header: 'Status',
    cell: (row) => <StatusBadge status={row.status} />,
    text: (row) => row.status,
  };
  const expires: Column<StoredDecision> = {
    header: 'Expires',
    sort: sortable ? 'expires_at' : undefined,
    from: 'md',
    cell: (row) => <RelativeTime at={expiryOf(row)} />,
    text: (row) => expiryOf(row) ?? '',
  };
  const left: Column<StoredDecision> = {
    header: 'Time left',
    numeric: true,
    cell: (row) => row.expires_at && <TimeLeft until={row.expires_at} />,
    text: (row) => row.expires_at ?? '',
  };
  const created: Column<StoredDecision> = {
    header: 'Created',
    sort: sortable ? 'created_at' : undefined,
    from: 'sm',
    cell: (row) => <RelativeTime at={row.created_at} />,
    text: (row) => row.created_at,
  };
  const [earns, spends] = [sums('Earns', creditsOf), { ...sums('Spends', spendsOf), from: 'sm' } as const];
  return { participant, program, basket, earns, spends, status, expires, left, created, who };
}
