/** Adds a reward source to a program, or edits its rate and policy. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RewardSource } from '@/contract/fulfillment';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { AmountInput, Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { draftOfSource, EMPTY_SOURCE, policyOf, type SourceDraft } from './source-draft';

const OFFERED = 200;

interface SourceDialogProps {
  program: Program;
  source?: RewardSource;
  onClose: () => void;
  onSaved?: (source: RewardSource) => void;
}

export function SourceDialog({ program, source, onClose, onSaved }: SourceDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited<SourceDraft>(source ? draftOfSource(source) : EMPTY_SOURCE);
  const { base, draft } = edited;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { accounts, assets, known, unknown } = useChoices(program);
  const chosen = { ...draft, accountId: draft.accountId || (accounts[0]?.value ?? ''), assetId: draft.assetId || (assets[0]?.value ?? '') };
  // Pins the shown account and asset once editing begins, even if others are listed first later.
  const edit = (changes: Partial<SourceDraft>) => edited.edit({ accountId: chosen.accountId, assetId: chosen.assetId, ...changes });
  const onSuccess = (saved: RewardSource) => {
    void queries.invalidateQueries(trpc.programs.rewardSources.pathFilter());
    onSaved?.(saved);
    onClose();
  };
  const create = useMutation(trpc.programs.rewardSources.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.programs.rewardSources.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const errors = { ...failure?.fields, ...typed };
  const submit = () => {
    const { policy, errors: wrong } = policyOf(draft);
    setTyped(wrong);
    if (Object.keys(wrong).length > 0) return;
    const terms = { rate: draft.rate.trim(), policy };
    const before = { rate: base.rate, policy: policyOf(base).policy };
    if (source) update.mutate({ id: program.id, source_id: source.id, ...changedFields(before, terms) });
    else create.mutate({ id: program.id, ...terms, fulfillment_account_id: chosen.accountId, asset_id: chosen.assetId });
  };
  const title = source ? 'Edit the reward source' : `Add a reward source to ${program.name}`;
  return (
    <FormDialog
      title={title}
      description={source && 'Earlier redemptions keep their price.'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={source ? 'Save changes' : 'Add reward source'}
      pending={create.isPending || update.isPending}
      disabled={!source && (accounts.length === 0 || assets.length === 0)}
    >
      <DraftNotice {...edited} />
      {!source && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Account"
            required
            hint={known && accounts.length === 0 ? 'Add an account with a provider first.' : undefined}
            error={errors.fulfillment_account_id ?? unknown}
          >
            <Select options={accounts} value={chosen.accountId} onChange={(accountId) => edit({ accountId })} />
          </Field>
          <Field
            label="Asset"
            required
            hint={assets.length === 0 ? 'Link an asset to the program first.' : 'What rewards cost.'}
            error={errors.asset_id}
          >
            <Select options={assets} value={chosen.assetId} onChange={(assetId) => edit({ assetId })} />
          </Field>
        </div>
      )}
      <Terms draft={draft} symbol={assets.find(({ value }) => value === chosen.assetId)?.label} edit={edit} errors={errors} />
    </FormDialog>
  );
}

interface TermsProps {
  draft: SourceDraft;
  symbol: string | undefined;
  edit: (changes: Partial<SourceDraft>) => void;
  errors: Readonly<Record<string, string | undefined>>;
}

const Terms = ({ draft, symbol, edit, errors }: TermsProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Currency" required error={errors['policy.currency']}>
        <Input value={draft.currency} maxLength={3} onChange={(event) => edit({ currency: event.target.value.toUpperCase() })} />
      </Field>
      <Field label="Rate" required hint={`${symbol ?? 'Asset units'} for 1 ${draft.currency || 'of the currency'}.`} error={errors.rate}>
        <AmountInput value={draft.rate} onChange={(rate) => edit({ rate })} />
      </Field>
      <Field label={`Minimum ${draft.currency}`} error={errors['policy.min_face_value_minor']}>
        <AmountInput value={draft.min} onChange={(min) => edit({ min })} />
      </Field>
      <Field label={`Maximum ${draft.currency}`} error={errors['policy.max_face_value_minor']}>
        <AmountInput value={draft.max} onChange={(max) => edit({ max })} />
      </Field>
    </div>
    <Field
      label="Only these face values"
      hint="Such as 10, 25, 50. If empty, every value at which the product is sold."
      error={errors['policy.denominations']}
    >
      <Input value={draft.denominations} onChange={(event) => edit({ denominations: event.target.value })} />
    </Field>
  </>
);

/** The active accounts, and the assets the program links. */
function useChoices(program: Program) {
  const { data, error } = useQuery(
    useTRPC().fulfillmentAccounts.list.queryOptions({ limit: OFFERED, status: 'ACTIVE', sort_by: 'name', sort_dir: 'asc' }),
  );
  const { all } = useAssetIndex();
  return {
    known: data !== undefined,
    unknown: error && !data ? failureOf(error).message : undefined,
    accounts: (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    assets: all
      .filter(({ id, status }) => status === 'ACTIVE' && program.asset_ids.includes(id))
      .map(({ id, symbol }) => ({ value: id, label: symbol })),
  };
}
