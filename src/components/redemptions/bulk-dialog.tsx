/** Ends several redemptions one after the other: each is a call of its own, and what was refused is listed with its reason. */
'use client';
import { useState } from 'react';
import type { Redemption } from '@/contract/redemption';
import { amountOf } from '@/domain/money';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import type { Party } from '@/components/balances/holder-names';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { groupDigits, Money } from '@/components/ui/money';
import { failureOf, type Failure } from '@/trpc/failure';
import { RESOLUTION_DONE, RESOLUTION_VERBS, resolutionConsequence, type Resolution } from './moves';
import { useRefreshRedemptions, useResolve } from './use-redemptions';

export interface BulkDialogProps {
  resolution: Resolution;
  redemptions: readonly Redemption[];
  nameOf: (party: Party) => string;
  onClose: () => void;
}

interface Result {
  readonly id: string;
  readonly failure: Failure | null;
}

/** "30.00 PTS and 5 USD": what `redemptions` add up to, by asset. */
function totalOf(redemptions: readonly Redemption[], symbolOf: AssetIndex['symbolOf']): string {
  const byAsset = Map.groupBy(redemptions, ({ asset_id }) => asset_id);
  const sums = [...byAsset].map(([assetId, rows]) => {
    const places = rows[0]?.amount.split('.')[1]?.length ?? 0;
    const sum = rows.reduce((total, { amount }) => total.plus(amountOf(amount)), amountOf(0));
    return `${groupDigits(sum.toFixed(places))} ${symbolOf(assetId) ?? ''}`.trim();
  });
  return sums.join(' and ');
}

export function BulkDialog({ resolution, redemptions, nameOf, onClose }: BulkDialogProps) {
  const { symbolOf } = useAssetIndex();
  const [reason, setReason] = useState('');
  const { results, running, run } = useRun(resolution, redemptions);
  const verb = RESOLUTION_VERBS[resolution];
  const people = new Set(redemptions.map(({ participant_id }) => participant_id)).size;
  const [first] = redemptions;
  const whom = people === 1 && first ? nameOf(first) : `${people} participants`;
  const failed = results.filter(({ failure }) => failure).length;
  const begun = running || results.length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !running && onClose()}
      title={`${verb} ${redemptions.length} redemption${redemptions.length === 1 ? '' : 's'}`}
      description={resolutionConsequence(resolution, totalOf(redemptions, symbolOf), whom)}
    >
      {!begun && resolution !== 'capture' && (
        <Field label="Reason" required={resolution === 'fail'} hint="Kept with each redemption.">
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      {begun && (
        <div className="flex flex-col gap-3">
          <progress className="accent-accent h-2 w-full" value={results.length} max={redemptions.length} aria-label="Progress" />
          <p role="status" className="tabular-nums">
            {results.length - failed} of {redemptions.length} {RESOLUTION_DONE[resolution].toLowerCase()}
            {failed > 0 && `, ${failed} refused`}
          </p>
          <Results {...{ results, redemptions, resolution, nameOf, symbolOf }} />
        </div>
      )}
      <DialogActions>
        {!begun && <Button onClick={onClose}>Leave them</Button>}
        {begun ? (
          <Button variant="primary" disabled={running} onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button
            variant={resolution === 'capture' ? 'primary' : 'danger'}
            disabled={resolution === 'fail' && !reason.trim()}
            onClick={() => void run(reason)}
          >
            {verb} {redemptions.length}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Calls one after the other, so that one refusal stops none of the others. */
function useRun(resolution: Resolution, redemptions: readonly Redemption[]) {
  const resolve = useResolve();
  const refresh = useRefreshRedemptions();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [running, setRunning] = useState(false);
  const run = async (reason: string) => {
    setRunning(true);
    for (const { id } of redemptions) {
      const failure = await resolve(resolution, id, reason).then(() => null, failureOf);
      setResults((before) => [...before, { id, failure }]);
    }
    setRunning(false);
    refresh();
  };
  return { results, running, run };
}

interface ResultsProps extends Omit<BulkDialogProps, 'onClose'> {
  results: readonly Result[];
  symbolOf: AssetIndex['symbolOf'];
}

const Results = ({ results, redemptions, resolution, nameOf, symbolOf }: ResultsProps) => (
  <ul aria-label="Results" className="panel divide-line max-h-72 divide-y overflow-y-auto">
    {results.map(({ id, failure }) => {
      const redemption = redemptions.find((row) => row.id === id);
      return (
        <li key={id} className="flex flex-col gap-1 px-3 py-2">
          <span className="flex items-center justify-between gap-2">
            <span className="truncate">{redemption && nameOf({ participant_id: redemption.participant_id })}</span>
            <span className="flex items-center gap-2">
              {redemption && <Money amount={redemption.amount} symbol={symbolOf(redemption.asset_id)} />}
              <Badge tone={failure ? 'danger' : 'success'}>{failure ? 'Refused' : RESOLUTION_DONE[resolution]}</Badge>
            </span>
          </span>
          {failure && (
            <span className="text-danger text-xs">
              {failure.message} <code className="font-mono">{failure.code}</code>{' '}
              {failure.requestId && <CopyableId id={failure.requestId} label="Request id" whole />}
            </span>
          )}
        </li>
      );
    })}
  </ul>
);
