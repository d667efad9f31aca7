/** One participant: balances first, then what happened, then what can be done. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceActions } from '@/components/balances/balance-actions';
import { Balances } from '@/components/balances/balances';
import type { Holder } from '@/components/balances/holder';
import { HolderEntries } from '@/components/balances/holder-entries';
import { Lots } from '@/components/balances/lots';
import { Origins } from '@/components/balances/origins';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatePanel } from '@/components/state/state-panel';
import type { Subject } from '@/components/state/subject';
import { EmbeddedTransfers } from '@/components/transfers/embedded-transfers';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { ParticipantEvents } from './activity';
import { ParticipantRedemptions } from './participant-redemptions';
import { participantName } from './participant-name';

type Participant = Outputs['participants']['get'];

export function ParticipantDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().participants.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(participant) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={participantName(participant)}>
              <StatusBadge status={participant.status} />
            </RecordHeading>
            <ParticipantActions participant={participant} />
          </div>
          <Tabs
            label="Participant"
            tabs={[
              { value: 'balances', label: 'Balances', content: <ParticipantBalances holder={holderOf(participant)} /> },
              { value: 'lots', label: 'Lots', content: <Lots holder={holderOf(participant)} /> },
              { value: 'origins', label: 'Origins', content: <Origins holder={holderOf(participant)} /> },
              { value: 'entries', label: 'Ledger', content: <HolderEntries holder={holderOf(participant)} /> },
              { value: 'state', label: 'State', content: <StatePanel subject={subjectOf(participant)} /> },
              { value: 'redemptions', label: 'Redemptions', content: <ParticipantRedemptions participant={participant} /> },
              { value: 'transfers', label: 'Transfers', content: <EmbeddedTransfers holder={holderOf(participant)} /> },
              { value: 'events', label: 'Events', content: <ParticipantEvents id={participant.id} /> },
              { value: 'facts', label: 'Facts', content: <ParticipantFacts participant={participant} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={participant} path={`/v1/participants/${participant.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const holderOf = (participant: Participant): Holder => ({ ...participant, kind: 'participants', name: participantName(participant) });

const subjectOf = (participant: Participant): Subject => ({
  ...participant,
  kind: 'participants',
  name: participantName(participant),
  changeable: participant.status === 'ACTIVE',
});

const ParticipantBalances = ({ holder }: { holder: Holder }) => (
  <>
    <BalanceActions holder={holder} />
    <Balances rows={holder.balances} />
  </>
);

function ParticipantFacts({ participant }: { participant: Participant }) {
  const nameOf = useProgramNames();
  const none = <span className="text-ink-faint">—</span>;
  const counters = Object.entries(participant.counters);
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: 'Id', value: <CopyableId id={participant.id} whole /> },
          { name: 'External id', value: <CopyableId id={participant.external_id} label="External id" whole /> },
          { name: 'Email', value: participant.email ?? none },
          { name: 'Phone', value: participant.phone ?? none },
          {
            name: 'Programs',
            value: participant.program_ids.length > 0 ? <ProgramLinks ids={participant.program_ids} nameOf={nameOf} /> : none,
          },
          {
            name: 'Tags',
            value:
              participant.tags.length > 0 ? (
                <span className="flex flex-wrap gap-1">
                  {participant.tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              ) : (
                none
              ),
          },
          { name: 'Counters', value: counters.length > 0 ? counters.map(([key, value]) => `${key} ${value}`).join(', ') : none },
          { name: 'Enrolled', value: <RelativeTime at={participant.created_at} /> },
          { name: 'Changed', value: <RelativeTime at={participant.updated_at} /> },
        ]}
      />
      {Object.keys(participant.attributes).length > 0 && (
        <CodeBlock text={JSON.stringify(participant.attributes, null, 2)} label="Attributes" />
      )}
    </div>
  );
}

const ProgramLinks = ({ ids, nameOf }: { ids: readonly string[]; nameOf: (id: string) => string | undefined }) => (
  <span className="flex flex-wrap gap-x-3">
    {ids.map((id) => (
      <ScopedLink key={id} href={`/programs/${id}`} className="text-accent hover:underline">
        {nameOf(id) ?? id}
      </ScopedLink>
    ))}
  </span>
);

const MOVES = {
  ACTIVE: { verb: 'Activate', consequence: (name: string) => `${name} can earn and spend again.`, dangerous: false },
  SUSPENDED: {
    verb: 'Suspend',
    consequence: (name: string) => `${name}'s events are rejected and nothing is earned or spent until the participant is active again.`,
    dangerous: false,
  },
  CLOSED: {
    verb: 'Close',
    consequence: (name: string) => `${name}'s events are rejected and balances stay as they are; only forfeiting them remains possible.`,
    dangerous: true,
  },
} as const;
type Target = keyof typeof MOVES;

function ParticipantActions({ participant }: { participant: Participant }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [target, setTarget] = useState<Target | null>(null);
  const { change } = useMay();
  const update = useMutation(
    trpc.participants.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.participants.pathFilter()) }),
  );
  if (!change) return null;
  const name = participantName(participant);
  const offered = (Object.keys(MOVES) as Target[]).filter((status) => status !== participant.status);
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((status) => (
        <Button key={status} variant="quiet" onClick={() => setTarget(status)}>
          {MOVES[status].verb}
        </Button>
      ))}
      {target && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setTarget(null)}
          title={`${MOVES[target].verb} ${name}?`}
          consequence={MOVES[target].consequence(name)}
          confirmLabel={`${MOVES[target].verb} participant`}
          dangerous={MOVES[target].dangerous}
          onConfirm={() => update.mutateAsync({ id: participant.id, status: target })}
        />
      )}
    </div>
  );
}
