/** The files of a batch of codes: how far the latest is, with a way to cancel it, and all of them with the lines that they refused. */
'use client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CodeImport } from '@/contract/code-import';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS, useRefetchOn } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { useRefreshCodes } from './use-codes';
import { fileText, linesText, REFUSED_BECAUSE } from './words';

const RUNNING_MS = 1_000;
const SHOWN = 20;
/** As many refused lines stand beside the latest file. */
const FIRST_LINES = 5;

/** The latest file: its progress, then what came of it. Nothing for a batch that never had one. */
export function LatestImport({ batchId }: { batchId: string }) {
  const { data } = useQuery(
    useTRPC().codeImports.list.queryOptions(
      { batch_id: batchId, limit: 1 },
      { refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'RUNNING' ? RUNNING_MS : LIVE_MS) },
    ),
  );
  const latest = data?.data[0];
  useRefetchOn(latest ? `${latest.id}/${latest.status}` : '', useRefreshCodes());
  if (!latest) return null;
  return (
    <section aria-label="Latest file" aria-live="polite" className="panel mb-4 flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {linesText(latest)} from {fileText(latest)} <StatusBadge status={latest.status} />
        </p>
        {latest.status === 'RUNNING' ? <Cancel shown={latest} /> : <RefusedFile shown={latest} />}
      </div>
      {latest.status === 'RUNNING' && (
        <progress
          aria-label="Lines done"
          className="accent-accent h-2 w-full"
          value={latest.added + latest.refused}
          max={Math.max(latest.lines, 1)}
        />
      )}
      {latest.error_message && <p className="text-danger">{latest.error_message}</p>}
      {latest.completed_at !== null && latest.refused > 0 && <FirstRefused id={latest.id} refused={latest.refused} />}
    </section>
  );
}

function Cancel({ shown }: { shown: CodeImport }) {
  const { change } = useMay();
  const refresh = useRefreshCodes();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(useTRPC().codeImports.cancel.mutationOptions({ onSettled: refresh }));
  if (!change) return null;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${fileText(shown)}?`}
        consequence="Codes that are added already stay in the batch. The same file can be sent again later: it adds only the rest."
        confirmLabel="Cancel the import"
        refuseLabel="Keep it running"
        onConfirm={() => cancel.mutateAsync({ id: shown.id })}
      />
    </>
  );
}

const RefusedFile = ({ shown: { id, refused } }: { shown: CodeImport }) =>
  refused > 0 && (
    <Button size="small" asChild>
      <a href={exportAddress('codeImports.refused', { id })} download>
        <Download aria-hidden /> Refused lines
      </a>
    </Button>
  );

function FirstRefused({ id, refused }: { id: string; refused: number }) {
  const { data } = useQuery(useTRPC().codeImports.refused.queryOptions({ id, limit: FIRST_LINES }));
  if (!data) return null;
  return (
    <ul className="text-ink-soft text-xs">
      {data.data.map(({ line, code, reason }) => (
        <li key={line} className="break-words">
          line {line}: <code className="font-mono">{code === '' ? '(nothing)' : code}</code> – {REFUSED_BECAUSE[reason]}
        </li>
      ))}
      {refused > data.data.length && <li>and {(refused - data.data.length).toLocaleString('en')} more</li>}
    </ul>
  );
}

const COLUMNS: Column<CodeImport>[] = [
  { header: 'File', cell: fileText, text: fileText },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Lines', numeric: true, from: 'md', cell: (row) => row.lines.toLocaleString('en'), text: (row) => String(row.lines) },
  { header: 'Added', numeric: true, from: 'md', cell: (row) => row.added.toLocaleString('en'), text: (row) => String(row.added) },
  { header: 'Refused', numeric: true, cell: (row) => row.refused.toLocaleString('en'), text: (row) => String(row.refused) },
  { header: 'Sent', from: 'lg', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  { header: '', cell: (row) => <RefusedFile shown={row} />, text: () => '' },
];

export function BatchImports({ batchId }: { batchId: string }) {
  const list = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: { by: 'created_at', dir: 'desc' } });
  const query = useQuery(
    useTRPC().codeImports.list.queryOptions(
      { batch_id: batchId, limit: SHOWN, cursor: list.cursor },
      { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <DataTable
      name="Files"
      columns={COLUMNS}
      query={query}
      state={list.state}
      rowId={({ id }) => id}
      empty={<EmptyState title="No file was sent yet. “Add codes” takes one." />}
    />
  );
}
