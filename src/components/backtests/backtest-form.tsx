/** The form that starts a backtest: which rules to try, and on the events of which window. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { present } from '@/domain/assert';
import type { CreateBacktest } from '@/contract/backtest';
import { useOrganizationNow } from '@/components/shell/clock';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { namesIn } from '@/domain/fields';
import { useTRPC } from '@/trpc/client';
import { failureOf, Refusal, type RequestFailure } from '@/trpc/failure';
import { chosenWindow, emptyBacktest, TRIED, versionDraft, WINDOW_DAYS, type BacktestDraft, type Tried } from './backtest-draft';

const WINDOWS = namesIn(WINDOW_DAYS).map((value) => ({
  value,
  label: value === 'CHOSEN' ? 'Between two times' : `Last ${value} days`,
}));
const TRIED_LABELS: Readonly<Record<Tried, string>> = {
  PRESENT: 'The current rules',
  VERSION: 'An earlier version of the rules',
  DOCUMENT: 'Rules from a document',
};
const OFFERED = 100;

/** Loaded on demand, because it brings many schemas. */
const configurationIn = async (document: string) => (await import('./backtest-document')).configurationIn(document);

type Errors = Readonly<Record<string, string>>;
interface PartProps {
  draft: BacktestDraft;
  edit: (changes: Partial<BacktestDraft>) => void;
  errors: Errors;
}

export function BacktestForm({ programId, onBegun }: { programId: string; onBegun: (id: string) => void }) {
  const now = useOrganizationNow();
  const [draft, setDraft] = useState(() => emptyBacktest(now));
  const edit = (changes: Partial<BacktestDraft>) => setDraft({ ...draft, ...changes });
  const { begin, pending, failure } = useBegin(programId, onBegun);
  const errors = failure?.fields ?? {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void begin(draft, now);
  };
  return (
    <form className="panel mb-4 flex flex-col gap-3 p-4" onSubmit={submit} aria-label="New backtest" noValidate>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Try" required hint="Compares what the rules would have given with what was really given. Nothing is posted.">
          <Select
            options={TRIED.map((value) => ({ value, label: TRIED_LABELS[value] }))}
            value={draft.tried}
            onChange={(tried) => edit({ tried })}
          />
        </Field>
        <Field label="On events of" required>
          <Select options={WINDOWS} value={draft.window} onChange={(window) => edit({ window })} />
        </Field>
      </div>
      {draft.tried === 'VERSION' && <VersionField programId={programId} draft={draft} edit={edit} errors={errors} />}
      {draft.tried === 'DOCUMENT' && (
        <Field
          label="Document"
          required
          hint="An exported rule configuration with the changes that you want to test."
          error={errors.configuration}
        >
          <Textarea
            className="font-mono text-xs"
            spellCheck={false}
            value={draft.document}
            onChange={({ target }) => edit({ document: target.value })}
          />
        </Field>
      )}
      {(draft.window === 'CHOSEN' || errors.from || errors.to) && <WindowFields draft={draft} edit={edit} errors={errors} />}
      <FormFailure failure={failure} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" pending={pending}>
          Start backtest
        </Button>
        <p className="text-ink-soft">
          To try a changed rule, <RuleListLink />, edit it and start the backtest there.
        </p>
      </div>
    </form>
  );
}

const RuleListLink = () => (
  <ScopedLink href="/rules" className="text-accent underline">
    open it
  </ScopedLink>
);

const WindowFields = ({ draft, edit, errors }: PartProps) => (
  <div className="grid items-start gap-3 sm:grid-cols-2">
    {(['from', 'to'] as const).map((name) => (
      <Field key={name} label={name === 'from' ? 'From' : 'To'} required error={errors[name]}>
        <Input type="datetime-local" value={draft[name]} onChange={({ target }) => edit({ window: 'CHOSEN', [name]: target.value })} />
      </Field>
    ))}
  </div>
);

function VersionField({ programId, draft, edit, errors }: PartProps & { programId: string }) {
  const query = useQuery(useTRPC().ruleConfiguration.versions.queryOptions({ id: programId, limit: OFFERED }));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const options = (query.data?.data ?? []).map((kept) => ({
    value: String(kept.rule_configuration_version),
    label: `Version ${kept.rule_configuration_version}, of ${day.format(new Date(kept.created_at))}, ${kept.rule_count} rules`,
  }));
  return (
    <Field label="Version" required error={errors.version}>
      <Select options={options} value={draft.version} onChange={(version) => edit({ version })} />
    </Field>
  );
}

/** Starts the backtest of a draft; faults of the draft itself are reported in the shape of API errors. */
function useBegin(programId: string, onBegun: (id: string) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [fault, setFault] = useState<RequestFailure | null>(null);
  const create = useMutation(trpc.backtests.create.mutationOptions());
  const start = useMutation({
    mutationFn: async ({ draft, now }: { draft: BacktestDraft; now: number }) => {
      const request: CreateBacktest = { id: programId, ...chosenWindow(draft, now) };
      if (draft.tried === 'PRESENT') return create.mutateAsync(request);
      return create.mutateAsync({ ...request, ...(await configurationOf(draft)) });
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries(trpc.backtests.list.pathFilter());
      onBegun(id);
    },
  });
  const configurationOf = async ({ tried, version, document }: BacktestDraft): Promise<Pick<CreateBacktest, 'configuration'>> => {
    const at = { id: programId };
    const text =
      tried === 'DOCUMENT'
        ? document
        : JSON.stringify(
            versionDraft(
              await queries.fetchQuery(trpc.ruleConfiguration.version.queryOptions({ ...at, version })),
              await queries.fetchQuery(trpc.ruleConfiguration.get.queryOptions(at)),
            ),
          );
    const read = await configurationIn(text);
    if ('fault' in read) throw new Refusal(read.fault);
    return read;
  };
  const begin = async (draft: BacktestDraft, now: number): Promise<void> => {
    const missing = await missingIn(draft);
    setFault(
      missing && { code: 'refused', message: present(Object.values(missing)[0], 'faults are told only if there are any'), fields: missing },
    );
    if (!missing) start.mutate({ draft, now });
  };
  const failed = start.error ? failureOf(start.error) : null;
  return { begin, pending: start.isPending, failure: fault ?? failed };
}

/** The faults that only this form can find. */
async function missingIn({ window, from, to, tried, version, document }: BacktestDraft): Promise<Errors | null> {
  const missing: Record<string, string> = {};
  if (window === 'CHOSEN' && from === '') missing.from = 'Choose when the window starts.';
  if (window === 'CHOSEN' && to === '') missing.to = 'Choose when the window ends.';
  if (tried === 'VERSION' && version === '') missing.version = 'Choose a version.';
  const read = tried === 'DOCUMENT' ? await configurationIn(document) : null;
  if (read && 'fault' in read) missing.configuration = read.fault;
  return Object.keys(missing).length > 0 ? missing : null;
}
