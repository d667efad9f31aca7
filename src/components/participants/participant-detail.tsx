/** One participant: a summary, the activity and everything that belongs to it, now or as of a past time. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineFilter } from '@/contract/choices';
import { useBalanceWork } from '@/components/balances/balance-actions';
import type { HolderPage } from '@/components/balances/holder';
import type { SubjectPage } from '@/components/state/subject';
import { AsOfBanner, AsOfPicker, useAsOf, type AsOf } from '@/components/ui/as-of';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Detail } from '@/components/ui/detail';
import { FailureNote } from '@/components/ui/failure-note';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import { participantName } from './participant-name';
import { ParticipantStatusActions } from './participant-status';
import { ParticipantSummary } from './participant-summary';

// Tabs that are rarely opened, with their own dialogs and charts.
const Timeline = onDemand(() => import('@/components/activity/timeline').then((loaded) => loaded.Timeline), FILLING);
const Lots = onDemand(() => import('@/components/balances/lots').then((loaded) => loaded.Lots), FILLING);
const Origins = onDemand(() => import('@/components/balances/origins').then((loaded) => loaded.Origins), FILLING);
const StatePanel = onDemand(() => import('@/components/state/state-panel').then((loaded) => loaded.StatePanel), FILLING);
const EmbeddedTransfers = onDemand(
  () => import('@/components/transfers/embedded-transfers').then((loaded) => loaded.EmbeddedTransfers),
  FILLING,
);
const ParticipantChallenges = onDemand(
  () => import('@/components/challenges/participant-challenges').then((loaded) => loaded.ParticipantChallenges),
  FILLING,
);
const CodeUses = onDemand(() => import('@/components/codes/code-uses').then((loaded) => loaded.CodeUses), FILLING);
const EmbeddedDecisions = onDemand(
  () => import('@/components/decisions/embedded-decisions').then((loaded) => loaded.EmbeddedDecisions),
  FILLING,
);
const EmbeddedNotices = onDemand(() => import('@/components/notices/embedded-notices').then((loaded) => loaded.EmbeddedNotices), FILLING);
const ParticipantRanks = onDemand(
  () => import('@/components/leaderboards/participant-ranks').then((loaded) => loaded.ParticipantRanks),
  FILLING,
);
const ParticipantReferrals = onDemand(
  () => import('@/components/referrals/participant-referrals').then((loaded) => loaded.ParticipantReferrals),
  FILLING,
);
const ParticipantFacts = onDemand(() => import('./participant-facts').then((loaded) => loaded.ParticipantFacts), FILLING);
const ParticipantRedemptions = onDemand(() => import('./participant-redemptions').then((loaded) => loaded.ParticipantRedemptions), FILLING);

type Participant = Outputs['participants']['get'];

const NOT_KEPT =
  'Nothing can be changed in this view. Lots, redemptions, decisions, codes, referrals, challenges, ranks, transfers and origins are shown only as of now.';

export function ParticipantDetail({ id }: { id: string }) {
  const asOf = useAsOf();
  const query = useQuery(
    useTRPC().participants.get.queryOptions(
      { id, as_of: asOf.at ?? undefined },
      {
        refetchInterval: asOf.at ? false : LIVE_MS,
        // Keeps the previous data while another time of the same record loads, so that nothing jumps.
        placeholderData: (before) => (before && (before.id === id || `ext:${before.external_id}` === id) ? before : undefined),
      },
    ),
  );
  const refused = asOf.at !== null && query.error && (query.data === undefined || query.isPlaceholderData);
  return (
    <>
      <AsOfBanner asOf={asOf} note={NOT_KEPT} />
      {refused ? (
        <FailureNote failure={failureOf(query.error)} action={<Button onClick={asOf.back}>Back to now</Button>} />
      ) : (
        <Detail query={query}>
          {(participant) => (
            <div className={cn(query.isPlaceholderData && 'opacity-60')}>
              <Found participant={participant} asOf={asOf} />
            </div>
          )}
        </Detail>
      )}
    </>
  );
}

const holderOf = (participant: Participant): HolderPage => ({ ...participant, kind: 'participants', name: participantName(participant) });

const subjectOf = (participant: Participant): SubjectPage => ({
  ...participant,
  kind: 'participants',
  name: participantName(participant),
  changeable: participant.status === 'ACTIVE',
});

function Found({ participant, asOf }: { participant: Participant; asOf: AsOf }) {
  const holder = holderOf(participant);
  const work = useBalanceWork(holder, participant);
  const [view, setView] = useState('summary');
  const [filter, setFilter] = useState<TimelineFilter | null>(null);
  const past = asOf.at !== null;
  const showActivity = (kind: TimelineFilter | null) => {
    setFilter(kind);
    setView('activity');
  };
  const timeline = <Timeline holder={holder} until={asOf.at} onTravel={asOf.travel} filter={filter} onFilter={setFilter} />;
  const summary = <ParticipantSummary participant={participant} holder={holder} begin={work.begin} past={past} onActivity={showActivity} />;
  const path = `/v1/participants/${participant.id}${asOf.at ? `?as_of=${encodeURIComponent(asOf.at)}` : ''}`;
  const always = [
    { value: 'summary', label: 'Summary', content: summary },
    { value: 'activity', label: 'Activity', content: timeline },
  ];
  const present = [
    { value: 'lots', label: 'Lots', content: <Lots holder={holder} /> },
    { value: 'origins', label: 'Origins', content: <Origins holder={holder} /> },
    { value: 'state', label: 'State', content: <StatePanel subject={subjectOf(participant)} /> },
    { value: 'redemptions', label: 'Redemptions', content: <ParticipantRedemptions participant={participant} /> },
    { value: 'decisions', label: 'Decisions', content: <EmbeddedDecisions participantId={participant.id} /> },
    { value: 'codes', label: 'Codes', content: <CodeUses of={{ participant_id: participant.id }} empty="They have used no code." /> },
    {
      value: 'referrals',
      label: 'Referrals',
      content: <ParticipantReferrals participantId={participant.id} programIds={participant.program_ids} />,
    },
    { value: 'challenges', label: 'Challenges', content: <ParticipantChallenges participantId={participant.id} /> },
    { value: 'ranks', label: 'Ranks', content: <ParticipantRanks participantId={participant.id} /> },
    { value: 'notices', label: 'Notices', content: <EmbeddedNotices of={{ participant_id: participant.id }} /> },
    { value: 'transfers', label: 'Transfers', content: <EmbeddedTransfers holder={holder} /> },
  ];
  const record = [
    { value: 'facts', label: 'Details', content: <ParticipantFacts participant={participant} /> },
    { value: 'json', label: 'JSON', content: <JsonPanel value={participant} path={path} /> },
  ];
  const tabs = past ? [...always, ...record] : [...always, ...present, ...record];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading name={participantName(participant)}>
          <StatusBadge status={participant.status} />
        </RecordHeading>
        <div className="flex flex-wrap items-center gap-2">
          <AsOfPicker asOf={asOf} />
          {!past && <ParticipantStatusActions participant={participant} />}
        </div>
      </div>
      <Tabs label="Participant" tabs={tabs} value={tabs.some(({ value }) => value === view) ? view : 'summary'} onChange={setView} />
      {work.dialogs}
    </>
  );
}
