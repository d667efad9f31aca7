/** What can be done with a record that is edited in a dialog of its own and archived for good, after saying what that means. */
'use client';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';

export interface EditOrArchiveProps {
  /** What the record is, such as `asset`. */
  kind: string;
  /** What it is called in the question, such as `“Points”`. */
  named: string;
  /** Of archiving it. */
  consequence: string;
  onArchive: () => Promise<unknown>;
  /** The dialog in which it is edited. */
  editor: (onClose: () => void) => ReactNode;
  /** Other buttons, which stand first. */
  children?: ReactNode;
}

export function EditOrArchive({ kind, named, consequence, onArchive, editor, children }: EditOrArchiveProps) {
  const [doing, setDoing] = useState<'edit' | 'archive' | null>(null);
  const done = () => setDoing(null);
  return (
    <div className="flex gap-2">
      {children}
      <Button aria-haspopup="dialog" onClick={() => setDoing('edit')}>
        Edit
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setDoing('archive')}>
        Archive
      </Button>
      {doing === 'edit' && editor(done)}
      <ConfirmDialog
        open={doing === 'archive'}
        onOpenChange={(open) => !open && done()}
        title={`Archive ${named}?`}
        consequence={`${consequence} This cannot be undone.`}
        confirmLabel={`Archive ${kind}`}
        onConfirm={onArchive}
      />
    </div>
  );
}
