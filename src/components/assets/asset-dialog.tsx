/** Creates an asset, or edits the settings that may still change. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Asset } from '@/contract/asset';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { AmountInput, Input } from '@/components/ui/input';
import { numberOf } from '@/components/ui/number-text';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const MODES = [
  { value: 'SIMPLE', label: 'Simple: one balance' },
  { value: 'LOT', label: 'By lots: units can expire' },
] as const;
const POLICIES = [
  { value: 'UNLIMITED', label: 'Unlimited' },
  { value: 'PREFUNDED', label: 'Prefunded by a wallet' },
] as const;

interface Draft {
  name: string;
  symbol: string;
  scale: string;
  inventory_mode: (typeof MODES)[number]['value'];
  issuance_policy: (typeof POLICIES)[number]['value'];
  ceiling: string;
}

const EMPTY: Draft = { name: '', symbol: '', scale: '2', inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED', ceiling: '' };

/** The settings that may change after creation. */
const settingsOf = ({ name, ceiling }: Draft) => ({ name, max_transaction_amount: ceiling.trim() || null });

interface AssetDialogProps {
  asset?: Asset;
  /** Links the new asset to this program right away. */
  programId?: string;
  onClose: () => void;
  onSaved?: (asset: Asset) => void;
}

export function AssetDialog({ asset, programId, onClose, onSaved }: AssetDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited<Draft>({ ...EMPTY, ...(asset && { name: asset.name, ceiling: asset.max_transaction_amount ?? '' }) });
  const { base, draft, edit } = edited;
  const onSuccess = (saved: Asset) => {
    void queries.invalidateQueries(trpc.assets.pathFilter());
    void queries.invalidateQueries(trpc.programs.pathFilter());
    onSaved?.(saved);
    onClose();
  };
  const create = useMutation(trpc.assets.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.assets.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const submit = () => {
    const { ceiling: _, scale, ...fixed } = draft;
    if (asset) update.mutate({ id: asset.id, ...changedFields(settingsOf(base), settingsOf(draft)) });
    else create.mutate({ ...fixed, ...settingsOf(draft), scale: numberOf(scale), program_ids: programId ? [programId] : undefined });
  };
  return (
    <FormDialog
      title={asset ? `Edit “${asset.name}”` : 'New asset'}
      description={asset ? undefined : 'Symbol, decimals, inventory and issuance cannot be changed later.'}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={asset ? 'Save changes' : 'Create asset'}
      pending={create.isPending || update.isPending}
    >
      <DraftNotice {...edited} />
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      {!asset && <FixedFields draft={draft} edit={edit} errors={failure?.fields ?? {}} />}
      <Field
        label="Maximum per transaction"
        hint={`${asset ? `In ${asset.symbol}. ` : ''}Leave empty for no limit.`}
        error={failure?.fields.max_transaction_amount}
      >
        <AmountInput value={draft.ceiling} onChange={(ceiling) => edit({ ceiling })} />
      </Field>
    </FormDialog>
  );
}

const FixedFields = ({
  draft,
  edit,
  errors,
}: {
  draft: Draft;
  edit: (changes: Partial<Draft>) => void;
  errors: Readonly<Record<string, string>>;
}) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Symbol" required hint="Such as PTS." error={errors.symbol}>
      <Input value={draft.symbol} maxLength={16} onChange={(event) => edit({ symbol: event.target.value })} />
    </Field>
    <Field label="Decimals" required hint="0 to 18." error={errors.scale}>
      <Input type="number" min={0} max={18} value={draft.scale} onChange={(event) => edit({ scale: event.target.value })} />
    </Field>
    <Field label="Inventory" required error={errors.inventory_mode}>
      <Select options={MODES} value={draft.inventory_mode} onChange={(value) => edit({ inventory_mode: value })} />
    </Field>
    <Field label="Issuance" required error={errors.issuance_policy}>
      <Select options={POLICIES} value={draft.issuance_policy} onChange={(value) => edit({ issuance_policy: value })} />
    </Field>
  </div>
);
