/** The bar at the foot of a list with the number of selected rows and the actions on them; it stays in view while scrolling. */
'use client';
import { LoaderCircle, MoreHorizontal } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import type { Bulk, BulkAction } from './action';
import { saying } from './selection-status';
import type { RowSelection } from './use-selection';

/** Further actions go into a menu. */
const BUTTONS = 3;

export interface SelectionBarProps<Row> {
  bulk: Bulk<Row>;
  selection: RowSelection<Row>;
  /** The rows on this page, and whether another page follows. */
  shown: number;
  more: boolean;
  onBegin: (action: BulkAction<Row>) => void;
}

export function SelectionBar<Row>({ bulk, selection, shown, more, onBegin }: SelectionBarProps<Row>) {
  const { rows, gathering } = selection;
  const wholePage = rows.length - selection.elsewhere === shown;
  return (
    <div
      role="toolbar"
      aria-label={`Selected ${bulk.noun[1]}`}
      className="bg-accent-soft border-line sticky bottom-0 z-10 flex min-h-10 shrink-0 flex-wrap items-center gap-2 rounded-b-[8px] border-t px-3 py-1"
    >
      <span className="font-medium tabular-nums">{saying(bulk, selection)}</span>
      {gathering !== null ? (
        <span className="text-ink-soft inline-flex items-center gap-1.5 text-xs tabular-nums">
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden /> {gathering} found
        </span>
      ) : (
        bulk.pageAt &&
        more &&
        wholePage &&
        !selection.gathered && (
          <Button size="small" variant="quiet" onClick={() => void selection.gatherAll()}>
            Select all that match
          </Button>
        )
      )}
      <span className="flex-1" />
      <span className="flex flex-wrap gap-1">
        {bulk.actions.slice(0, BUTTONS).map((action) => (
          <Button key={action.verb} size="small" disabled={gathering !== null} aria-haspopup="dialog" onClick={() => onBegin(action)}>
            {action.verb}
          </Button>
        ))}
        {bulk.actions.length > BUTTONS && (
          <DropdownMenu
            trigger={
              <Button size="small" disabled={gathering !== null} aria-label={`More actions for the selected ${bulk.noun[1]}`}>
                <MoreHorizontal aria-hidden />
              </Button>
            }
          >
            {bulk.actions.slice(BUTTONS).map((action) => (
              <MenuItem key={action.verb} danger={action.dangerous} onSelect={() => onBegin(action)}>
                {action.verb}…
              </MenuItem>
            ))}
          </DropdownMenu>
        )}
        <Button size="small" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </span>
    </div>
  );
}
