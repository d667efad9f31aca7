/** Holds, releases, voids or forfeits balance by hand, after stating the effect in numbers. One opening moves value at most once. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { BalanceOperationResult } from '@/contract/balance';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { failureOf } from '@/trpc/failure';
import { useHolderApi, type HolderPage } from './holder';
import { effectWords } from './operation-effect';
import {
  asksAmount,
  balanceKey,
  consequenceOf,
  drawableOf,
  needsReference,
  sourceOf,
  VERBS,
  type OperationDraft,
  type OperationName,
} from './operations';

const BUCKETS = [
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'HELD', label: 'Held' },
] as const;

interface OperationDialogProps {
  holder: HolderPage;
  operation: OperationName;
  onClose: () => void;
}

export function OperationDialog({ holder, operation, onClose }: OperationDialogProps) {
  const { symbolOf } = useAssetIndex();
  const [key] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<OperationDraft>(() => firstDraft(holder, operation));
  const edit = (changes: Partial<OperationDraft>) => setDraft({ ...draft, ...changes });
  const move = useOperation(holder, operation, onClose);
  const failure = move.error ? failureOf(move.error) : null;
  const errors = failure?.fields ?? {};
  const bucket = sourceOf(operation, draft);
  const row = holder.balances.find((balance) => balanceKey(balance) === draft.balance);
  const symbol = symbolOf(row?.asset_id) ?? '';
  const submit = () => {
    if (!row) return;
    const { program_id, asset_id } = row;
    const reference = draft.reference_id.trim();
    // An empty one that is needed is sent, to be refused at its field together with the others.
    const reference_id = needsReference(operation) ? reference : (bucket === 'HELD' && reference) || undefined;
    const fields = { program_id, asset_id, bucket, reference_id, description: draft.description };
    move.run({ id: holder.id, ...fields, amount: draft.amount.trim(), idempotency_key: key });
  };
  return (
    <FormDialog
      title={`${VERBS[operation]} ${operation === 'voidHold' ? 'provisional credit' : 'balance'} of ${holder.name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={
        <>
          {(draft.amount.trim() || !asksAmount(operation)) && (
            <p className="text-ink font-medium">
              {consequenceOf(operation, draft, `${groupDigits(draft.amount.trim())} ${symbol}`.trim(), holder.name)}
            </p>
          )}
          <p>{effectWords(operation, draft, row, symbol)}</p>
        </>
      }
      submitLabel={VERBS[operation]}
      pending={move.isPending}
      disabled={!row}
      dangerous={operation === 'forfeit' || operation === 'voidHold'}
    >
      <OperationFields {...{ holder, operation, draft, bucket, errors, edit }} />
    </FormDialog>
  );
}

type Fields = Parameters<ReturnType<typeof useMove>['mutate']>[0];

function useMove(holder: HolderPage, operation: Exclude<OperationName, 'voidHold'>, told: ReturnType<typeof useTold>) {
  return useMutation(useHolderApi(holder).balances[operation].mutationOptions(told));
}

/** On success: reports it, refreshes the figures and closes the dialog. A new hold can be undone by releasing it. */
function useTold(holder: HolderPage, onClose: () => void) {
  const { refresh } = useHolderApi(holder);
  const undo = useUndo(holder);
  const onSuccess = (done: BalanceOperationResult) => {
    toast.success(done.message, done.operation === 'HOLD' ? { action: { label: 'Undo', onClick: () => undo(done) } } : undefined);
    refresh();
    onClose();
  };
  return { onSuccess };
}

/** Releases what the hold just set aside; repeated presses release once. */
function useUndo(holder: HolderPage): (held: BalanceOperationResult) => void {
  const { balances, refresh } = useHolderApi(holder);
  const release = useMutation(
    balances.release.mutationOptions({
      onSuccess: ({ message }) => {
        toast.success(message);
        refresh();
      },
      onError: (error) => toast.error(failureOf(error).message),
    }),
  );
  return ({ program_id, asset_id, amount_processed: amount, reference_id, journal_entry_id }) =>
    release.mutate({
      id: holder.id,
      program_id,
      asset_id,
      amount,
      reference_id: reference_id ?? undefined,
      description: 'Undo of a hold',
      idempotency_key: `undo-${journal_entry_id}`,
    });
}

/** A void takes no amount: it takes back everything. */
function useOperation(holder: HolderPage, operation: OperationName, onClose: () => void) {
  const told = useTold(holder, onClose);
  const moving = useMove(holder, operation === 'voidHold' ? 'release' : operation, told);
  const voiding = useMutation(useHolderApi(holder).balances.voidHold.mutationOptions(told));
  const { error, isPending } = operation === 'voidHold' ? voiding : moving;
  const run = ({ amount, ...fields }: Fields) => (operation === 'voidHold' ? voiding.mutate(fields) : moving.mutate({ ...fields, amount }));
  return { run, error, isPending };
}

/** The first balance with something to draw on, all else empty: what is destroyed or moved must be typed. */
function firstDraft(holder: HolderPage, operation: OperationName): OperationDraft {
  const empty: OperationDraft = { balance: '', bucket: 'AVAILABLE', amount: '', reference_id: '', description: '' };
  const bucket = sourceOf(operation, empty);
  const row = holder.balances.find((balance) => /[1-9]/.test(drawableOf(bucket, balance))) ?? holder.balances[0];
  return { ...empty, balance: row ? balanceKey(row) : '' };
}

interface OperationFieldsProps {
  holder: HolderPage;
  operation: OperationName;
  draft: OperationDraft;
  bucket: OperationDraft['bucket'];
  errors: Readonly<Record<string, string>>;
  edit: (changes: Partial<OperationDraft>) => void;
}

function OperationFields({ holder, operation, draft, bucket, errors, edit }: OperationFieldsProps) {
  const { symbolOf } = useAssetIndex();
  const programOf = useProgramNames();
  const balances = holder.balances.map((row) => ({
    value: balanceKey(row),
    label: `${programOf(row.program_id) ?? 'Program'} · ${groupDigits(drawableOf(bucket, row))} ${symbolOf(row.asset_id) ?? ''} ${bucket.toLowerCase()}`,
  }));
  const reference = {
    hold: 'Identifies the hold, such as order-1042.',
    release: 'If empty, the oldest holds first.',
    voidHold: 'The reference of the provisional credit, such as order-1042.',
    forfeit: 'If empty, the oldest holds first.',
  }[operation];
  return (
    <>
      <Field label="Balance" required error={errors.program_id ?? errors.asset_id}>
        <Select options={balances} value={draft.balance} onChange={(balance) => edit({ balance })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {operation === 'forfeit' && (
          <Field label="Out of" required error={errors.bucket}>
            <Select options={BUCKETS} value={draft.bucket} onChange={(next) => edit({ bucket: next })} />
          </Field>
        )}
        {asksAmount(operation) && (
          <Field label="Amount" required error={errors.amount}>
            <AmountInput value={draft.amount} onChange={(amount) => edit({ amount })} />
          </Field>
        )}
        {(needsReference(operation) || bucket === 'HELD') && (
          <Field label="Reference" required={needsReference(operation)} hint={reference} error={errors.reference_id}>
            <Input value={draft.reference_id} onChange={(event) => edit({ reference_id: event.target.value })} />
          </Field>
        )}
      </div>
      <Field label="Reason" required hint="Shown in the ledger." error={errors.description}>
        <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
    </>
  );
}
