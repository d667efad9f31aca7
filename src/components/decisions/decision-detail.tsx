/** One decision: its basket, what it earns, pays and refuses, the balances, the verdict of each rule, and the actions on it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import { CodeOutcomes } from '@/components/codes/code-outcomes';
import { Evaluations } from '@/components/events/evaluations';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail, Part } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS, useRefetchOn } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { BasketView } from './basket';
import { DecisionActions } from './decision-actions';
import { BalanceChanges, Effects, Refusals } from './outcome';
import { Spends } from './spends';
import { isStored, type StoredDecision } from './stored-decision';
import { TimeLeft } from './time-left';
import { basketText } from './words';

export function DecisionDetail({ id }: { id: string }) {
  const query = useQuery(
    useTRPC().decisions.get.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'RESERVED' ? LIVE_MS : false) },
    ),
  );
  return <Detail query={query}>{(decision) => isStored(decision) && <Found decision={decision} />}</Detail>;
}

interface NamedProps {
  decision: StoredDecision;
  /** The participant's name. */
  name: string;
}

function Found({ decision }: { decision: StoredDecision }) {
  const name = useHolderNames([decision])({ participant_id: decision.participant_id });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading name={`${basketText(decision)}, ${name}`}>
          <StatusBadge status={decision.status} />
        </RecordHeading>
        <DecisionActions decision={decision} name={name} />
      </div>
      <Standing decision={decision} />
      <Tabs
        label="Decision"
        tabs={[
          { value: 'facts', label: 'Details', content: <Outcome decision={decision} name={name} /> },
          { value: 'verdicts', label: 'Rules', content: <Verdicts decision={decision} /> },
          { value: 'json', label: 'JSON', content: <JsonPanel value={decision} path={`/v1/decisions/${decision.id}`} /> },
        ]}
      />
    </>
  );
}

const Note = ({ danger = false, children }: { danger?: boolean; children: ReactNode }) => (
  <p className={`rounded-panel mb-4 p-3 break-words ${danger ? 'bg-danger-soft' : 'bg-sunken'}`}>{children}</p>
);

/** How long it still stands, or how it ended; renders nothing for one that is committed. */
function Standing({ decision: { status, error, reason, expires_at, resolved_at } }: { decision: StoredDecision }) {
  switch (status) {
    case 'RESERVED':
      return (
        expires_at && (
          <Note>
            Stands for another <TimeLeft until={expires_at} />, then gives back everything it holds.
          </Note>
        )
      );
    case 'FAILED':
      return (
        error && (
          <Note danger>
            {error.message} <code className="text-ink-soft font-mono text-xs">{error.code}</code>
          </Note>
        )
      );
    case 'CANCELLED':
      return <Note>Cancelled{reason ? `: ${reason}` : ', without a reason'}</Note>;
    case 'EXPIRED':
      return (
        <Note>
          The reservation was not committed in time. It expired <RelativeTime at={resolved_at} /> and gave back everything it held.
        </Note>
      );
    case 'COMMITTED':
    case 'PREVIEWED':
      return null;
  }
}

const LAST_STEPS: Readonly<Record<StoredDecision['status'], string>> = {
  PREVIEWED: 'preview',
  RESERVED: 'reservation',
  COMMITTED: 'commit',
  FAILED: 'commit',
  CANCELLED: 'cancellation',
  EXPIRED: 'expiry',
};

function Outcome({ decision, name }: NamedProps) {
  const inVain = decision.status === 'CANCELLED' || decision.status === 'EXPIRED';
  return (
    <>
      <DecisionFacts decision={decision} name={name} />
      <Part title="Basket">
        <BasketView basket={decision.event_data} />
      </Part>
      {decision.codes && (
        <Part title="Codes">
          <CodeOutcomes outcomes={decision.codes} />
        </Part>
      )}
      <Part title={inVain ? 'What it would have earned' : 'What it earns'}>
        <Effects effects={decision.effects} />
      </Part>
      <Part title={inVain ? 'What it would have paid' : 'What it pays'}>
        <Spends redemptions={decision.redemptions} />
      </Part>
      {decision.refused.length > 0 && (
        <Part title="Why not">
          <Refusals refused={decision.refused} />
        </Part>
      )}
      <Part title={`Balances before and after the ${LAST_STEPS[decision.status]}`}>
        <BalanceChanges balances={decision.balances} newcomer={name} />
      </Part>
    </>
  );
}

function DecisionFacts({ decision, name }: NamedProps) {
  const programOf = useProgramNames();
  const { program_id, event_id, expires_at, status, mode } = decision;
  const version = decision.rule_configuration_version;
  return (
    <Facts
      facts={[
        { name: 'Participant', value: <HolderLink party={{ participant_id: decision.participant_id }} name={name} /> },
        { name: 'Program', value: programOf(program_id) ?? <CopyableId id={program_id} whole /> },
        { name: 'Mode', value: mode === 'RESERVE' ? 'Reserved first' : 'Committed at once' },
        ...(event_id ? [{ name: 'Event', value: <RecordLink href={`/events/${event_id}`}>…{event_id.slice(-8)}</RecordLink> }] : []),
        ...(expires_at && status === 'RESERVED' ? [{ name: 'Reserved until', value: <RelativeTime at={expires_at} /> }] : []),
        { name: 'Rules version', value: <RecordLink href={`/rules/history/${version}?program=${program_id}`}>{version}</RecordLink> },
        { name: 'Idempotency key', value: <code className="font-mono text-xs">{decision.idempotency_key}</code> },
        { name: 'Happened', value: <RelativeTime at={decision.event_timestamp} /> },
        { name: 'Decided', value: <RelativeTime at={decision.created_at} /> },
        { name: 'Ended', value: <RelativeTime at={decision.resolved_at} /> },
        { name: 'Id', value: <CopyableId id={decision.id} whole /> },
      ]}
    />
  );
}

const RecordLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <ScopedLink href={href} className="text-accent hover:underline">
    {children}
  </ScopedLink>
);

/** Asked for only once they are looked at, because the decision is asked for again and again. */
function Verdicts({ decision: { id, status, updated_at, event_id } }: { decision: StoredDecision }) {
  const query = useQuery(useTRPC().decisions.get.queryOptions({ id, evaluations: true }));
  useRefetchOn(updated_at, query.refetch);
  const empty =
    status === 'RESERVED' || event_id !== null
      ? 'The program had no rules, or their verdicts are no longer kept.'
      : 'Verdicts are kept while a reservation stands, and with its event once it is committed.';
  return (
    <Detail query={query}>{({ evaluations = [] }) => <Evaluations evaluations={evaluations} eventId={event_id} empty={empty} />}</Detail>
  );
}
