/** Adds or edits an account with a gift-card provider. A stored key is never shown; an empty field keeps it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FulfillmentAccount } from '@/contract/fulfillment';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { configOf, draftOf, ENVIRONMENT_OPTIONS, OUTCOME_OPTIONS, PROVIDER_OPTIONS, type AccountDraft } from './providers';

interface AccountDialogProps {
  account?: FulfillmentAccount;
  onClose: () => void;
  onSaved?: (account: FulfillmentAccount) => void;
}

export function AccountDialog({ account, onClose, onSaved }: AccountDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited(draftOf(account));
  const { base, draft, edit } = edited;
  const onSuccess = (saved: FulfillmentAccount) => {
    void queries.invalidateQueries(trpc.fulfillmentAccounts.pathFilter());
    onSaved?.(saved);
    onClose();
  };
  const create = useMutation(trpc.fulfillmentAccounts.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.fulfillmentAccounts.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const submit = () => {
    const { provider, name } = draft;
    if (account) update.mutate({ id: account.id, ...changesOf(base, draft) });
    else create.mutate({ provider, name, config: configOf(draft, true) });
  };
  return (
    <FormDialog
      title={account ? `Edit “${account.name}”` : 'Add a fulfillment account'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={account ? 'Save changes' : 'Add account'}
      pending={create.isPending || update.isPending}
    >
      <DraftNotice {...edited} />
      {!account && (
        <Field label="Provider" required error={failure?.fields.provider}>
          <Select options={PROVIDER_OPTIONS} value={draft.provider} onChange={(provider) => edit({ provider })} />
        </Field>
      )}
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      {draft.provider === 'TREMENDOUS' ? (
        <TremendousFields draft={draft} edit={edit} errors={failure?.fields ?? {}} isNew={!account} />
      ) : (
        <SandboxFields draft={draft} edit={edit} errors={failure?.fields ?? {}} />
      )}
    </FormDialog>
  );
}

/** An unchanged configuration is not sent, because sending it would require verifying the account again. */
function changesOf(base: AccountDraft, draft: AccountDraft) {
  const config = changedFields(configOf(base, false), configOf(draft, false));
  return { ...changedFields({ name: base.name }, { name: draft.name }), ...(Object.keys(config).length > 0 ? { config } : {}) };
}

interface FieldsProps {
  draft: AccountDraft;
  edit: (changes: Partial<AccountDraft>) => void;
  errors: Readonly<Record<string, string>>;
}

const TremendousFields = ({ draft, edit, errors, isNew }: FieldsProps & { isNew: boolean }) => (
  <>
    <Field
      label="API key"
      required={isNew}
      hint={isNew ? 'Stored encrypted and never shown again.' : 'Leave empty to keep the stored key.'}
      error={errors['config.api_key']}
    >
      <Input type="password" autoComplete="off" value={draft.api_key} onChange={(event) => edit({ api_key: event.target.value })} />
    </Field>
    <Field label="Environment" required error={errors['config.environment']}>
      <Select options={ENVIRONMENT_OPTIONS} value={draft.environment} onChange={(environment) => edit({ environment })} />
    </Field>
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Funding source" required hint="“balance”, or the id of a funding source." error={errors['config.funding_source_id']}>
        <Input value={draft.funding_source_id} onChange={(event) => edit({ funding_source_id: event.target.value })} />
      </Field>
      <Field label="Campaign" hint="Sets the look of the rewards." error={errors['config.campaign_id']}>
        <Input value={draft.campaign_id} onChange={(event) => edit({ campaign_id: event.target.value })} />
      </Field>
    </div>
  </>
);

const SandboxFields = ({ draft, edit, errors }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Outcome of orders" required error={errors['config.outcome']}>
      <Select options={OUTCOME_OPTIONS} value={draft.outcome} onChange={(outcome) => edit({ outcome })} />
    </Field>
    <Field label="Delay in seconds" required hint="On the organization's clock." error={errors['config.delay_seconds']}>
      <Input type="number" min={0} value={draft.delay_seconds} onChange={(event) => edit({ delay_seconds: event.target.value })} />
    </Field>
  </div>
);
