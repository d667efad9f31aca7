/** Reverses a redemption, in full or in part, after stating what is returned and what stays spent. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { Redemption } from '@/contract/redemption';
import { isAmountText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { numberOf } from '@/components/ui/number-text';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { placesOf, restOf } from './rest';
import { useRefreshRedemptions } from './use-redemptions';

const MEASURES = [
  { value: 'quantity', label: 'Units' },
  { value: 'amount', label: 'Amount' },
] as const;
type Measure = (typeof MEASURES)[number]['value'];

/** The amount returned for the input; null while that is not a positive number. */
function returnedFor(redemption: Redemption, measure: Measure, typed: string): string | null {
  if (!isAmountText(typed)) return null;
  const amount = measure === 'amount' ? amountOf(typed) : amountOf(typed).times(amountOf(redemption.unit_cost ?? '0'));
  return amount.toFixed(placesOf(redemption.amount));
}

interface ReverseDialogProps {
  redemption: Redemption;
  name: string;
  symbol: string | undefined;
  onClose: () => void;
}

export function ReverseDialog({ redemption, name, symbol, onClose }: ReverseDialogProps) {
  const byUnit = redemption.reversed_quantity !== undefined;
  const unitsLeft = (redemption.quantity ?? 0) - (redemption.reversed_quantity ?? 0);
  const [key] = useState(() => crypto.randomUUID());
  const [measure, setMeasure] = useState<Measure>(byUnit && unitsLeft > 0 ? 'quantity' : 'amount');
  const [typed, setTyped] = useState(byUnit && unitsLeft > 0 ? String(unitsLeft) : restOf(redemption));
  const [reason, setReason] = useState('');
  const refresh = useRefreshRedemptions();
  const reverse = useMutation(
    useTRPC().redemptions.reverse.mutationOptions({
      onSuccess: ({ amount }) => {
        toast.success(`${groupDigits(amount)} ${symbol ?? ''} went back to ${name}.`);
        refresh();
        onClose();
      },
    }),
  );
  const failure = reverse.error ? failureOf(reverse.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    const much = measure === 'quantity' ? { quantity: numberOf(typed) } : { amount: typed.trim() };
    reverse.mutate({ id: redemption.id, ...much, reason, idempotency_key: key });
  };
  return (
    <FormDialog
      title={`Reverse a redemption of ${name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={consequenceOf(redemption, returnedFor(redemption, measure, typed.trim()), name, symbol ?? '')}
      submitLabel="Reverse"
      cancelLabel="Leave it"
      pending={reverse.isPending}
      dangerous
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {byUnit && (
          <Field label="By" required>
            <Select
              options={MEASURES}
              value={measure}
              onChange={(next) => {
                setMeasure(next);
                setTyped(next === 'quantity' ? String(unitsLeft) : restOf(redemption));
              }}
            />
          </Field>
        )}
        <Field label={measure === 'quantity' ? 'Units' : 'Amount'} required error={errors.amount ?? errors.quantity}>
          <AmountInput value={typed} onChange={setTyped} />
        </Field>
      </div>
      <Field label="Reason" required hint="Shown in the ledger." error={errors.reason}>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

function consequenceOf(redemption: Redemption, returned: string | null, name: string, symbol: string): string {
  if (returned === null) return '';
  const left = amountOf(restOf(redemption)).minus(amountOf(returned));
  const rest = left.isZero() ? 'nothing stays spent' : `${groupDigits(left.toFixed(placesOf(redemption.amount)))} ${symbol} stays spent`;
  if (left.isNegative()) return `Only ${groupDigits(restOf(redemption))} ${symbol} is left to reverse.`;
  return `Gives ${groupDigits(returned)} ${symbol} back to ${name}, to the lots that it came from; ${rest}. Value that has expired in the meantime expires at once.`;
}
