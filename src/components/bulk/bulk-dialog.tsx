/** States what will happen to the selected rows, runs the action row by row, and lists each refusal with its reason. */
'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { present } from '@/domain/assert';
import type { Column } from '@/components/data-table/column';
import { toCsv } from '@/components/data-table/csv';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { download, fileNameOf } from '@/components/ui/download';
import { counted, type Bulk, type BulkAction, type Typed } from './action';
import { Override } from './override';
import type { BulkItemResult } from './run';
import { useRun } from './use-run';

export interface BulkDialogProps<Row> {
  bulk: Bulk<Row>;
  action: BulkAction<Row>;
  /** All selected rows, including those the action does not apply to. */
  chosen: readonly Row[];
  /** @param begun whether anything was sent. */
  onClose: (begun: boolean) => void;
}

export function BulkDialog<Row>({ bulk, action, chosen, onClose }: BulkDialogProps<Row>) {
  const [rows] = useState(() => chosen.filter((row) => action.offered?.to(row) ?? true));
  const [typed, setTyped] = useState(action.asks?.initial ?? {});
  const progress = useRun(bulk, action, rows);
  const { begun, running } = progress;
  const leftOut = chosen.length - rows.length;
  const ids = [...progress.byId.keys()];
  const deed = action.joint ? `${action.verb} ${action.joint}` : action.verb;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !running && onClose(begun)}
      title={action.joint ? `${deed} ${counted(rows.length, bulk.noun)}` : `${deed}: ${counted(rows.length, bulk.noun)}`}
      description={rows.length === 0 ? action.offered?.others : action.consequence(rows, typed)}
    >
      {!begun && rows.length > 0 && (
        <div className="flex flex-col gap-4">
          {leftOut > 0 && (
            <p className="text-ink-soft">
              {leftOut} of the {chosen.length} selected {leftOut === 1 ? 'is' : 'are'} left out. {action.offered?.others}
            </p>
          )}
          {action.asks && <action.asks.Fields value={typed} onChange={setTyped} />}
        </div>
      )}
      {begun && <Progress bulk={bulk} action={action} rows={rows} progress={progress} />}
      <Override action={action} progress={progress} typed={typed} />
      <DialogActions>
        {!begun && <Button onClick={() => onClose(false)}>{rows.length === 0 ? 'Close' : (action.refuse ?? 'Cancel')}</Button>}
        {!begun && rows.length > 0 && (
          <Button
            variant={action.dangerous ? 'danger' : 'primary'}
            disabled={action.asks && !action.asks.ready(typed)}
            onClick={() => void progress.run(ids, typed)}
          >
            {deed} {rows.length}
          </Button>
        )}
        {running && (
          <Button pending={progress.stopping} onClick={progress.stop}>
            Stop
          </Button>
        )}
        {begun && !running && <Ended {...{ bulk, action, rows, progress, typed, onClose }} />}
      </DialogActions>
    </Dialog>
  );
}

interface ProgressProps<Row> extends Pick<BulkDialogProps<Row>, 'bulk' | 'action'> {
  rows: readonly Row[];
  progress: ReturnType<typeof useRun<Row>>;
}

function Progress<Row>({ bulk, action, rows, progress: { done, failed, left, running, byId } }: ProgressProps<Row>) {
  const said = [
    `${done} of ${rows.length} ${action.done}`,
    ...(failed.length > 0 ? [`${failed.length} refused`] : []),
    ...(!running && left.length > 0 ? [`${left.length} not started`] : []),
  ].join(', ');
  return (
    <div className="flex flex-col gap-3">
      <progress className="h-2 w-full" value={done + failed.length} max={rows.length} aria-label="Progress" />
      <p role="status" className="tabular-nums">
        {said}
      </p>
      {failed.length > 0 && (
        <ul aria-label="Refused" className="panel divide-line max-h-72 divide-y overflow-y-auto">
          {failed.map((outcome) => (
            <Refused
              key={outcome.id}
              outcome={outcome}
              bulk={bulk}
              row={present(byId.get(outcome.id), 'outcomes are of the rows that were run')}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Refused<Row>({ outcome: { failure }, bulk, row }: { outcome: BulkItemResult; bulk: Bulk<Row>; row: Row }) {
  if (!failure) return null;
  const name = bulk.nameOf(row);
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2">
      {bulk.pathOf ? (
        <ScopedLink href={bulk.pathOf(row)} target="_blank" className="text-accent truncate hover:underline">
          {name} <span className="sr-only">(opens in a new window)</span>
        </ScopedLink>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      <span className="text-danger text-xs">
        {failure.message} <code className="font-mono">{failure.code}</code>{' '}
        {failure.requestId && <CopyableId id={failure.requestId} label="Request id" whole />}
      </span>
    </li>
  );
}

interface EndedProps<Row> extends ProgressProps<Row>, Pick<BulkDialogProps<Row>, 'onClose'> {
  typed: Typed;
}

function Ended<Row>({ bulk, action, rows, progress, typed, onClose }: EndedProps<Row>) {
  const { failed, left, run } = progress;
  const save = () =>
    download(`${fileNameOf(`${action.verb} ${bulk.noun[1]}`)}.csv`, toCsv(resultColumns(bulk, action, progress), rows), 'text/csv');
  return (
    <>
      <Button variant="quiet" onClick={save}>
        <Download aria-hidden /> CSV
      </Button>
      {left.length > 0 && <Button onClick={() => void run(left, typed)}>Do the other {left.length}</Button>}
      {failed.length > 0 && (
        <Button
          onClick={() =>
            void run(
              failed.map(({ id }) => id),
              typed,
            )
          }
        >
          Try the {failed.length} refused again
        </Button>
      )}
      <Button variant="primary" onClick={() => onClose(true)}>
        Done
      </Button>
    </>
  );
}

function resultColumns<Row>(bulk: Bulk<Row>, action: BulkAction<Row>, { failed, left }: ProgressProps<Row>['progress']): Column<Row>[] {
  const refusals = new Map(failed.map(({ id, failure }) => [id, failure]));
  const waiting = new Set(left);
  const column = (header: string, text: (row: Row) => string): Column<Row> => ({ header, cell: text, text });
  const refusal = (row: Row) => refusals.get(bulk.idOf(row));
  const result = (row: Row) => (waiting.has(bulk.idOf(row)) ? 'not started' : refusal(row) ? 'refused' : action.done);
  return [
    column('Id', bulk.idOf),
    column('Name', bulk.nameOf),
    column('Result', result),
    column('Code', (row) => refusal(row)?.code ?? ''),
    column('Reason', (row) => refusal(row)?.message ?? ''),
    column('Request id', (row) => refusal(row)?.requestId ?? ''),
  ];
}
