/** Names a saved view and decides who sees it. */
'use client';
import type { SavedView } from '@/contract/saved-view';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { useMay } from '@/components/shell/session';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { failureOf } from '@/trpc/failure';
import { useViewChanges } from './use-views';

interface ViewDialogProps {
  page: string;
  /** The list's current query. */
  query: string;
  /** Absent for a new one. */
  view?: SavedView;
  onClose: () => void;
  onSaved: (id: string) => void;
}

export function ViewDialog({ page, query, view, onClose, onSaved }: ViewDialogProps) {
  const { change } = useMay();
  const { create, update } = useViewChanges();
  const edited = useEdited({ name: view?.name ?? '', shared: view?.shared ?? false });
  const { base, draft, edit } = edited;
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const done = {
    onSuccess: ({ id }: { id: string }) => {
      onSaved(id);
      onClose();
    },
  };
  const submit = () => {
    if (view) update.mutate({ id: view.id, ...changedFields(base, draft) }, done);
    else create.mutate({ page, query, ...draft }, done);
  };
  return (
    <FormDialog
      title={view ? `Change “${view.name}”` : 'Save this view'}
      description={view ? undefined : 'Saves the filters, the search and the order of this list under a name.'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={view ? 'Save changes' : 'Save view'}
      pending={create.isPending || update.isPending}
      disabled={!draft.name.trim()}
    >
      <DraftNotice {...edited} />
      <Field label="Name" required error={failure?.fields.name}>
        <Input maxLength={80} value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      {change && <Switch label="Share with everyone in the organization" checked={draft.shared} onChange={(shared) => edit({ shared })} />}
    </FormDialog>
  );
}
