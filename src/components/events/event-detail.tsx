/** One event: its facts, the verdict of each rule with the values it saw, and a retry if it failed. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Outputs } from '@/trpc/outputs';
import { CodeOutcomes } from '@/components/codes/code-outcomes';
import { RequestLink } from '@/components/logs/request-link';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { EventEvaluations } from './evaluations';
import { eventName } from './event-name';
import { RetryEvent } from './retry-event';

type EventDetailRecord = Outputs['events']['get'];

const underway = (event: EventDetailRecord | undefined): boolean => event?.status === 'PENDING' || event?.status === 'PROCESSING';

export function EventDetail({ id }: { id: string }) {
  const query = useQuery(
    useTRPC().events.get.queryOptions({ id }, { refetchInterval: ({ state }) => (underway(state.data) ? LIVE_MS : false) }),
  );
  return (
    <Detail query={query}>
      {(event) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={eventName(event)}>
              <StatusBadge status={event.status} />
            </RecordHeading>
            <RetryEvent event={event} />
          </div>
          {event.error_code && (
            <p className="bg-danger-soft rounded-panel mb-4 p-3">
              {event.error_message} <code className="text-ink-soft font-mono text-xs">{event.error_code}</code>
            </p>
          )}
          <Tabs
            label="Event"
            tabs={[
              { value: 'verdicts', label: 'Rules', content: <EventEvaluations event={event} /> },
              ...(event.codes ? [{ value: 'codes', label: 'Codes', content: <CodeOutcomes outcomes={event.codes} /> }] : []),
              { value: 'data', label: 'Data', content: <CodeBlock text={JSON.stringify(event.event_data, null, 2)} label="Event data" /> },
              { value: 'facts', label: 'Details', content: <EventFacts event={event} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={event} path={`/v1/events/${event.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function EventFacts({ event }: { event: EventDetailRecord }) {
  const nameOf = useProgramNames();
  const decision = useQuery(useTRPC().decisions.list.queryOptions({ event_id: event.id, limit: 1 })).data?.data[0];
  const participant = event.participant_id && (
    <ScopedLink href={`/participants/${event.participant_id}`} className="text-accent hover:underline">
      {event.external_id ?? event.participant_id}
    </ScopedLink>
  );
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={event.id} whole /> },
        { name: 'Program', value: nameOf(event.program_id) ?? <CopyableId id={event.program_id} whole /> },
        { name: 'Participant', value: participant ?? <span className="text-ink-faint">—</span> },
        ...(event.automation_id ? [{ name: 'Created by', value: <MakerLink event={event} /> }] : []),
        ...(decision ? [{ name: 'Decided by', value: <DecisionLink id={decision.id ?? ''} /> }] : []),
        { name: 'Idempotency key', value: <code className="font-mono text-xs">{event.idempotency_key}</code> },
        ...(event.request_id ? [{ name: 'Request', value: <RequestLink id={event.request_id} /> }] : []),
        { name: 'Happened', value: <RelativeTime at={event.event_timestamp} /> },
        { name: 'Received', value: <RelativeTime at={event.received_at} /> },
        { name: 'Processed', value: <RelativeTime at={event.processed_at} /> },
        { name: 'Rules version', value: event.rule_configuration_version ?? <span className="text-ink-faint">—</span> },
      ]}
    />
  );
}

const DecisionLink = ({ id }: { id: string }) => (
  <ScopedLink href={`/decisions/${id}`} className="text-accent hover:underline">
    Decision …{id.slice(-8)}
  </ScopedLink>
);

const MakerLink = ({ event }: { event: EventDetailRecord }) => (
  <ScopedLink href={`/automations/${event.program_id}/${event.automation_id}`} className="text-accent hover:underline">
    An automation
  </ScopedLink>
);
