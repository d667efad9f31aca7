/** What may be done by hand with the balances of a holder, for whoever may change something. */
'use client';
import { useState } from 'react';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { AdjustDialog } from './adjust-dialog';
import type { Holder } from './holder';
import { OperationDialog } from './operation-dialog';
import { offeredTo, VERBS, type OperationName } from './operations';

export function BalanceActions({ holder }: { holder: Holder }) {
  const [doing, setDoing] = useState<OperationName | 'adjust' | null>(null);
  const { change } = useMay();
  const offered = holder.balances.length > 0 ? offeredTo(holder) : [];
  const adjustable = holder.status === 'ACTIVE';
  if (!change || (offered.length === 0 && !adjustable)) return null;
  const done = () => setDoing(null);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {adjustable && <Button onClick={() => setDoing('adjust')}>Adjust balance</Button>}
      {offered.map((operation) => (
        <Button key={operation} onClick={() => setDoing(operation)}>
          {VERBS[operation]}
        </Button>
      ))}
      {doing === 'adjust' && <AdjustDialog holder={holder} onClose={done} />}
      {doing !== null && doing !== 'adjust' && <OperationDialog holder={holder} operation={doing} onClose={done} />}
    </div>
  );
}
