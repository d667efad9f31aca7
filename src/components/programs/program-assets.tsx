/** Lists the assets a program may move, and links more. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Badge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FailureNote } from '@/components/ui/failure-note';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const NONE = 'NONE';

export function ProgramAssets({ program }: { program: Program }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { all, error } = useAssetIndex();
  const { change } = useMay();
  const options = {
    onSuccess: () =>
      Promise.all([queries.invalidateQueries(trpc.programs.pathFilter()), queries.invalidateQueries(trpc.assets.pathFilter())]),
    onError: (error: unknown) => toast.error(failureOf(error).message),
  };
  const unlink = useMutation(trpc.programs.unlinkAsset.mutationOptions(options));
  const link = useMutation(trpc.programs.linkAsset.mutationOptions(options));
  const linked = all.filter((asset) => program.asset_ids.includes(asset.id));
  const linkable = all.filter((asset) => asset.status === 'ACTIVE' && !program.asset_ids.includes(asset.id));
  const editable = change && program.status !== 'ARCHIVED';
  if (error) return <FailureNote failure={failureOf(error)} />;
  return (
    <div className="flex flex-col gap-3">
      {program.asset_ids.length === 0 ? (
        <div className="panel">
          <EmptyState title="No assets linked yet. Rules can only move linked assets: link the first one below." />
        </div>
      ) : (
        <ul className="panel divide-line divide-y">
          {linked.map((asset) => (
            <li key={asset.id} className="flex items-center justify-between gap-2 px-3 py-2">
              <span className="flex min-w-0 items-center gap-2">
                <ScopedLink href={`/assets/${asset.id}`} className="truncate font-medium hover:underline">
                  {asset.name}
                </ScopedLink>
                <span className="text-ink-faint">{asset.symbol}</span>
                <Badge>{statusLabel(asset.issuance_policy)}</Badge>
              </span>
              {editable && (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={unlink.isPending}
                  onClick={() => unlink.mutate({ id: program.id, asset_id: asset.id })}
                >
                  Unlink
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {editable && linkable.length > 0 && (
        <LinkAsset choices={linkable} pending={link.isPending} onLink={(assetId) => link.mutate({ id: program.id, asset_id: assetId })} />
      )}
    </div>
  );
}

function LinkAsset({
  choices,
  pending,
  onLink,
}: {
  choices: readonly { id: string; name: string; symbol: string }[];
  pending: boolean;
  onLink: (assetId: string) => void;
}) {
  const [chosen, setChosen] = useState(NONE);
  const options = [
    { value: NONE, label: 'Choose an asset' },
    ...choices.map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` })),
  ];
  return (
    <div className="flex gap-2">
      <Select aria-label="Asset to link" className="flex-1" options={options} value={chosen} onChange={setChosen} />
      <Button
        disabled={chosen === NONE}
        pending={pending}
        onClick={() => {
          onLink(chosen);
          setChosen(NONE);
        }}
      >
        Link asset
      </Button>
    </div>
  );
}
