/** A participant's challenges: how far they are, what is missing, their streaks and their badges. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ParticipantBadge, ParticipantChallenge } from '@/contract/challenge-progress';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { BadgeIcon } from './badge-icon';
import { ProgressBar } from './progress-bar';
import { StreakDays } from './streak-days';

export function ParticipantChallenges({ participantId }: { participantId: string }) {
  const trpc = useTRPC();
  const challenges = useQuery(trpc.participants.challenges.queryOptions({ id: participantId }, { refetchInterval: LIVE_MS }));
  const badges = useQuery(trpc.participants.badges.queryOptions({ id: participantId }, { refetchInterval: LIVE_MS }));
  return (
    <>
      <Part title="Badges">
        <Detail query={badges}>{({ data }) => <Badges badges={data} />}</Detail>
      </Part>
      <Part title="Challenges">
        <Detail query={challenges}>
          {({ data }) =>
            data.length === 0 ? (
              <div className="panel">
                <EmptyState title="There is no challenge that they can take part in." />
              </div>
            ) : (
              <ul className="grid gap-3 xl:grid-cols-2" aria-label="Challenges">
                {data.map((challenge) => (
                  <OneChallenge key={challenge.challenge_id} challenge={challenge} />
                ))}
              </ul>
            )
          }
        </Detail>
      </Part>
    </>
  );
}

function Badges({ badges }: { badges: readonly ParticipantBadge[] }) {
  if (badges.length === 0) return <p className="text-ink-faint">They have no badge.</p>;
  return (
    <ul className="flex flex-wrap gap-3" aria-label="Badges">
      {badges.map((badge) => (
        <li key={badge.completion_id} className="panel flex items-center gap-3 px-3 py-2">
          <BadgeIcon icon={badge.icon} className="text-accent size-6 shrink-0" />
          <span className="min-w-0">
            <span className="block font-medium">
              {badge.name}
              {badge.times > 1 && <span className="text-ink-soft font-normal"> × {badge.times}</span>}
            </span>
            <span className="text-ink-soft text-xs">
              <ScopedLink href={`/events/${badge.event_id}`} className="text-accent hover:underline">
                by an event
              </ScopedLink>{' '}
              <RelativeTime at={badge.completed_at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function OneChallenge({ challenge }: { challenge: ParticipantChallenge }) {
  const { name, status, percent, progress, target, rounds, streak, ends_at, sentence, missing_sentence } = challenge;
  return (
    <li className="panel flex min-w-0 flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <ScopedLink href={`/challenges/${challenge.challenge_id}`} className="min-w-0 truncate font-medium hover:underline">
          {name}
        </ScopedLink>
        {status === 'PAUSED' && <StatusBadge status={status} />}
        {rounds > 0 && <span className="text-ink-soft text-xs">completed {rounds === 1 ? 'once' : `${rounds} times`}</span>}
      </div>
      <p className="text-ink-soft">{sentence}</p>
      <ProgressBar label={`Progress in ${name}`} percent={percent} text={`${progress} of ${target}`} />
      <p>{missing_sentence}</p>
      {streak && <StreakDays streak={streak} />}
      <p className="text-ink-faint flex flex-wrap gap-x-4 text-xs">
        {streak?.continues_until && (
          <span>
            The streak goes on until <RelativeTime at={streak.continues_until} />
          </span>
        )}
        {ends_at && (
          <span>
            Ends <RelativeTime at={ends_at} />
          </span>
        )}
      </p>
    </li>
  );
}
