/** Asks for a backtest: a window of time, and a draft of the rules or those there are. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { CreateBacktest } from '@/contract/backtest';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const UNREADABLE = 'Write a configuration as JSON, such as one that was exported.';

export function BacktestForm({ programId, onBegun }: { programId: string; onBegun: (id: string) => void }) {
  const [window, setWindow] = useState({ from: '', to: '' });
  const [draft, setDraft] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const start = useMutation(
    trpc.backtests.create.mutationOptions({
      onSuccess: ({ id }) => {
        void queries.invalidateQueries(trpc.backtests.list.pathFilter());
        onBegun(id);
      },
    }),
  );
  const failure = start.error ? failureOf(start.error) : null;
  const errors = failure?.fields ?? {};
  const unplaced = failure && !errors.from && !errors.to && !errors.configuration;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setFault(undefined);
    start.reset();
    const request = requestOf(programId, window, draft);
    if (typeof request === 'string') setFault(request);
    else start.mutate(request);
  };
  return (
    <form className="panel mb-4 flex flex-col gap-3 p-4" onSubmit={submit} aria-label="New backtest">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="From" required error={errors.from}>
          <Input
            type="datetime-local"
            required
            value={window.from}
            onChange={({ target }) => setWindow({ ...window, from: target.value })}
          />
        </Field>
        <Field label="To" required error={errors.to}>
          <Input type="datetime-local" required value={window.to} onChange={({ target }) => setWindow({ ...window, to: target.value })} />
        </Field>
        <Button type="submit" variant="primary" className="sm:mt-5" pending={start.isPending}>
          Try on these events
        </Button>
      </div>
      <Field
        label="Draft"
        hint="A rule configuration as it is exported; the present rules when empty."
        error={fault ?? errors.configuration}
      >
        <Textarea className="font-mono text-xs" spellCheck={false} value={draft} onChange={({ target }) => setDraft(target.value)} />
      </Field>
      {unplaced && <FailureNote failure={failure} />}
    </form>
  );
}

/** What is sent, or what is wrong with it. */
function requestOf(id: string, { from, to }: { from: string; to: string }, draft: string): CreateBacktest | string {
  const window = { id, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  if (draft.trim() === '') return window;
  try {
    const parsed = CreateBacktest.safeParse({ ...window, configuration: JSON.parse(draft) as unknown });
    return parsed.success ? parsed.data : `${parsed.error.issues[0]!.path.slice(1).join('.')}: ${parsed.error.issues[0]!.message}`;
  } catch {
    return UNREADABLE;
  }
}
