/** One reward source: its price and offer, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RewardSource } from '@/contract/fulfillment';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useHistoryFact } from '@/components/audit/history-fact';
import { ScopedLink } from '@/components/shell/scoped-link';
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
import { useAccountNames } from './account-names';
import { faceValuesText } from './source-facts';
import { priceText } from './price-text';

const SourceDialog = onDemand(() => import('./source-dialog').then((loaded) => loaded.SourceDialog));

export function SourceDetail({ programId, id }: { programId: string; id: string }) {
  const query = useQuery(useTRPC().programs.rewardSources.get.queryOptions({ id: programId, source_id: id }, { refetchInterval: LIVE_MS }));
  const { symbolOf } = useAssetIndex();
  return (
    <Detail query={query}>
      {(source) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={priceText(source, symbolOf(source.asset_id))}>
              <StatusBadge status={source.status} />
            </RecordHeading>
            <SourceActions source={source} />
          </div>
          <Tabs
            label="Reward source"
            tabs={[
              { value: 'facts', label: 'Details', content: <SourceFacts source={source} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={source} path={`/v1/programs/${programId}/reward-sources/${source.id}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function SourceFacts({ source }: { source: RewardSource }) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useAccountNames();
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={source.id} whole /> },
        {
          name: 'Account',
          value: (
            <ScopedLink href={`/fulfillment/${source.fulfillment_account_id}`} className="hover:underline">
              {nameOf(source.fulfillment_account_id) ?? source.fulfillment_account_id}
            </ScopedLink>
          ),
        },
        { name: 'Price', value: priceText(source, symbolOf(source.asset_id)) },
        { name: 'Face values', value: faceValuesText(source.policy) },
        { name: 'Created', value: <RelativeTime at={source.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={source.updated_at} /> },
        ...useHistoryFact(source.id),
      ]}
    />
  );
}

function SourceActions({ source }: { source: RewardSource }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const { data: program } = useQuery(trpc.programs.get.queryOptions({ id: source.program_id }));
  const update = useMutation(
    trpc.programs.rewardSources.update.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.programs.rewardSources.pathFilter()),
    }),
  );
  if (!change || source.status === 'ARCHIVED' || !program || program.status === 'ARCHIVED') return null;
  return (
    <EditOrArchive
      kind="reward source"
      named="this reward source"
      consequence="Rewards of this source can no longer be redeemed. Existing orders are completed."
      onArchive={() => update.mutateAsync({ id: source.program_id, source_id: source.id, status: 'ARCHIVED' })}
      editor={(onClose) => <SourceDialog program={program} source={source} onClose={onClose} />}
    />
  );
}
