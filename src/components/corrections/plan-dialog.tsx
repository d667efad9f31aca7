/** Plans a correction from a completed backtest. Nothing moves yet. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Backtest } from '@/contract/backtest';
import { useScoped } from '@/components/shell/scoped-link';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const POLICIES = [
  { value: 'PARTIAL', label: 'Take what is there' },
  { value: 'REJECT', label: 'Take nothing from them' },
  { value: 'ALLOW_NEGATIVE', label: 'Take all of it, below zero' },
] as const;
type Policy = (typeof POLICIES)[number]['value'];

export function PlanDialog({ backtest, onClose }: { backtest: Backtest; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const scoped = useScoped();
  const [description, setDescription] = useState('');
  const [policy, setPolicy] = useState<Policy>('PARTIAL');
  const [expiresIn, setExpiresIn] = useState('');
  const plan = useMutation(
    trpc.corrections.create.mutationOptions({
      onSuccess: ({ id, program_id }) => {
        void queries.invalidateQueries(trpc.corrections.pathFilter());
        router.push(scoped(`/rules/corrections/${program_id}/${id}`));
      },
    }),
  );
  const failure = plan.error ? failureOf(plan.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    const expiry = expiresIn.trim() ? { expires_in: expiresIn.trim() } : {};
    plan.mutate({ id: backtest.program_id, backtest_id: backtest.id, description, shortfall_policy: policy, ...expiry });
  };
  return (
    <FormDialog
      title="Plan a correction"
      description="Plans what would have to be given or taken for every holder that differs. Nothing moves before an admin approves the plan."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Plan correction"
      pending={plan.isPending}
    >
      <Field label="Reason" required hint="Shown on every entry; participants may see it." error={errors.description}>
        <Input value={description} maxLength={500} onChange={({ target }) => setDescription(target.value)} />
      </Field>
      <Field label="If a holder has spent what is to be taken" required error={errors.shortfall_policy}>
        <Select options={POLICIES} value={policy} onChange={setPolicy} />
      </Field>
      <Field
        label="What is given expires in"
        hint="Such as 90d, for assets that are kept in lots. If empty, never."
        error={errors.expires_in}
      >
        <Input value={expiresIn} onChange={({ target }) => setExpiresIn(target.value)} />
      </Field>
    </FormDialog>
  );
}
