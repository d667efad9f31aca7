/** The actions on a record that is edited in its own dialog and archived permanently, after stating the consequence. */
'use client';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';

interface EditOrArchiveProps {
  /** The kind of record, such as `asset`. */
  kind: string;
  /** Its name in the question, such as `“Points”`. */
  named: string;
  /** The consequence of archiving it. */
  consequence: string;
  onArchive: () => Promise<unknown>;
  /** The dialog in which it is edited. */
  editor: (onClose: () => void) => ReactNode;
  /** Further buttons, placed first. */
  children?: ReactNode;
}

export function EditOrArchive({ kind, named, consequence, onArchive, editor, children }: EditOrArchiveProps) {
  const [doing, setDoing] = useState<'edit' | 'archive' | null>(null);
  const done = () => setDoing(null);
  return (
    <div className="flex flex-wrap gap-2">
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
