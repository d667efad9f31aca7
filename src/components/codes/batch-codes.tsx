/** Lists the codes of a batch, exports them, and makes one void. */
'use client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Code } from '@/contract/code';
import type { CodeBatch } from '@/contract/code-batch';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { exportAddress } from '@/components/exports/export-address';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { useRefreshCodes } from './use-codes';

const CODE_STATUSES = ['UNUSED', 'USED', 'VOID'] as const;
type CodeStatus = (typeof CODE_STATUSES)[number];

const SHOWN = 50;

const EMPTY: Readonly<Record<CodeBatch['kind'], string>> = {
  SHARED: 'No code yet. “Give it a code” says which everybody enters.',
  UNIQUE: 'No codes yet. “Make codes” makes the first ones.',
  IMPORTED: 'No codes yet. “Add codes” takes those that were made elsewhere.',
};

const usesOf = ({ used, max_uses }: Code): string => (max_uses === null ? String(used) : `${used} of ${max_uses}`);

export function BatchCodes({ batch }: { batch: CodeBatch }) {
  const { change } = useMay();
  const [status, setStatus] = useState<CodeStatus | null>(null);
  const [voiding, setVoiding] = useState<Code | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'code', dir: 'asc' } });
  const matching = { batch_id: batch.id, ...(status === null ? {} : { status }) };
  const query = useQuery(
    useTRPC().codes.list.queryOptions(
      { ...matching, limit: SHOWN, cursor: list.cursor },
      { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
    ),
  );
  const filter = (next: CodeStatus | null) => {
    setStatus(next);
    list.startOver();
  };
  const columns: Column<Code>[] = [
    { header: 'Code', cell: (row) => <code className="font-mono">{row.code}</code>, text: (row) => row.code },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'Uses', numeric: true, cell: usesOf, text: usesOf },
    {
      header: '',
      cell: (row) =>
        change &&
        row.status !== 'VOID' && (
          <Button variant="quiet" size="small" aria-label={`Make void: ${row.code}`} aria-haspopup="dialog" onClick={() => setVoiding(row)}>
            Make void
          </Button>
        ),
      text: () => '',
    },
  ];
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={CODE_STATUSES} value={status} onChange={filter} />
      </FilterBar>
      <DataTable
        name="Codes"
        columns={columns}
        query={query}
        state={list.state}
        rowId={(row) => row.code}
        exported={exportAddress('exports.codes', matching)}
        empty={<EmptyState title={EMPTY[batch.kind]} />}
      />
      {voiding && <VoidDialog code={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

function VoidDialog({ code: { code, program_id, used }, onClose }: { code: Code; onClose: () => void }) {
  const refresh = useRefreshCodes();
  const cancel = useMutation(useTRPC().codes.void.mutationOptions({ onSuccess: refresh }));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make ${code} void?`}
      consequence={`Nobody can use it any more. ${used === 0 ? 'It has not been used.' : 'What was used or reserved stays so.'} This cannot be undone.`}
      confirmLabel="Make void"
      onConfirm={() => cancel.mutateAsync({ code, program_id })}
    />
  );
}
