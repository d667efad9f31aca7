/** Creates a batch of codes, or edits its terms. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { CodeBatch } from '@/contract/code-batch';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { CampaignChoice } from '@/components/campaigns/campaign-choice';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { useConditionFindings } from '@/components/rules/cel/condition-findings';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { RULE_ROOT_NAMES } from '@/components/rules/cel/vocabulary';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { batchDraft, newBatchOf, termsOf } from './batch-draft';
import { KindFields, TermFields, type BatchFields } from './batch-fields';
import { useRefreshCodes } from './use-codes';

const ROOTS = RULE_ROOT_NAMES.filter((name) => CODE_CONDITION_ROOTS.has(name));

interface BatchDialogProps {
  programId: string;
  batch?: CodeBatch;
  onClose: () => void;
  onSaved?: (batch: CodeBatch) => void;
}

export function BatchDialog({ programId, batch, onClose, onSaved }: BatchDialogProps) {
  const edited = useEdited(batchDraft(batch));
  const { base, draft, edit } = edited;
  const saving = useSaving({ onClose, onSaved });
  const fields: BatchFields = { draft, edit, errors: saving.failure?.fields ?? {} };
  const findings = useConditionFindings(programId, 'condition', draft.condition);
  const submit = () => {
    if (batch) saving.update.mutate({ id: batch.id, ...changedFields(termsOf(base), termsOf(draft)) });
    else saving.create.mutate(newBatchOf(programId, draft));
  };
  return (
    <FormDialog
      wide
      title={batch ? `Edit “${batch.name}”` : 'New batch of codes'}
      description={
        batch
          ? 'The new terms hold for every use from now on; uses that stand stay.'
          : 'Codes with common terms. What a code gives is said by rules that ask for it.'
      }
      onSubmit={submit}
      onClose={onClose}
      failure={saving.failure}
      submitLabel={batch ? 'Save changes' : 'Create batch'}
      pending={saving.isPending}
      disabled={draft.name.trim() === ''}
    >
      <FindingsContext value={findings}>
        <DraftNotice {...edited} />
        {batch ? <NameField {...fields} /> : <KindFields {...fields} name={<NameField {...fields} />} />}
        <TermFields {...fields} programId={programId} isNew={!batch} />
        <ConditionField
          label="Only for events for which"
          hint="A CEL expression over event, participant, recipient, program, groups and now."
          example="event.amount >= 50"
          at="condition"
          error={fields.errors.condition}
          roots={ROOTS}
          value={draft.condition}
          onChange={(condition) => edit({ condition })}
        />
        {!batch && (
          <CampaignChoice
            programId={programId}
            value={draft.campaign_id}
            error={fields.errors.campaign_id}
            onChange={(campaign_id) => edit({ campaign_id })}
          />
        )}
      </FindingsContext>
    </FormDialog>
  );
}

const NameField = ({ draft, edit, errors }: BatchFields) => (
  <Field label="Name" required error={errors.name}>
    <Input value={draft.name} onChange={({ target }) => edit({ name: target.value })} />
  </Field>
);

function useSaving(dialog: Pick<BatchDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const options = onceSaved<CodeBatch>(useRefreshCodes(), dialog);
  return createOrUpdate(
    useMutation(trpc.codeBatches.create.mutationOptions(options)),
    useMutation(trpc.codeBatches.update.mutationOptions(options)),
  );
}
