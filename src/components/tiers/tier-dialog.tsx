/** Creates or edits a tier: its levels, their criteria, and its lifecycle. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Program } from '@/contract/program';
import type { TierResource } from '@/contract/tier';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { LevelFields } from './level-fields';
import { LifecycleFields } from './lifecycle-fields';
import { newLevel, tierDraft, tierRequest, type LevelDraft } from './tier-draft';

interface TierDialogProps {
  program: Pick<Program, 'id' | 'name'>;
  tier?: TierResource;
  onClose: () => void;
  onSaved?: (tier: TierResource) => void;
}

export function TierDialog({ program, tier, onClose, onSaved }: TierDialogProps) {
  const edited = useEdited(tierDraft(tier));
  const { base, draft, edit } = edited;
  const saving = useSaving({ onClose, onSaved });
  const errors = saving.failure?.fields ?? {};
  const submit = () => {
    const request = tierRequest(program.id, draft);
    if (tier) saving.update.mutate({ ...changedFields(tierRequest(program.id, base), request), id: program.id, key: tier.key });
    else saving.create.mutate(request);
  };
  const editLevel = (index: number, changes: Partial<LevelDraft>) =>
    edit({ levels: draft.levels.map((level, at) => (at === index ? { ...level, ...changes } : level)) });
  return (
    <FormDialog
      wide
      title={tier ? `Edit “${tier.name}”` : `New tier of ${program.name}`}
      description={
        tier
          ? 'Everybody who qualifies for a new level is raised at once; nobody is lowered before their level ends.'
          : 'Rules and requests name the tier by its key, which cannot be changed later.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      submitLabel={tier ? 'Save changes' : 'Create tier'}
      pending={saving.isPending}
    >
      <DraftNotice {...edited} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name}>
          <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
        </Field>
        {!tier && (
          <Field label="Key" required hint="Such as status." error={errors.key}>
            <Input className="font-mono text-xs" value={draft.key} onChange={(event) => edit({ key: event.target.value })} />
          </Field>
        )}
      </div>
      <Field label="Description" error={errors.description}>
        <Textarea className="min-h-12" value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
      {draft.levels.map((level, index) => (
        <LevelFields
          key={index}
          {...{ level, index, errors }}
          onEdit={(changes) => editLevel(index, changes)}
          onRemove={draft.levels.length > 1 ? () => edit({ levels: draft.levels.filter((_, at) => at !== index) }) : undefined}
        />
      ))}
      <div>
        <Button onClick={() => edit({ levels: [...draft.levels, newLevel(draft.levels.length + 1)] })}>Add level</Button>
      </div>
      <LifecycleFields lifecycle={draft.lifecycle} errors={errors} onChange={(lifecycle) => edit({ lifecycle })} />
    </FormDialog>
  );
}

function useSaving(dialog: Pick<TierDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = onceSaved<TierResource>(() => queries.invalidateQueries(trpc.programs.tiers.pathFilter()), dialog);
  return createOrUpdate(
    useMutation(trpc.programs.tiers.create.mutationOptions(options)),
    useMutation(trpc.programs.tiers.update.mutationOptions(options)),
  );
}
