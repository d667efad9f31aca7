/** Creates or renames a rule set; the API's errors show at the fields. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { SaveToChangeSet } from '@/components/change-sets/save-to-change-set';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useRefreshRules } from './use-rule-configuration';

interface RuleSetDialogProps {
  programId: string;
  set?: { readonly id: string; readonly key: string; readonly name: string };
  onClose: () => void;
}

export function RuleSetDialog({ programId, set, onClose }: RuleSetDialogProps) {
  const trpc = useTRPC();
  const refresh = useRefreshRules();
  const edited = useEdited({ name: set?.name ?? '', key: set?.key ?? '' });
  const { base, draft, edit } = edited;
  const onSuccess = () => {
    void refresh();
    onClose();
  };
  const create = useMutation(trpc.ruleSets.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.ruleSets.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const submit = () => {
    if (set) update.mutate({ id: programId, rule_set_id: set.id, ...changedFields(base, draft) });
    else create.mutate({ id: programId, ...draft });
  };
  return (
    <FormDialog
      title={set ? `Rename “${set.name}”` : 'New rule set'}
      description={set ? undefined : 'It starts empty and runs after all others.'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={set ? 'Save changes' : 'Create rule set'}
      pending={create.isPending || update.isPending}
    >
      <DraftNotice {...edited} />
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      <Field label="Key" required hint="Name for the API: lower-case letters, digits, - and _." error={failure?.fields.key}>
        <Input value={draft.key} onChange={(event) => edit({ key: event.target.value })} className="font-mono" />
      </Field>
      <div>
        <SaveToChangeSet
          programId={programId}
          disabled={draft.name.trim() === '' || draft.key.trim() === '' || Object.keys(changedFields(base, draft)).length === 0}
          change={() =>
            set
              ? { type: 'UPDATE_RULE_SET', id: set.id, rule_set: changedFields(base, draft) }
              : { type: 'CREATE_RULE_SET', rule_set: draft }
          }
          onSaved={onClose}
        />
      </div>
    </FormDialog>
  );
}
