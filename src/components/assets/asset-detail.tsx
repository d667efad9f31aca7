/** One asset: its settings, most of which never change, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Asset } from '@/contract/asset';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { Money } from '@/components/ui/money';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';

const AssetDialog = onDemand(() => import('./asset-dialog').then((loaded) => loaded.AssetDialog));

export function AssetDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().assets.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(asset) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={asset.name}>
              <span className="text-ink-faint font-normal">{asset.symbol}</span> <StatusBadge status={asset.status} />
            </RecordHeading>
            <AssetActions asset={asset} />
          </div>
          <Tabs
            label="Asset"
            tabs={[
              { value: 'facts', label: 'Details', content: <AssetFacts asset={asset} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={asset} path={`/v1/assets/${asset.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function AssetFacts({ asset }: { asset: Asset }) {
  const nameOf = useProgramNames();
  const history = useHistoryFact(asset.id);
  const none = <span className="text-ink-faint">None</span>;
  const programs = asset.program_ids.map((id) => (
    <ScopedLink key={id} href={`/programs/${id}`} className="text-accent hover:underline">
      {nameOf(id) ?? id}
    </ScopedLink>
  ));
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={asset.id} whole /> },
        { name: 'Decimals', value: asset.scale },
        {
          name: 'Inventory',
          value:
            asset.inventory_mode === 'LOT' ? 'By lots: each unit remembers when it was earned and when it expires' : 'Simple: one balance',
        },
        {
          name: 'Issuance',
          value:
            asset.issuance_policy === 'PREFUNDED'
              ? 'Prefunded: credits draw on the program wallet'
              : 'Unlimited: credits bypass the wallet',
        },
        {
          name: 'Maximum per transaction',
          value: asset.max_transaction_amount ? <Money amount={asset.max_transaction_amount} symbol={asset.symbol} /> : 'No limit',
        },
        { name: 'Programs', value: programs.length > 0 ? <span className="flex flex-wrap gap-x-3">{programs}</span> : none },
        { name: 'Created', value: <RelativeTime at={asset.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={asset.updated_at} /> },
        ...history,
      ]}
    />
  );
}

function AssetActions({ asset }: { asset: Asset }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const update = useMutation(trpc.assets.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.assets.pathFilter()) }));
  const { change } = useMay();
  if (!change || asset.status === 'ARCHIVED') return null;
  return (
    <EditOrArchive
      kind="asset"
      named={`“${asset.name}”`}
      consequence={`${asset.symbol} can no longer be earned or spent, in any program. Existing balances remain and can only be forfeited.`}
      onArchive={() => update.mutateAsync({ id: asset.id, status: 'ARCHIVED' })}
      editor={(onClose) => <AssetDialog asset={asset} onClose={onClose} />}
    />
  );
}
