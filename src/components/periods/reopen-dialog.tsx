/** Reopens the last closed period, for a reason kept with it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { LedgerPeriod } from '@/contract/ledger-period';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { periodName } from './period-words';

export function ReopenDialog({ period, onClose }: { period: LedgerPeriod; onClose: () => void }) {
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
  const submit = () => reopen.mutate({ id: period.id, reason });
  return (
    <FormDialog
      title={`Reopen “${periodName(period)}”?`}
      description="Entries can be dated into it again; tell everybody who has used its figures. The figures remain readable as they were; closing the period again stores new ones."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Reopen period"
      cancelLabel="Leave it closed"
      pending={reopen.isPending}
      dangerous
    >
      <Field label="Reason" required hint="Stored with the period and in the audit log." error={failure?.fields?.reason}>
        <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  );
}
