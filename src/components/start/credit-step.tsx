/** The fourth step: what the rules did with the newest event, the resulting balances, and what to do if it earned nothing. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { BalanceCards } from '@/components/balances/balance-cards';
import { RetryEvent } from '@/components/events/retry-event';
import { EventEvaluations } from '@/components/events/evaluations';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Waiting } from '@/components/ui/waiting';
import { Stale } from '@/components/ui/stale';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';

type SentEvent = Outputs['events']['get'];
type Target = NonNullable<SentEvent['rule_evaluations'][number]['actions'][number]['target']>;

const gave = (event: SentEvent): boolean =>
  event.rule_evaluations.some(({ actions }) => actions.some(({ type, result }) => type === 'CREDIT' && result === 'APPLIED'));

/** The distinct holders who were given something. */
function receivers(event: SentEvent): Target[] {
  const targets = event.rule_evaluations.flatMap(({ actions }) =>
    actions.flatMap(({ type, result, target }) => (type === 'CREDIT' && result === 'APPLIED' && target ? [target] : [])),
  );
  return targets.filter(({ id }, index) => targets.findIndex((other) => other.id === id) === index);
}

export function CreditStep({ programId, event }: { programId: string; event: SentEvent | undefined }) {
  if (!event) return <p className="text-ink-soft">As soon as an event has arrived, this shows what each rule did with it.</p>;
  if (event.status === 'FAILED') return <Failed event={event} />;
  if (event.status !== 'COMPLETED') return <p role="status">The rules are running.</p>;
  return (
    <>
      <p role="status">{gave(event) ? 'The event has earned something.' : 'The event has earned nothing.'}</p>
      {receivers(event).map((target) => (
        <Holding key={target.id} target={target} />
      ))}
      <h3 className="font-medium">What each rule did</h3>
      <EventEvaluations event={event} />
      {!gave(event) && <WhatToDo programId={programId} empty={event.rule_evaluations.length === 0} />}
    </>
  );
}

function Failed({ event }: { event: SentEvent }) {
  const { change } = useMay();
  return (
    <>
      <p role="alert" className="bg-danger-soft rounded-panel p-3">
        The event failed: {event.error_message} <code className="text-ink-soft font-mono text-xs">{event.error_code}</code>
      </p>
      <p className="text-ink-soft">
        {change
          ? 'Fix the cause and process the event again, or send another event from step 3: it has its own idempotency key.'
          : 'A member, admin or owner of the organization can fix the cause and process the event again.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <RetryEvent event={event} />
        <Button asChild>
          <ScopedLink href={`/events/${event.id}`}>Open the event</ScopedLink>
        </Button>
      </div>
    </>
  );
}

/** Shown when no rule gave anything. */
const WhatToDo = ({ programId, empty }: { programId: string; empty: boolean }) => (
  <>
    <p className="text-ink-soft">
      {empty
        ? 'Write a rule that gives something for such an event, then send it again from step 3. An event is evaluated once, so it needs a new idempotency key.'
        : 'Send an event that matches a rule, or change the rule. An event is evaluated once, so the next one needs a new idempotency key, as in step 3.'}
    </p>
    <div>
      <Button asChild>
        <ScopedLink href={empty ? `/rules/new?program=${programId}` : `/rules?program=${programId}`}>
          {empty ? 'Write a rule' : 'Open the rules'}
        </ScopedLink>
      </Button>
    </div>
  </>
);

function Holding({ target: { type, id } }: { target: Target }) {
  const trpc = useTRPC();
  const group = type === 'GROUP';
  const person = useQuery(trpc.participants.get.queryOptions({ id }, { enabled: !group }));
  const team = useQuery(trpc.groups.get.queryOptions({ id }, { enabled: group }));
  const holder = group ? team : person;
  if (!holder.data) return holder.error ? <FailureNote failure={failureOf(holder.error)} /> : <Waiting className="min-h-24" />;
  const name = 'external_id' in holder.data ? holder.data.external_id : holder.data.name;
  return (
    <section aria-label={`Balances of ${name}`}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          What {name} has now
          <Stale query={holder} />
        </h3>
        <ScopedLink href={`/${group ? 'groups' : 'participants'}/${id}`} className="text-accent hover:underline">
          Open {name}
        </ScopedLink>
      </div>
      <BalanceCards holder={{ kind: group ? 'groups' : 'participants', id, balances: holder.data.balances }} />
    </section>
  );
}
