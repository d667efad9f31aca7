/** Funds or burns a program's wallet, after stating the effect. One opening of the dialog moves value at most once. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { isAmountText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export type WalletMoveName = 'fund' | 'burn';

const MOVES = {
  fund: { verb: 'Fund', consequence: (amount: string, program: string) => `Adds ${amount} to what ${program} can issue.` },
  burn: {
    verb: 'Burn',
    consequence: (amount: string, program: string) => `Takes ${amount} out of what ${program} can issue; participants keep what they hold.`,
  },
} as const;

interface WalletDialogProps {
  program: Program;
  direction: WalletMoveName;
  assetId: string;
  /** What the program can issue now. */
  available: string;
  onClose: () => void;
}

export function WalletDialog({ program, direction, assetId, available, onClose }: WalletDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const symbol = useAssetIndex().symbolOf(assetId) ?? '';
  const [key] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState('');
  const [description, setDescription] = useState('');
  const { verb, consequence } = MOVES[direction];
  const procedure = direction === 'fund' ? trpc.programs.fundWallet : trpc.programs.burnWallet;
  const move = useMutation(
    procedure.mutationOptions({
      onSuccess: ({ message }) => {
        toast.success(message);
        void queries.invalidateQueries(trpc.programs.pathFilter());
        onClose();
      },
    }),
  );
  const failure = move.error ? failureOf(move.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => move.mutate({ id: program.id, asset_id: assetId, amount: amount.trim(), description, idempotency_key: key });
  return (
    <FormDialog
      title={`${verb} ${symbol} of ${program.name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={
        amount.trim() &&
        `${consequence(`${groupDigits(amount.trim())} ${symbol}`, program.name)} ${effectWords(direction, amount.trim(), available, symbol)}`
      }
      submitLabel={verb}
      pending={move.isPending}
      dangerous={direction === 'burn'}
    >
      <Field label="Amount" required error={errors.amount}>
        <AmountInput value={amount} onChange={setAmount} />
      </Field>
      <Field label="Reason" required hint="Shown in the ledger." error={errors.description}>
        <Input value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

/** The wallet before and after, in numbers; empty while the amount is none. */
function effectWords(direction: WalletMoveName, typed: string, available: string, symbol: string): string {
  if (!isAmountText(typed)) return '';
  const before = amountOf(available);
  const after = direction === 'fund' ? before.plus(amountOf(typed)) : before.minus(amountOf(typed));
  if (after.isNegative()) return `The wallet has only ${groupDigits(available)} ${symbol}, so it will be refused.`;
  const places = Math.max(before.decimalPlaces(), after.decimalPlaces(), available.split('.')[1]?.length ?? 0);
  return `The wallet goes from ${groupDigits(available)} to ${groupDigits(after.toFixed(places))} ${symbol}.`;
}
