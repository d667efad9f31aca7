/** Gives or takes by hand, after saying in numbers what will happen. One opening of the dialog moves value at most once. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { useAssetIndex } from '@/components/assets/asset-index';
import { usePrograms } from '@/components/shell/program-filter';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { failureOf } from '@/trpc/failure';
import { useHolderApi, type Holder } from './holder';
import { termsError, termsOf, type TypedTerms } from './lot-terms';

const KINDS = [
  { value: 'CREDIT', label: 'Give' },
  { value: 'DEBIT', label: 'Take' },
] as const;

/** What is wrong with any other field has none to stand at. */
const PLACED = new Set(['program_id', 'asset_id', 'type', 'amount', 'description', 'expires_at', 'expires_in', 'matures_at', 'matures_in']);

interface Draft extends TypedTerms {
  type: (typeof KINDS)[number]['value'];
  program_id: string;
  asset_id: string;
  amount: string;
  description: string;
}

export function AdjustDialog({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  const api = useHolderApi(holder);
  const { all, symbolOf } = useAssetIndex();
  const programs = usePrograms().data?.data.filter(({ status }) => status === 'ACTIVE') ?? [];
  const [key] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<Draft>({
    type: 'CREDIT',
    program_id: holder.balances[0]?.program_id ?? holder.program_ids[0] ?? '',
    asset_id: holder.balances[0]?.asset_id ?? '',
    amount: '',
    description: '',
    expires: '',
    matures: '',
  });
  const edit = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const adjust = useMutation(
    api.balances.adjust.mutationOptions({
      onSuccess: ({ message }) => {
        toast.success(message);
        api.refresh();
        onClose();
      },
    }),
  );
  const failure = adjust.error ? failureOf(adjust.error) : null;
  const errors = failure?.fields ?? {};
  const assets = all
    .filter(({ program_ids, status }) => status === 'ACTIVE' && program_ids.includes(draft.program_id))
    .map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }));
  const giving = draft.type === 'CREDIT';
  const inLots = giving && all.find(({ id }) => id === draft.asset_id)?.inventory_mode === 'LOT';
  const amount = draft.amount && `${groupDigits(draft.amount.trim())} ${symbolOf(draft.asset_id) ?? ''}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { expires: _, matures: __, ...fields } = draft;
    adjust.mutate({ id: holder.id, ...fields, ...(inLots ? termsOf(draft) : {}), amount: draft.amount.trim(), idempotency_key: key });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Adjust the balance of ${holder.name}`}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Program" required error={errors.program_id}>
            <Select
              options={programs.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.program_id}
              onChange={(program_id) => edit({ program_id, asset_id: '' })}
            />
          </Field>
          <Field label="Asset" required error={errors.asset_id}>
            <Select options={assets} value={draft.asset_id} onChange={(asset_id) => edit({ asset_id })} />
          </Field>
          <Field label="Do" required error={errors.type}>
            <Select options={KINDS} value={draft.type} onChange={(type) => edit({ type })} />
          </Field>
          <Field label="Amount" required error={errors.amount}>
            <Input
              inputMode="decimal"
              className="text-right tabular-nums"
              value={draft.amount}
              onChange={(event) => edit({ amount: event.target.value })}
            />
          </Field>
        </div>
        {inLots && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Expires" hint="After a time such as 90d, or at a timestamp." error={termsError(errors, 'expires')}>
              <Input value={draft.expires} onChange={(event) => edit({ expires: event.target.value })} />
            </Field>
            <Field label="Matures" hint="Cannot be spent before." error={termsError(errors, 'matures')}>
              <Input value={draft.matures} onChange={(event) => edit({ matures: event.target.value })} />
            </Field>
          </div>
        )}
        <Field label="Reason" required hint="Stands in the ledger." error={errors.description}>
          <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
        </Field>
        {failure && !Object.keys(errors).some((name) => PLACED.has(name)) && <FailureNote failure={failure} />}
        <p className="text-ink-soft min-h-5">
          {amount && (giving ? `Gives ${amount} to ${holder.name}.` : `Takes ${amount} from ${holder.name}; refused if there is less.`)}
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={adjust.isPending}>
            {giving ? 'Give' : 'Take'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
