/** One redemption: what was redeemed, its history, and the actions on it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Redemption, ReversalResource } from '@/contract/redemption';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import { EntriesById } from '@/components/ledger/entries-by-id';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail, Part } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { amountText, Money } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { FulfillmentFacts } from './fulfillment-facts';
import { isReversible, RESOLUTION_VERBS, RESOLUTIONS, type ResolutionAction } from './moves';
import { restOf } from './rest';
import { useRedeemedThings } from './reward-names';
import { timelineOf } from './timeline';

const ResolveDialog = onDemand(() => import('./resolve-dialog').then((loaded) => loaded.ResolveDialog));
const ReverseDialog = onDemand(() => import('./reverse-dialog').then((loaded) => loaded.ReverseDialog));

const REVERSALS_SHOWN = 200;
const NO_REVERSALS: ReversalResource[] = [];

export function RedemptionDetail({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.redemptions.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  const some = query.data !== undefined && /[1-9]/.test(query.data.reversed_amount);
  const reversals = useQuery(trpc.redemptions.reversals.queryOptions({ id, limit: REVERSALS_SHOWN }, { enabled: some })).data?.data;
  return <Detail query={query}>{(redemption) => <Found redemption={redemption} reversals={reversals ?? NO_REVERSALS} />}</Detail>;
}

interface FoundProps {
  redemption: Redemption;
  reversals: readonly ReversalResource[];
}

function Found({ redemption, reversals }: FoundProps) {
  const { symbolOf } = useAssetIndex();
  const name = useHolderNames([redemption])(redemption);
  const symbol = symbolOf(redemption.asset_id);
  const entries = [
    redemption.journal_entry_id,
    redemption.capture_journal_entry_id,
    redemption.release_journal_entry_id,
    ...reversals.map(({ journal_entry_id }) => journal_entry_id),
  ].filter((entry) => entry !== null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading
          name={`${amountText(redemption.amount, symbol)} of ${name}`}
          shown={<Money amount={redemption.amount} symbol={symbol} />}
        >
          <StatusBadge status={redemption.status} />
        </RecordHeading>
        <RedemptionActions redemption={redemption} name={name} symbol={symbol} />
      </div>
      <Tabs
        label="Redemption"
        tabs={[
          {
            value: 'facts',
            label: 'Details',
            content: (
              <>
                <RedemptionFacts redemption={redemption} name={name} symbol={symbol} />
                {redemption.fulfillment && (
                  <Part title="Delivery">
                    <FulfillmentFacts fulfillment={redemption.fulfillment} />
                  </Part>
                )}
                <Part title="What happened">
                  <Timeline redemption={redemption} reversals={reversals} symbol={symbol} />
                </Part>
              </>
            ),
          },
          { value: 'entries', label: 'Ledger', content: <EntriesById ids={entries} /> },
          { value: 'json', label: 'JSON', content: <JsonPanel value={redemption} path={`/v1/redemptions/${redemption.id}`} /> },
        ]}
      />
    </>
  );
}

interface NamedProps {
  redemption: Redemption;
  name: string;
  symbol: string | undefined;
}

function RedemptionFacts({ redemption, name, symbol }: NamedProps) {
  const programOf = useProgramNames();
  const thing = useRedeemedThings([redemption])(redemption);
  const { reward_id, program_id, unit_cost, failure_reason, reversed_amount } = redemption;
  const reversed = /[1-9]/.test(reversed_amount);
  return (
    <Facts
      facts={[
        { name: 'Participant', value: <HolderLink party={{ participant_id: redemption.participant_id }} name={name} /> },
        {
          name: 'What',
          value: reward_id ? (
            <ScopedLink href={`/rewards/${program_id}/${reward_id}`} className="text-accent hover:underline">
              {thing}
            </ScopedLink>
          ) : (
            thing
          ),
        },
        ...(unit_cost ? [{ name: 'Cost of one', value: <Money amount={unit_cost} symbol={symbol} /> }] : []),
        { name: 'Program', value: programOf(program_id) ?? <CopyableId id={program_id} whole /> },
        ...(redemption.expires_at && redemption.status === 'PENDING'
          ? [{ name: 'Reserved until', value: <RelativeTime at={redemption.expires_at} /> }]
          : []),
        ...(reversed
          ? [
              { name: 'Reversed', value: <Money amount={reversed_amount} symbol={symbol} /> },
              { name: 'Stays spent', value: <Money amount={restOf(redemption)} symbol={symbol} /> },
            ]
          : []),
        ...(failure_reason ? [{ name: 'Reason', value: failure_reason }] : []),
        { name: 'Id', value: <CopyableId id={redemption.id} whole /> },
      ]}
    />
  );
}

function Timeline({ redemption, reversals, symbol }: FoundProps & { symbol: string | undefined }) {
  return (
    <ol aria-label="What happened" className="panel divide-line divide-y">
      {timelineOf(redemption, reversals).map(({ at, title, amount, note, entryId, ahead }) => (
        <li key={`${title}/${at}/${entryId}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
          <span className={ahead ? 'text-ink-soft' : 'font-medium'}>{title}</span>
          {amount && <Money amount={amount} symbol={symbol} />}
          <span className="text-ink-soft min-w-0 flex-1 basis-24 break-words">{note}</span>
          {entryId && (
            <ScopedLink href={`/ledger/${entryId}`} className="text-accent text-xs hover:underline">
              Entry
            </ScopedLink>
          )}
          <RelativeTime at={at} />
        </li>
      ))}
    </ol>
  );
}

function RedemptionActions({ redemption, name, symbol }: NamedProps) {
  const { change } = useMay();
  const [doing, setDoing] = useState<ResolutionAction | 'reverse' | null>(null);
  if (!change) return null;
  const done = () => setDoing(null);
  // Only the provider's confirmation captures what it delivers.
  const offered = RESOLUTIONS.filter((resolution) => resolution !== 'capture' || !redemption.fulfillment);
  return (
    <div className="flex flex-wrap gap-2">
      {redemption.status === 'PENDING' &&
        offered.map((resolution) => (
          <Button
            key={resolution}
            variant={resolution === 'capture' ? 'primary' : 'secondary'}
            aria-haspopup="dialog"
            onClick={() => setDoing(resolution)}
          >
            {RESOLUTION_VERBS[resolution]}
          </Button>
        ))}
      {isReversible(redemption) && (
        <Button aria-haspopup="dialog" onClick={() => setDoing('reverse')}>
          Reverse
        </Button>
      )}
      {doing === 'reverse' && <ReverseDialog {...{ redemption, name, symbol }} onClose={done} />}
      {doing !== null && doing !== 'reverse' && <ResolveDialog {...{ redemption, name, symbol }} resolution={doing} onClose={done} />}
    </div>
  );
}
