/** Names a view and says who sees it. */
'use client';
import { useState, type FormEvent } from 'react';
import type { SavedView } from '@/contract/saved-view';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { failureOf } from '@/trpc/failure';
import { useViewChanges } from './use-views';

export interface ViewDialogProps {
  page: string;
  /** What the list shows now. */
  query: string;
  /** Absent for a new one. */
  view?: SavedView;
  onClose: () => void;
  onSaved: (id: string) => void;
}

export function ViewDialog({ page, query, view, onClose, onSaved }: ViewDialogProps) {
  const { change } = useMay();
  const { create, update } = useViewChanges();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const done = {
    onSuccess: ({ id }: { id: string }) => {
      onSaved(id);
      onClose();
    },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (view) update.mutate({ id: view.id, name, shared }, done);
    else create.mutate({ page, name, query, shared }, done);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={view ? `Change “${view.name}”` : 'Save this view'}
      description={view ? undefined : 'Keeps the filters, the search and the order of this list under a name.'}
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="Name" required error={failure?.fields.name}>
          <Input maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {change && <Switch label="Everybody in the organization sees it" checked={shared} onChange={setShared} />}
        <FormFailure failure={failure} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!name.trim()} pending={create.isPending || update.isPending}>
            Save view
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
