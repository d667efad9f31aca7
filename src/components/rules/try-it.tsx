/** Tries a draft on an event while it is edited, or the saved rules on a checkout. Trying posts and saves nothing. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RuleExample } from '@/contract/rule-example';
import type { Outputs } from '@/trpc/outputs';
import { enteredCodes, enteredFault } from '@/components/codes/entered-codes';
import { eventName } from '@/components/events/event-name';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { jsonObjectFault, jsonObjectOf } from '@/components/ui/json-object';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { trialOf } from './draft-trial';
import type { RuleFormDraft } from './rule-draft';
import { useDebounced } from './use-debounced';

const TrialResult = onDemand(() => import('./trial-result').then((loaded) => loaded.TrialResult), FILLING);
const KeepExample = onDemand(() => import('./examples/keep-example').then((loaded) => loaded.KeepExample));
const TryCheckout = onDemand(() => import('@/components/decisions/try-checkout').then((loaded) => loaded.TryCheckout), FILLING);

const OFFERED = 20;
/** The choice of a hand-written event instead of one of the program's. */
const BY_HAND = 'BY_HAND';

const TRIED = [
  { value: 'EVENT', label: 'An event, with this draft' },
  { value: 'CHECKOUT', label: 'A checkout, with the saved rules' },
] as const;

interface TriedEvent {
  readonly source: string;
  readonly data: string;
  readonly externalId: string;
  /** As they are typed. */
  readonly codes: string;
}

const EMPTY: TriedEvent = { source: BY_HAND, data: '', externalId: '', codes: '' };

const triedOf = ({ id, event_data, external_id, codes = [] }: RecentEvent): TriedEvent => ({
  source: id,
  data: JSON.stringify(event_data, null, 2),
  externalId: external_id ?? '',
  codes: codes.map(({ code }) => code).join(', '),
});

type RecentEvent = Outputs['events']['list']['data'][number];

const optionOf = (event: RecentEvent) => ({
  value: event.id,
  label: [eventName(event), event.external_id, event.idempotency_key].filter(Boolean).join(' · '),
});

interface TryItProps {
  draft: RuleFormDraft;
  ruleId?: string;
  onExample: (example: RuleExample) => void;
}

export function TryIt({ draft, ruleId, onExample }: TryItProps) {
  const trpc = useTRPC();
  const [event, setEvent] = useState(EMPTY);
  const [tried, setTried] = useState<(typeof TRIED)[number]['value']>('EVENT');
  const [together, setTogether] = useState(false);
  const inProgram = { enabled: draft.program_id !== '' };
  const recent = useQuery(trpc.events.list.queryOptions({ program_id: draft.program_id, limit: OFFERED }, inProgram)).data?.data ?? [];
  const choose = (id: string) => {
    const chosen = recent.find((one) => one.id === id);
    setEvent(chosen ? triedOf(chosen) : EMPTY);
  };
  const typed = (changes: Partial<TriedEvent>) => setEvent({ ...event, source: BY_HAND, ...changes });
  const fault = event.data.trim() === '' ? null : jsonObjectFault(event.data);
  const codes = enteredCodes(event.codes);
  return (
    <section aria-label="Try it" className="panel flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold">Try it</h2>
        <p className="text-ink-faint text-xs">
          {tried === 'EVENT'
            ? 'Runs on an event as if it arrived now. Nothing is posted.'
            : 'Previews a checkout with the rules of the program as they are saved. What is changed on this page and not saved does not count.'}
        </p>
      </div>
      <Field label="What to try" required>
        <Select options={TRIED} value={tried} onChange={setTried} />
      </Field>
      <Field label="Event" required>
        <Select options={[{ value: BY_HAND, label: 'Written by hand' }, ...recent.map(optionOf)]} value={event.source} onChange={choose} />
      </Field>
      <Field label="Event data" required error={fault ?? undefined}>
        <Textarea
          className="max-h-64 min-h-28 font-mono text-xs"
          spellCheck={false}
          placeholder={'{ "type": "purchase", "amount": 37.5 }'}
          value={event.data}
          onChange={({ target }) => typed({ data: target.value })}
        />
      </Field>
      <Field
        label="External id"
        required={tried === 'CHECKOUT'}
        hint={`The participant, with their stored state. ${tried === 'EVENT' ? 'If empty' : 'If unknown'}, a new participant.`}
      >
        <Input value={event.externalId} onChange={({ target }) => typed({ externalId: target.value })} />
      </Field>
      <Field label="Codes" hint="As the participant enters them, between commas or line breaks." error={enteredFault(codes) ?? undefined}>
        <Textarea
          className="min-h-14 font-mono text-xs"
          rows={2}
          spellCheck={false}
          value={event.codes}
          onChange={({ target }) => typed({ codes: target.value })}
        />
      </Field>
      {tried === 'EVENT' ? (
        <>
          <Switch label="Among the other rules" hint="In the order of the program." checked={together} onChange={setTogether} />
          <Outcome {...{ draft, ruleId, event, together, onExample }} />
        </>
      ) : (
        <TryCheckout programId={draft.program_id} basket={jsonObjectOf(event.data)} externalId={event.externalId.trim()} codes={codes} />
      )}
    </section>
  );
}

function Outcome({ draft, ruleId, event, together, onExample }: TryItProps & { event: TriedEvent; together: boolean }) {
  const trpc = useTRPC();
  const id = draft.program_id;
  const others = useQuery(trpc.ruleConfiguration.get.queryOptions({ id }, { enabled: together && id !== '' })).data?.rule_sets;
  const written = useMemo(
    () => ({
      configuration: trialOf(draft, ruleId, together ? (others ?? []) : null),
      data: event.data,
      who: event.externalId.trim(),
      codes: enteredCodes(event.codes),
    }),
    [draft, ruleId, together, others, event],
  );
  const [{ configuration, data, who, codes }] = useDebounced(written);
  const event_data = jsonObjectOf(data);
  const ready =
    id !== '' &&
    event_data !== null &&
    enteredFault(codes) === null &&
    draft.condition.trim() !== '' &&
    (!together || others !== undefined);
  const participant = who ? { external_id: who } : {};
  const entered = codes.length > 0 ? { entered_codes: codes } : {};
  const trial = useQuery(
    trpc.rules.simulateConfiguration.queryOptions(
      { id, configuration, event: { event_data: event_data ?? {}, ...participant, ...entered } },
      { enabled: ready, placeholderData: keepPreviousData, retry: false, staleTime: 0 },
    ),
  );
  if (!ready)
    return (
      <p className="text-ink-soft">
        {event_data ? 'Write a condition to see its result.' : 'Choose an event to see what the rule does with it.'}
      </p>
    );
  return (
    <div aria-live="polite" aria-busy={trial.isFetching}>
      {trial.error ? <FailureNote failure={failureOf(trial.error)} /> : trial.data && <TrialResult simulation={trial.data} />}
      {!together && trial.data?.failure === null && (
        <KeepExample {...{ draft, ruleId, who, onExample }} event_data={event_data} trial={trial.data} />
      )}
    </div>
  );
}
