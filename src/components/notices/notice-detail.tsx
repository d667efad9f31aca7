/** One notice: what it said to whom and when, what followed, and what rules made of its event. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Notice } from '@/contract/notice';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import { EventEvaluations } from '@/components/events/evaluations';
import { useOrganizationNow } from '@/components/shell/clock';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { kindLabel } from './kind-words';

export function NoticeDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().notices.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(notice) => <Found notice={notice} />}</Detail>;
}

function Found({ notice }: { notice: Notice }) {
  const name = useHolderNames([notice])({ participant_id: notice.participant_id });
  return (
    <>
      <div className="mb-2">
        <RecordHeading name={`${kindLabel(notice.kind)}, ${name}`}>
          <Badge tone="success">Sent</Badge>
        </RecordHeading>
      </div>
      <p className="mb-4 max-w-3xl">{notice.sentence}</p>
      <Tabs
        label="Notice"
        tabs={[
          { value: 'facts', label: 'Details', content: <NoticeFacts notice={notice} name={name} /> },
          { value: 'rules', label: 'Rules', content: <Answers eventId={notice.event_id} /> },
          { value: 'json', label: 'JSON', content: <JsonPanel value={notice} path={`/v1/notices/${notice.id}`} /> },
        ]}
      />
    </>
  );
}

/** What happens within 14 days follows a notice. */
const FOLLOWED_MS = 14 * 86_400_000;

function NoticeFacts({ notice, name }: { notice: Notice; name: string }) {
  const { event_id, event_at, spent_entry_id, spent_at, earned_entry_id, earned_at } = notice.followed_by;
  const isOver = useOrganizationNow() >= Date.parse(notice.sent_at) + FOLLOWED_MS;
  return (
    <Facts
      facts={[
        { name: 'Participant', value: <HolderLink party={notice} name={name} /> },
        { name: 'Notice', value: <SettingLink id={notice.setting_id} /> },
        { name: 'Event', value: <RecordLink href={`/events/${notice.event_id}`}>What rules answered</RecordLink> },
        { name: 'Found', value: <RelativeTime at={notice.created_at} /> },
        { name: 'Due', value: <RelativeTime at={notice.due_at} /> },
        { name: 'Sent', value: <RelativeTime at={notice.sent_at} /> },
        { name: 'Came back', value: <Followed href={event_id && `/events/${event_id}`} at={event_at} isOver={isOver} /> },
        { name: 'Spent', value: <Followed href={spent_entry_id && `/ledger/${spent_entry_id}`} at={spent_at} isOver={isOver} /> },
        { name: 'Earned', value: <Followed href={earned_entry_id && `/ledger/${earned_entry_id}`} at={earned_at} isOver={isOver} /> },
        { name: 'Id', value: <CopyableId id={notice.id} whole /> },
      ]}
    />
  );
}

const Followed = ({ href, at, isOver }: { href: string | null; at: string | null; isOver: boolean }) =>
  href === null ? (
    <span className="text-ink-faint">{isOver ? 'Not within 14 days' : 'Not yet'}</span>
  ) : (
    <RecordLink href={href}>
      <RelativeTime at={at} />
    </RecordLink>
  );

function SettingLink({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().noticeSettings.get.queryOptions({ id }));
  return <RecordLink href={`/notices/settings/${id}`}>{data?.name ?? `…${id.slice(-8)}`}</RecordLink>;
}

const RecordLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <ScopedLink href={href} className="text-accent hover:underline">
    {children}
  </ScopedLink>
);

function Answers({ eventId }: { eventId: string }) {
  const query = useQuery(useTRPC().events.get.queryOptions({ id: eventId }));
  return <Detail query={query}>{(event) => <EventEvaluations event={event} />}</Detail>;
}
