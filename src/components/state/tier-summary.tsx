/** Shows a subject's levels, their terms, and what is missing for the next one. */
'use client';
import { useQueries } from '@tanstack/react-query';
import type { TierMembershipResource } from '@/contract/participant';
import type { TierResource } from '@/contract/tier';
import { ScopedLink } from '@/components/shell/scoped-link';
import { CRITERION_WORDS } from '@/domain/tiers/tier-sentence';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { FailureNote } from '@/components/ui/failure-note';
import { groupDigits } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { progressOf, type CriterionProgress, type LevelProgress } from './tier-progress';

const FRESH_MS = 60_000;

interface TierSummaryProps {
  tierMemberships: readonly TierMembershipResource[];
  counters: Readonly<Record<string, string>>;
  /** The programs whose tiers show even without a level. */
  programIds: readonly string[];
}

export function TierSummary({ tierMemberships, counters, programIds }: TierSummaryProps) {
  const trpc = useTRPC();
  const programs = [...new Set([...programIds, ...tierMemberships.map(({ program_id }) => program_id)])];
  const found = useQueries({
    queries: programs.map((id) =>
      trpc.programs.tiers.list.queryOptions({ id, include_archived: true, limit: 200 }, { staleTime: FRESH_MS, retry: false }),
    ),
  });
  const tiers = found.flatMap(({ data }) => data?.data ?? []);
  const tierMembershipIn = (tier: TierResource) =>
    tierMemberships.find(({ program_id, tier: key }) => program_id === tier.program_id && key === tier.key);
  const shown = tiers.filter((tier) => tier.status === 'ACTIVE' || tierMembershipIn(tier));
  const failed = found.find(({ error, data }) => error && !data);
  if (failed)
    return <FailureNote failure={failureOf(failed.error)} action={<Button onClick={() => void failed.refetch()}>Try again</Button>} />;
  if (shown.length === 0) return found.some(({ isPending }) => isPending) ? <Waiting className="contents" /> : null;
  return (
    <section aria-label="Levels" className="grid gap-3 sm:grid-cols-2">
      {shown.map((tier) => (
        <TierCard key={tier.id} tier={tier} tierMembership={tierMembershipIn(tier)} counters={counters} />
      ))}
    </section>
  );
}

interface TierCardProps {
  tier: TierResource;
  tierMembership: TierMembershipResource | undefined;
  counters: TierSummaryProps['counters'];
}

function TierCard({ tier, tierMembership, counters }: TierCardProps) {
  const level = tier.levels.find(({ key }) => key === tierMembership?.level);
  const progress = tier.status === 'ACTIVE' ? progressOf(tier, tierMembership?.level ?? null, counters) : null;
  return (
    <article aria-label={tier.name} className="panel p-3">
      <ScopedLink href={`/tiers/${tier.program_id}/${tier.key}`} className="text-ink-soft hover:text-ink text-xs hover:underline">
        {tier.name}
      </ScopedLink>
      <p className="text-lg font-semibold break-words">
        {level ? (level.display_name ?? level.key) : (tierMembership?.level ?? 'No level yet')}
      </p>
      {tierMembership && (
        <p className="text-ink-soft text-xs">
          Since <RelativeTime at={tierMembership.since} />
          {' · '}
          {tierMembership.expires_at ? (
            <>
              evaluated next <RelativeTime at={tierMembership.expires_at} />
            </>
          ) : (
            'never evaluated by time'
          )}
        </p>
      )}
      {progress ? (
        <Progress progress={progress} />
      ) : (
        <p className="text-ink-soft mt-2 text-xs">{level ? 'There is no higher level.' : ''}</p>
      )}
    </article>
  );
}

function Progress({ progress: { next, mode, criteria } }: { progress: LevelProgress }) {
  const name = next.display_name ?? next.key;
  if (criteria.length === 0) return <p className="text-ink-soft mt-2 text-xs">{name} is given only manually and by rules.</p>;
  return (
    <div className="mt-2">
      <p className="text-ink-soft text-xs">
        For {name}
        {criteria.length > 1 && (mode === 'ALL' ? ', all of these' : ', any of these')}
      </p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {criteria.map((criterion) => (
          <CriterionBar key={`${criterion.counter}/${criterion.operator}`} criterion={criterion} />
        ))}
      </ul>
    </div>
  );
}

function CriterionBar({ criterion: { counter, operator, threshold, now, met, percent } }: { criterion: CriterionProgress }) {
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-2 text-xs tabular-nums">
        <span className="break-words">
          {counter} {CRITERION_WORDS[operator]} {groupDigits(threshold)}
        </span>
        <span className={cn(met ? 'text-success' : 'text-ink-soft')}>
          {groupDigits(now)} now{met ? ', met' : ''}
        </span>
      </p>
      <div className="bg-sunken mt-0.5 h-1.5 overflow-hidden rounded-[3px]" aria-hidden>
        <div className={cn('h-full', met ? 'bg-success' : 'bg-accent')} style={{ width: `${percent}%` }} />
      </div>
    </li>
  );
}
