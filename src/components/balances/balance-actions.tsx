/** The manual operations on a holder's balances, for users who may make changes, and their dialogs. */
'use client';
import { useState, type ReactNode } from 'react';
import type { Participant } from '@/contract/participant';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import type { AdjustDraft } from './adjust-draft';
import type { HolderPage } from './holder';
import { offeredTo, VERBS, type OperationName } from './operations';

// Loaded when first opened, together with the decimal arithmetic that checks amounts.
const RedeemDialog = onDemand(() => import('@/components/redemptions/redeem-dialog').then((loaded) => loaded.RedeemDialog));
const TransferDialog = onDemand(() => import('@/components/transfers/transfer-dialog').then((loaded) => loaded.TransferDialog));
const AdjustDialog = onDemand(() => import('./adjust-dialog').then((loaded) => loaded.AdjustDialog));
const OperationDialog = onDemand(() => import('./operation-dialog').then((loaded) => loaded.OperationDialog));

/** The operation in progress, and for an adjustment the fields already filled in. */
type Work = { readonly what: OperationName | 'redeem' | 'transfer' } | { readonly what: 'adjust'; readonly first?: Partial<AdjustDraft> };

export interface BalanceWork {
  readonly begin: (work: Work) => void;
  /** Render these where they stay mounted across tabs: an undo opens a dialog later. */
  readonly dialogs: ReactNode;
}

/** @param redeems the holder as a participant; absent for holders that cannot redeem. */
export function useBalanceWork(holder: HolderPage, redeems?: Participant): BalanceWork {
  const [work, setWork] = useState<Work | null>(null);
  const done = () => setWork(null);
  return { begin: setWork, dialogs: work && dialogFor(work) };

  function dialogFor(doing: Work): ReactNode {
    switch (doing.what) {
      case 'adjust':
        return <AdjustDialog holder={holder} first={doing.first} onClose={done} onUndo={(first) => setWork({ what: 'adjust', first })} />;
      case 'redeem':
        return redeems && <RedeemDialog participant={redeems} onClose={done} />;
      case 'transfer':
        return <TransferDialog source={holder} onClose={done} />;
      case 'hold':
      case 'release':
      case 'forfeit':
      case 'voidHold':
        return <OperationDialog holder={holder} operation={doing.what} onClose={done} />;
    }
  }
}

interface BalanceActionsProps {
  holder: HolderPage;
  begin: BalanceWork['begin'];
  redeems: boolean;
  /** Why nothing can be done now, such as when viewing a past time. */
  refused?: string;
}

export function BalanceActions({ holder, begin, redeems, refused }: BalanceActionsProps) {
  const { change } = useMay();
  const funded = holder.balances.length > 0;
  const active = holder.status === 'ACTIVE';
  const offered = funded ? offeredTo(holder) : [];
  if (!change || (offered.length === 0 && !active)) return null;
  const press = (label: string, what: Work['what']) => (
    <Button key={what} disabled={refused !== undefined} title={refused} aria-haspopup="dialog" onClick={() => begin({ what })}>
      {label}
    </Button>
  );
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {active && press('Adjust balance', 'adjust')}
      {active && redeems && press('Redeem', 'redeem')}
      {active && funded && press('Transfer', 'transfer')}
      {offered.map((operation) => press(VERBS[operation], operation))}
    </div>
  );
}
