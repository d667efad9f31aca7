/** Answers what a support agent asks first: balances, levels, identity, and whether something went wrong. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { TimelineFilter } from '@/contract/choices';
import { BalanceActions, type BalanceWork } from '@/components/balances/balance-actions';
import { BalanceCards } from '@/components/balances/balance-cards';
import type { HolderPage } from '@/components/balances/holder';
import { eventName } from '@/components/events/event-name';
import { ScopedLink } from '@/components/shell/scoped-link';
import { TierSummary } from '@/components/state/tier-summary';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { Facts, type Fact } from '@/components/ui/facts';
import { groupDigits } from '@/components/ui/money';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';

type Participant = Outputs['participants']['get'];

interface ParticipantSummaryProps {
  participant: Participant;
  holder: HolderPage;
  begin: BalanceWork['begin'];
  /** Whether the record is of a past time. */
  past: boolean;
  onActivity: (kind: TimelineFilter | null) => void;
}

const IN_THE_PAST = 'To change something, go back to now.';

export function ParticipantSummary({ participant, holder, begin, past, onActivity }: ParticipantSummaryProps) {
  return (
    <>
      <BalanceActions holder={holder} begin={begin} redeems refused={past ? IN_THE_PAST : undefined} />
      <div className="flex flex-col gap-3">
        <BalanceCards holder={holder} past={past} />
        <TierSummary tierMemberships={participant.tiers} counters={participant.counters} programIds={participant.program_ids} />
        {past && participant.tiers.length > 0 && (
          <p className="text-ink-faint text-xs">
            Levels and counters are as of that time; what a level requires is as the tier defines it now.
          </p>
        )}
      </div>
      <Part
        title="At a glance"
        actions={
          <Button variant="quiet" onClick={() => onActivity(null)}>
            All activity
          </Button>
        }
      >
        <Glance participant={participant} past={past} onActivity={onActivity} />
      </Part>
    </>
  );
}

const FAILED_SHOWN = 5;
const NONE = <span className="text-ink-faint">—</span>;

function Glance({ participant, past, onActivity }: Pick<ParticipantSummaryProps, 'participant' | 'past' | 'onActivity'>) {
  const { email, phone, external_id, tags, attributes, counters, created_at } = participant;
  const events = useTRPC().participants.activity.events;
  const live = { refetchInterval: LIVE_MS, enabled: !past } as const;
  const last = useQuery(events.queryOptions({ id: participant.id, limit: 1 }, live));
  const failed = useQuery(events.queryOptions({ id: participant.id, status: 'FAILED', limit: FAILED_SHOWN }, live)).data;
  const failures = failed?.data.length ?? 0;
  const facts: Fact[] = [
    { name: 'External id', value: external_id },
    { name: 'Contact', value: [email, phone].filter(Boolean).join(', ') || NONE },
    { name: 'Tags', value: tags.length > 0 ? <Tags tags={tags} /> : NONE },
    ...(Object.keys(counters).length > 0
      ? [
          {
            name: 'Counters',
            value: Object.entries(counters)
              .map(([key, value]) => `${key} ${groupDigits(value)}`)
              .join(', '),
          },
        ]
      : []),
    ...(Object.keys(attributes).length > 0 ? [{ name: 'Attributes', value: attributeText(attributes) }] : []),
    ...(past ? [] : [{ name: 'Last event', value: <LastEvent query={last} /> }]),
    ...(failures > 0
      ? [
          {
            name: 'Failed events',
            value: (
              <button type="button" className="text-danger hover:underline" onClick={() => onActivity('EVENT')}>
                {failures}
                {failed?.pagination.has_more ? ' or more' : ''} failed: see them
              </button>
            ),
          },
        ]
      : []),
    { name: 'Enrolled', value: <RelativeTime at={created_at} /> },
  ];
  return <Facts facts={facts} />;
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
);

type EventPage = Outputs['participants']['activity']['events'];

function LastEvent({ query: { data, error } }: { query: { data: EventPage | undefined; error: unknown } }) {
  const event = data?.data[0];
  if (!data) return error ? <span className="text-danger">{failureOf(error).message}</span> : <Waiting className="min-h-5" />;
  if (!event) return 'None yet';
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <ScopedLink href={`/events/${event.id}`} className="text-accent hover:underline">
        {eventName(event)}
      </ScopedLink>
      <StatusBadge status={event.status} /> <RelativeTime at={event.received_at} />
    </span>
  );
}

const ATTRIBUTES_SHOWN = 6;

function attributeText(attributes: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(attributes);
  const shown = all
    .slice(0, ATTRIBUTES_SHOWN)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return all.length > ATTRIBUTES_SHOWN ? `${shown} and ${all.length - ATTRIBUTES_SHOWN} more` : shown;
}
