/** One tier: how it works in a sentence, its levels, what qualifies for them and what they bring, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TierResource } from '@/contract/tier';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
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

const TierDialog = onDemand(() => import('./tier-dialog').then((loaded) => loaded.TierDialog));

export function TierDetail({ programId, tierKey }: { programId: string; tierKey: string }) {
  const query = useQuery(useTRPC().programs.tiers.get.queryOptions({ id: programId, key: tierKey }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(tier) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <div>
              <RecordHeading name={tier.name}>
                <StatusBadge status={tier.status} />
              </RecordHeading>
              {tier.description && <p className="text-ink-soft">{tier.description}</p>}
              <p className="max-w-3xl">{tier.sentence}</p>
            </div>
            <TierActions tier={tier} />
          </div>
          <Tabs
            label="Tier"
            tabs={[
              { value: 'levels', label: 'Levels', content: <Levels levels={tier.levels} /> },
              { value: 'facts', label: 'Details', content: <TierFacts tier={tier} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={tier} path={`/v1/programs/${tier.program_id}/tiers/${tier.key}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

/** Highest first, like a ladder. */
const Levels = ({ levels }: { levels: TierResource['levels'] }) => (
  <ol aria-label="Levels" className="panel divide-line divide-y">
    {levels.toReversed().map((level) => (
      <li key={level.key} className="flex flex-col gap-1 px-3 py-3">
        <span className="flex flex-wrap items-center gap-2">
          {level.color && CSS.supports('color', level.color) && (
            <span className="border-line size-3 rounded-full border" style={{ backgroundColor: level.color }} aria-hidden />
          )}
          <span className="font-semibold">{level.display_name ?? level.key}</span>
          <code className="text-ink-faint font-mono text-xs">{level.key}</code>
          <span className="text-ink-faint ml-auto text-xs tabular-nums">Rank {level.rank}</span>
        </span>
        <span className="text-ink-soft">{level.sentence}</span>
      </li>
    ))}
  </ol>
);

function TierFacts({ tier }: { tier: TierResource }) {
  const programOf = useProgramNames();
  return (
    <Facts
      facts={[
        { name: 'Key', value: <CopyableId id={tier.key} label="Key" whole /> },
        { name: 'Program', value: programOf(tier.program_id) ?? <CopyableId id={tier.program_id} whole /> },
        { name: 'Id', value: <CopyableId id={tier.id} whole /> },
        { name: 'Created', value: <RelativeTime at={tier.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={tier.updated_at} /> },
        ...useHistoryFact(tier.id),
      ]}
    />
  );
}

function TierActions({ tier }: { tier: TierResource }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const programOf = useProgramNames();
  const { change } = useMay();
  const update = useMutation(
    trpc.programs.tiers.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.programs.tiers.pathFilter()) }),
  );
  if (!change || tier.status === 'ARCHIVED') return null;
  return (
    <EditOrArchive
      kind="tier"
      named={`“${tier.name}”`}
      consequence="Nobody can reach a level any more, and existing levels end when they expire. Refused while rules set or read the tier."
      onArchive={() => update.mutateAsync({ id: tier.program_id, key: tier.key, status: 'ARCHIVED' })}
      editor={(onClose) => (
        <TierDialog program={{ id: tier.program_id, name: programOf(tier.program_id) ?? '' }} tier={tier} onClose={onClose} />
      )}
    />
  );
}
