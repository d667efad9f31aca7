/** Shows what a program can still issue of its prefunded assets, and funds or burns it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WalletBalance } from '@/contract/balance';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import type { WalletMoveName } from './wallet-dialog';

const WalletDialog = onDemand(() => import('./wallet-dialog').then((loaded) => loaded.WalletDialog));

/** The maximum page size; a program links only a few assets. */
const SHOWN = 200;

interface Move {
  readonly direction: WalletMoveName;
  readonly assetId: string;
  /** What the program can issue. */
  readonly available: string;
}

export function ProgramWallet({ program }: { program: Program }) {
  const query = useQuery(useTRPC().programs.walletBalances.queryOptions({ id: program.id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const { symbolOf } = useAssetIndex();
  const { change } = useMay();
  const [move, setMove] = useState<Move | null>(null);
  const prefunded = query.data && { data: query.data.data.filter((row) => row.issuance_policy === 'PREFUNDED') };
  const amount = (header: string, key: 'available' | 'held' | 'deferred'): Column<WalletBalance> => ({
    header,
    numeric: true,
    cell: (row) => <Money amount={row[key]} symbol={symbolOf(row.asset_id)} />,
    text: (row) => row[key],
  });
  const columns: Column<WalletBalance>[] = [
    { header: 'Asset', cell: (row) => symbolOf(row.asset_id) ?? '', text: (row) => symbolOf(row.asset_id) ?? row.asset_id },
    amount('Can be issued', 'available'),
    amount('Held', 'held'),
    amount('Maturing', 'deferred'),
  ];
  const movable = change && program.status === 'ACTIVE';
  return (
    <>
      <DataTable
        name="Wallet"
        columns={columns}
        query={{ ...query, data: prefunded }}
        rowId={(row) => row.asset_id}
        empty={<EmptyState title="No prefunded asset is linked: value given in this program is issued without a wallet." />}
      />
      {movable && prefunded && <WalletActions rows={prefunded.data} onMove={setMove} />}
      {move && <WalletDialog program={program} {...move} onClose={() => setMove(null)} />}
    </>
  );
}

function WalletActions({ rows, onMove }: { rows: readonly WalletBalance[]; onMove: (move: Move) => void }) {
  const { symbolOf } = useAssetIndex();
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      {rows.map(({ asset_id, available }) => (
        <li key={asset_id} className="flex gap-2">
          <Button aria-haspopup="dialog" onClick={() => onMove({ direction: 'fund', assetId: asset_id, available })}>
            Fund {symbolOf(asset_id)}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => onMove({ direction: 'burn', assetId: asset_id, available })}>
            Burn {symbolOf(asset_id)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
