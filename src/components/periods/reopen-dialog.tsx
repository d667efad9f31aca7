/** Opens the last closed period again, for a reason that stays with it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import type { LedgerPeriod } from '@/contract/ledger-period';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { periodName } from './period-words';

export default function ReopenDialog({ period, onClose }: { period: LedgerPeriod; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const reopen = useMutation(
    trpc.ledgerPeriods.reopen.mutationOptions({
      onSuccess: (opened) => {
        toast.success(`${periodName(opened)} is open again.`);
        void queries.invalidateQueries(trpc.ledgerPeriods.pathFilter());
        onClose();
      },
    }),
  );
  const failure = reopen.error ? failureOf(reopen.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reopen.mutate({ id: period.id, reason });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reopen ${periodName(period)}?`}
      description="Entries can be dated into it again, and whoever has taken its figures over may have to be told. Its figures stay to be read as they were; closing it anew keeps new ones."
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="Reason" required hint="Kept with the period and in the audit log." error={failure?.fields?.reason}>
          <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <FormFailure failure={failure} />
        <DialogActions>
          <Button onClick={onClose}>Leave it closed</Button>
          <Button type="submit" variant="danger" pending={reopen.isPending}>
            Reopen the period
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
