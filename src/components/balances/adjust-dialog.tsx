/** Credits or debits a balance by hand, after stating the effect in numbers. One opening of the dialog moves value at most once. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { Asset } from '@/contract/asset';
import { useAssetIndex } from '@/components/assets/asset-index';
import { usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { failureOf } from '@/trpc/failure';
import { adjustmentOf, adjustmentWords, oppositeOf, type AdjustDraft } from './adjust-draft';
import { useHolderApi, type HolderPage } from './holder';
import { termsError } from './lot-terms';
import { balanceKey } from './operations';

const KINDS = [
  { value: 'CREDIT', label: 'Give' },
  { value: 'DEBIT', label: 'Take' },
] as const;
const BUCKETS = [
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'HELD', label: 'Held' },
  { value: 'DEFERRED', label: 'Deferred' },
] as const;
const POLICIES = [
  { value: 'REJECT', label: 'Refuse' },
  { value: 'PARTIAL', label: 'Take what there is' },
  { value: 'ALLOW_NEGATIVE', label: 'Go below zero' },
] as const;

interface AdjustDialogProps {
  holder: HolderPage;
  /** Fields that are already filled in. */
  first?: Partial<AdjustDraft>;
  onClose: () => void;
  /** Offered afterwards: the adjustment that reverses this one. */
  onUndo: (opposite: Partial<AdjustDraft>) => void;
}

export function AdjustDialog({ holder, first, onClose, onUndo }: AdjustDialogProps) {
  const api = useHolderApi(holder);
  const { all, symbolOf } = useAssetIndex();
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setDraft] = useState<AdjustDraft>(() => ({ ...emptyDraft(holder), ...first }));
  const assets = all.filter(({ program_ids, status }) => status === 'ACTIVE' && program_ids.includes(typed.program_id));
  const [asset, ...others] = assets;
  const draft = typed.asset_id === '' && asset && others.length === 0 ? { ...typed, asset_id: asset.id } : typed;
  const adjust = useMutation(
    api.balances.adjust.mutationOptions({
      onSuccess: (result) => {
        const opposite = oppositeOf(result, draft.description);
        toast.success(result.message, opposite ? { action: { label: 'Undo', onClick: () => onUndo(opposite) } } : undefined);
        api.refresh();
        onClose();
      },
    }),
  );
  const failure = adjust.error ? failureOf(adjust.error) : null;
  const errors = failure?.fields ?? {};
  const inLots = all.find(({ id }) => id === draft.asset_id)?.inventory_mode === 'LOT';
  const row = holder.balances.find((balance) => balanceKey(balance) === balanceKey(draft));
  const submit = () => adjust.mutate({ id: holder.id, ...adjustmentOf(draft, inLots), idempotency_key: key });
  return (
    <FormDialog
      title={`Adjust the balance of ${holder.name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={<p className="text-ink font-medium">{adjustmentWords(draft, row, symbolOf(draft.asset_id) ?? '', holder.name)}</p>}
      submitLabel={draft.type === 'CREDIT' ? 'Give' : 'Take'}
      pending={adjust.isPending}
    >
      <AdjustFields draft={draft} assets={assets} errors={errors} inLots={inLots} edit={(changes) => setDraft({ ...draft, ...changes })} />
    </FormDialog>
  );
}

const emptyDraft = ({ balances: [balance], program_ids }: HolderPage): AdjustDraft => ({
  type: 'CREDIT',
  program_id: balance?.program_id ?? program_ids[0] ?? '',
  asset_id: balance?.asset_id ?? '',
  amount: '',
  description: '',
  bucket: 'AVAILABLE',
  reference_id: '',
  shortfall_policy: 'REJECT',
  expires: '',
  matures: '',
});

interface AdjustFieldsProps {
  draft: AdjustDraft;
  /** Those of the program that can be given. */
  assets: readonly Pick<Asset, 'id' | 'name' | 'symbol'>[];
  errors: Readonly<Record<string, string>>;
  inLots: boolean;
  edit: (changes: Partial<AdjustDraft>) => void;
}

function AdjustFields({ draft, assets, errors, inLots, edit }: AdjustFieldsProps) {
  const programs = usePrograms().data?.data.filter(({ status }) => status === 'ACTIVE') ?? [];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Program" required error={errors.program_id}>
          <Select
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.program_id}
            onChange={(program_id) => edit({ program_id, asset_id: '' })}
          />
        </Field>
        <Field label="Asset" required error={errors.asset_id}>
          <Select
            options={assets.map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }))}
            value={draft.asset_id}
            onChange={(asset_id) => edit({ asset_id })}
          />
        </Field>
        <Field label="Action" required error={errors.type}>
          <Select options={KINDS} value={draft.type} onChange={(type) => edit({ type })} />
        </Field>
        <Field label="Amount" required error={errors.amount}>
          <AmountInput value={draft.amount} onChange={(amount) => edit({ amount })} />
        </Field>
      </div>
      <Field label="Reason" required hint="Shown in the ledger and in the activity." error={errors.description}>
        <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
      <TermFields draft={draft} errors={errors} inLots={inLots} edit={edit} />
    </>
  );
}

/** The fields an adjustment rarely needs. */
function TermFields({ draft, errors, inLots, edit }: Omit<AdjustFieldsProps, 'assets'>) {
  const giving = draft.type === 'CREDIT';
  const provisional = giving && draft.bucket === 'HELD';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={giving ? 'Into' : 'Out of'} required error={errors.bucket}>
        <Select options={BUCKETS} value={draft.bucket} onChange={(bucket) => edit({ bucket })} />
      </Field>
      <Field
        label="Reference"
        required={provisional}
        hint={provisional ? 'Identifies the provisional credit, to settle or void it later.' : undefined}
        error={errors.reference_id}
      >
        <Input value={draft.reference_id} onChange={(event) => edit({ reference_id: event.target.value })} />
      </Field>
      {!giving && (
        <Field label="If the balance is lower" required error={errors.shortfall_policy}>
          <Select options={POLICIES} value={draft.shortfall_policy} onChange={(shortfall_policy) => edit({ shortfall_policy })} />
        </Field>
      )}
      {giving && inLots && (
        <>
          <Field label="Expires" hint="A duration such as 90d, or a timestamp." error={termsError(errors, 'expires')}>
            <Input value={draft.expires} onChange={(event) => edit({ expires: event.target.value })} />
          </Field>
          <Field label="Matures" hint="Cannot be spent until then." error={termsError(errors, 'matures')}>
            <Input value={draft.matures} onChange={(event) => edit({ matures: event.target.value })} />
          </Field>
        </>
      )}
    </div>
  );
}
