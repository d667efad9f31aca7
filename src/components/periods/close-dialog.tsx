/** Closes the books up to a month's end or another time, after showing the figures that will be frozen. */
'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useOrganizationNow } from '@/components/shell/clock';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { amountText } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { endFault, endName, monthEnds } from './period-words';

const OTHER = 'OTHER';
const BEGINNING = '1970-01-01T00:00:00.000Z';

export function CloseDialog({ onClose, onClosed }: { onClose: () => void; onClosed: (id: string) => void }) {
  const trpc = useTRPC();
  const now = useOrganizationNow();
  const last = useQuery(trpc.ledgerPeriods.list.queryOptions({ limit: 20 })).data?.data.find(({ status }) => status !== 'REOPENED');
  const ends = monthEnds(now, last?.to ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [description, setDescription] = useState('');
  const choice = chosen ?? ends[0]?.value ?? OTHER;
  const to = choice === OTHER ? instantOf(typed) : choice;
  const fault = to === null ? undefined : endFault(to, last?.to ?? null, now);
  const close = useClosing(onClosed);
  const failure = close.error ? failureOf(close.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    if (to) close.mutate({ to, ...(description.trim() ? { description } : {}) });
  };
  return (
    <FormDialog
      title="Close a period"
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Close period"
      pending={close.isPending}
      disabled={to === null || fault !== undefined}
    >
      <Field label="Up to" required error={choice === OTHER ? undefined : errors.to}>
        <Select options={[...ends, { value: OTHER, label: 'Another time' }]} value={choice} onChange={setChosen} />
      </Field>
      {choice === OTHER && (
        <Field label="Ends before" required hint="In UTC." error={fault ?? errors.to}>
          <Input type="datetime-local" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <Field label="Name" hint={to ? `Leave empty for “Until ${endName(to)}”.` : undefined} error={errors.description}>
        <Input value={description} maxLength={500} onChange={({ target }) => setDescription(target.value)} />
      </Field>
      {to && !fault && <Figures from={last?.to ?? null} to={to} />}
      <p className="text-ink-soft">
        From now on nothing can be dated before this time, in any program, not even by the API. The figures are frozen; corrections are
        posted in the next period. Only an owner can reopen the period.
      </p>
    </FormDialog>
  );
}

function useClosing(onClosed: (id: string) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.ledgerPeriods.close.mutationOptions({
      onSuccess: ({ id }) => {
        void queries.invalidateQueries(trpc.ledgerPeriods.pathFilter());
        onClosed(id);
      },
    }),
  );
}

/** The input as a UTC instant; null while invalid. */
function instantOf(typed: string): string | null {
  const at = new Date(`${typed}Z`);
  return typed === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function Figures({ from, to }: { from: string | null; to: string }) {
  const { symbolOf } = useAssetIndex();
  const { data, error } = useQuery(
    useTRPC().reports.rollForward.queryOptions({ from: from ?? BEGINNING, to }, { placeholderData: keepPreviousData, retry: false }),
  );
  if (!data) return error ? <FailureNote failure={failureOf(error)} /> : <Waiting className="min-h-12" />;
  if (data.data.length === 0) return <p>No value moved in this period or before it.</p>;
  return (
    <table className="w-full text-left">
      <caption className="text-ink-soft mb-1 text-left text-xs font-medium">Owed to participants and groups</caption>
      <tbody>
        {data.data.map(({ asset_id, opening, closing }) => (
          <tr key={asset_id} className="border-line border-t">
            <th scope="row" className="py-1.5 font-medium">
              {symbolOf(asset_id)}
            </th>
            <td className="pl-3 text-right tabular-nums">{amountText(opening, '')} at the start</td>
            <td className="pl-3 text-right font-medium tabular-nums">{amountText(closing, '')} at the end</td>
          </tr>
        ))}
      </tbody>
      {data.pagination.has_more && (
        <tfoot>
          <tr>
            <td colSpan={3} className="text-ink-soft pt-1.5 text-xs">
              More assets follow; the report on the liability shows all of them.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
