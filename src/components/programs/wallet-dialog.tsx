/** Funds or burns the wallet of a program, after saying what will happen. One opening of the dialog moves value at most once. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { AmountInput, Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export type WalletMoveName = 'fund' | 'burn';

const MOVES = {
  fund: { verb: 'Fund', consequence: (amount: string, program: string) => `Adds ${amount} to what ${program} can issue.` },
  burn: {
    verb: 'Burn',
    consequence: (amount: string, program: string) =>
      `Takes ${amount} out of what ${program} can issue; what participants hold stays. Refused if there is less.`,
  },
} as const;

export interface WalletDialogProps {
  program: Program;
  direction: WalletMoveName;
  assetId: string;
  onClose: () => void;
}

export function WalletDialog({ program, direction, assetId, onClose }: WalletDialogProps) {
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate({ id: program.id, asset_id: assetId, amount: amount.trim(), description, idempotency_key: key });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`${verb} ${symbol} of ${program.name}`}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="Amount" required error={errors.amount}>
          <AmountInput value={amount} onChange={setAmount} />
        </Field>
        <Field label="Reason" required hint="Stands in the ledger." error={errors.description}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <FormFailure failure={failure} />
        <p className="text-ink-soft min-h-5">{amount.trim() && consequence(`${groupDigits(amount.trim())} ${symbol}`, program.name)}</p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={direction === 'burn' ? 'danger' : 'primary'} pending={move.isPending}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
