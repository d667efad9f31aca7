/** One import: its progress and outcome, the rows it left out, and a way to cancel it for users who may. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '@/contract/import';
import { usePrograms } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { ImportErrors } from './import-errors';
import { failedText, importHeading, outcomeText, rowsText } from './import-words';

const POLL_MS = 1_000;

/** Polls an import until it has ended. */
export function useImport(id: string) {
  const options = { refetchInterval: (state: { state: { data?: Import } }) => (state.state.data?.completed_at ? false : POLL_MS) };
  return useQuery(useTRPC().imports.get.queryOptions({ id }, options));
}

export function ImportDetail({ id }: { id: string }) {
  const query = useImport(id);
  return (
    <Detail query={query}>
      {(shown) => (
        <>
          <RecordHeading name={importHeading(shown)} className="mb-4">
            <StatusBadge status={shown.status} />
          </RecordHeading>
          <ImportOutcome shown={shown} />
          <Tabs
            label="Import"
            tabs={[
              { value: 'facts', label: 'Details', content: <ImportFacts shown={shown} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={shown} path={`/v1/imports/${shown.id}`} /> },
            ]}
          />
          <ImportErrors id={shown.id} error_count={shown.error_count} />
        </>
      )}
    </Detail>
  );
}

/** Shows the progress, then the outcome. */
export function ImportOutcome({ shown }: { shown: Import }) {
  const failed = failedText(shown);
  return (
    <div className="mb-4 flex flex-col gap-2" aria-live="polite">
      {shown.completed_at === null && <Progress shown={shown} />}
      {shown.error_message && (
        <p role="alert" className="text-danger">
          {shown.error_message}
        </p>
      )}
      {shown.processed > 0 && (
        <p>
          {shown.dry_run ? 'Importing it would give ' : ''}
          {outcomeText(shown)}.
        </p>
      )}
      {failed && <p className="text-danger">{failed}.</p>}
      {!shown.dry_run && shown.credited > 0 && (
        <p className="flex flex-wrap gap-x-4">
          <ScopedLink className="text-accent hover:underline" href={`/ledger?reference_id=${encodeURIComponent(shown.reference_id)}`}>
            Entries of the opening balances
          </ScopedLink>
          <ScopedLink className="text-accent hover:underline" href="/participants">
            Participants
          </ScopedLink>
        </p>
      )}
    </div>
  );
}

function Progress({ shown }: { shown: Import }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.imports.cancel.mutationOptions({ onSettled: () => queries.invalidateQueries(trpc.imports.pathFilter()) }),
  );
  return (
    <div>
      <progress className="h-2 w-full" aria-label="Rows done" value={shown.processed} max={Math.max(shown.rows, 1)} />
      <p className="text-ink-soft flex min-h-8 items-center justify-between text-xs tabular-nums">
        {rowsText(shown)}
        {change && shown.status !== 'RECEIVING' && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Cancel
          </Button>
        )}
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={shown.dry_run ? 'Cancel the check?' : 'Cancel the import?'}
        consequence={
          shown.dry_run
            ? 'A check stores nothing, so nothing is lost. You can check the file again at any time.'
            : 'Rows that are already applied remain: their participants and balances are not removed. You can import the same file again later; it continues where this import stopped.'
        }
        confirmLabel={shown.dry_run ? 'Cancel the check' : 'Cancel the import'}
        refuseLabel="Keep it running"
        onConfirm={() => cancel.mutateAsync({ id: shown.id })}
      />
    </div>
  );
}

function ImportFacts({ shown }: { shown: Import }) {
  const program = usePrograms().data?.data.find(({ id }) => id === shown.program_id);
  return (
    <Facts
      facts={[
        { name: 'File', value: shown.file_name ?? '—' },
        { name: 'Program', value: program?.name ?? <CopyableId id={shown.program_id} label="Program id" /> },
        { name: 'Rows', value: rowsText(shown) },
        { name: 'Kind', value: shown.dry_run ? 'A check: nothing was stored' : 'An import' },
        { name: 'Rows with errors', value: shown.on_error === 'STOP' ? 'Stop everything' : 'Are left out' },
        { name: 'Id', value: <CopyableId id={shown.id} whole /> },
        { name: 'Started', value: <RelativeTime at={shown.created_at} /> },
        { name: 'Ended', value: <RelativeTime at={shown.completed_at} /> },
      ]}
    />
  );
}
