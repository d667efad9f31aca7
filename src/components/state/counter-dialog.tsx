/** Sets or increments a counter, after stating its new value. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StateCounter } from '@/contract/state';
import { isDecimalText } from '@/domain/amount-text';
import { namesIn } from '@/domain/fields';
import { amountOf, formatDecimal } from '@/domain/money';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { AmountInput, Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { failureOf } from '@/trpc/failure';
import { useStateApi, type SubjectPage } from './subject';

const OPERATIONS = [
  { value: 'increment', label: 'Add' },
  { value: 'set', label: 'Set to' },
] as const;

interface CounterDialogProps {
  subject: SubjectPage;
  /** Absent for a new one. */
  counter: StateCounter | undefined;
  onClose: () => void;
}

/** The error of a record field, reported under the record's name with or without the key. */
const errorOf = (errors: Readonly<Record<string, string>>, names: readonly string[]): string | undefined => {
  const found = Object.keys(errors).find((field) => names.some((name) => field === name || field.startsWith(`${name}.`)));
  return found && errors[found];
};

export function CounterDialog({ subject, counter, onClose }: CounterDialogProps) {
  const { state, refresh } = useStateApi(subject);
  const [key, setKey] = useState(counter?.key ?? '');
  const [operation, setOperation] = useState<(typeof OPERATIONS)[number]['value']>(counter ? 'increment' : 'set');
  const [value, setValue] = useState('');
  const [resets, setResets] = useState(counter?.reset_after ?? '');
  const [window, setWindow] = useState(counter?.window ?? '');
  const change = useMutation(
    state.changeCounters.mutationOptions({
      onSuccess: () => {
        refresh();
        onClose();
      },
    }),
  );
  const failure = change.error ? failureOf(change.error) : null;
  const errors = failure?.fields ?? {};
  const valueError = errorOf(errors, ['set', 'increment']);
  const submit = () => {
    const name = key.trim();
    const lengths = { reset_after: resets, window };
    const changed = namesIn(lengths).filter((length) => lengths[length].trim() !== (counter?.[length] ?? ''));
    change.mutate({
      id: subject.id,
      ...(value.trim() ? { [operation]: { [name]: value.trim() } } : {}),
      ...Object.fromEntries(changed.map((length) => [length, { [name]: lengths[length].trim() || null }])),
    });
  };
  const typed = value.trim();
  const after =
    isDecimalText(typed) && formatDecimal(operation === 'set' ? amountOf(typed) : amountOf(counter?.value ?? '0').plus(amountOf(typed)));
  return (
    <FormDialog
      title={counter ? `Change ${counter.key} of ${subject.name}` : `New counter of ${subject.name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={
        after &&
        `${key.trim() || 'The counter'} of ${subject.name} then reads ${groupDigits(after)}. Tier levels that it reaches are given at once.`
      }
      submitLabel={counter ? 'Save counter' : 'Create counter'}
      pending={change.isPending}
      disabled={!key.trim()}
    >
      {!counter && (
        <Field label="Counter" required>
          <Input value={key} onChange={(event) => setKey(event.target.value)} />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Action" required>
          <Select options={OPERATIONS} value={operation} onChange={setOperation} />
        </Field>
        <Field label="Value" required error={valueError}>
          <AmountInput value={value} onChange={setValue} />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Resets after" hint="Such as 30d. If empty, never." error={errorOf(errors, ['reset_after'])}>
          <Input value={resets} disabled={window !== ''} onChange={(event) => setResets(event.target.value)} />
        </Field>
        <Field label="Counts the last" hint="Such as 7d. If empty, everything." error={errorOf(errors, ['window'])}>
          <Input value={window} disabled={resets !== ''} onChange={(event) => setWindow(event.target.value)} />
        </Field>
      </div>
    </FormDialog>
  );
}
