/** One challenge: how it goes, who takes part, its terms, and the actions on it. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Challenge } from '@/contract/challenge';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { newRuleHref } from '@/components/rules/rule-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { BadgeIcon } from './badge-icon';
import { ChallengeParticipants } from './challenge-participants';
import { ChallengePerformance } from './challenge-performance';
import { useRefreshChallenges } from './use-challenges';
import { PERIOD_WORDS } from './words';

const ChallengeDialog = onDemand(() => import('./challenge-dialog').then((loaded) => loaded.ChallengeDialog));
const CloneDialog = onDemand(() => import('./clone-challenge-dialog').then((loaded) => loaded.CloneChallengeDialog));

export function ChallengeDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().challenges.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(challenge) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={challenge.name}>
              <StatusBadge status={challenge.status} />
            </RecordHeading>
            <ChallengeActions challenge={challenge} />
          </div>
          <p className="mb-4 max-w-3xl">{challenge.sentence}</p>
          <Tabs
            label="Challenge"
            tabs={[
              { value: 'performance', label: 'Performance', content: <ChallengePerformance challenge={challenge} /> },
              { value: 'participants', label: 'Participants', content: <ChallengeParticipants challenge={challenge} /> },
              { value: 'facts', label: 'Details', content: <ChallengeFacts challenge={challenge} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={challenge} path={`/v1/challenges/${challenge.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const MOVES = {
  DRAFT: { to: 'ACTIVE', label: 'Start', consequence: 'Events count from now on. Those that were processed before do not.' },
  ACTIVE: { to: 'PAUSED', label: 'Pause', consequence: 'No event counts until it is resumed; refunds still take progress back.' },
  PAUSED: { to: 'ACTIVE', label: 'Resume', consequence: 'Events count again. Those of meanwhile do not.' },
} as const;

function ChallengeActions({ challenge }: { challenge: Challenge }) {
  const { change } = useMay();
  const refresh = useRefreshChallenges();
  const [asked, setAsked] = useState<'move' | 'clone' | null>(null);
  const update = useMutation(useTRPC().challenges.update.mutationOptions({ onSuccess: refresh }));
  if (!change) return null;
  const close = () => setAsked(null);
  const clone = (
    <Button aria-haspopup="dialog" onClick={() => setAsked('clone')}>
      Clone
    </Button>
  );
  const cloning = asked === 'clone' && <CloneDialog challenge={challenge} onClose={close} />;
  if (challenge.status === 'ARCHIVED')
    return (
      <>
        {clone}
        {cloning}
      </>
    );
  const { to, label, consequence } = MOVES[challenge.status];
  const condition = `event.type == "challenge.completed" && event.challenge == ${JSON.stringify(challenge.key)}`;
  return (
    <EditOrArchive
      kind="challenge"
      named={`“${challenge.name}”`}
      consequence="No event counts or takes back any more; what was reached, and its badges, stay."
      onArchive={() => update.mutateAsync({ id: challenge.id, status: 'ARCHIVED' })}
      editor={(onClose) => <ChallengeDialog programId={challenge.program_id} challenge={challenge} onClose={onClose} />}
    >
      <Button asChild>
        <ScopedLink
          href={newRuleHref(challenge.program_id, { condition, ...(challenge.campaign_id === null ? {} : { set: challenge.campaign_id }) })}
        >
          <Plus aria-hidden /> Add the reward
        </ScopedLink>
      </Button>
      {clone}
      <Button aria-haspopup="dialog" onClick={() => setAsked('move')}>
        {label}
      </Button>
      {cloning}
      {asked === 'move' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`${label} “${challenge.name}”?`}
          consequence={consequence}
          confirmLabel={`${label} challenge`}
          dangerous={false}
          onConfirm={() => update.mutateAsync({ id: challenge.id, status: to })}
        />
      )}
    </EditOrArchive>
  );
}

const NONE = <span className="text-ink-faint">—</span>;

function ChallengeFacts({ challenge }: { challenge: Challenge }) {
  const programOf = useProgramNames();
  const { badge, campaign_id: campaign, parts, starts_at, ends_at } = challenge;
  return (
    <Facts
      facts={[
        { name: 'Key', value: <code className="font-mono text-xs">{challenge.key}</code> },
        { name: 'Description', value: challenge.description ?? NONE },
        { name: 'Program', value: programOf(challenge.program_id) },
        { name: 'Begins anew', value: PERIOD_WORDS[challenge.period] },
        { name: 'Events count from', value: starts_at === null ? NONE : <RelativeTime at={starts_at} /> },
        { name: 'Events count to', value: ends_at === null ? NONE : <RelativeTime at={ends_at} /> },
        { name: 'Announced', value: [...parts, 100].map((part) => `${part} %`).join(', ') },
        {
          name: 'Badge',
          value: badge ? (
            <span className="inline-flex items-center gap-2">
              <BadgeIcon icon={badge.icon} className="size-4" /> {badge.name}
            </span>
          ) : (
            NONE
          ),
        },
        {
          name: 'Campaign',
          value: campaign ? (
            <ScopedLink href={`/campaigns/${campaign}`} className="text-accent hover:underline">
              Open the campaign
            </ScopedLink>
          ) : (
            NONE
          ),
        },
        { name: 'Created', value: <RelativeTime at={challenge.created_at} /> },
        { name: 'Id', value: <CopyableId id={challenge.id} /> },
        ...useHistoryFact(challenge.id),
      ]}
    />
  );
}
