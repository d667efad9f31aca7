/** One program: its facts, its assets, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Program } from '@/contract/program';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useMay } from '@/components/shell/session';
import type { SubjectPage } from '@/components/state/subject';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { durationText } from '@/domain/duration';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { ProgramCopies } from './program-copies';

const ProgramAssets = onDemand(() => import('./program-assets').then((loaded) => loaded.ProgramAssets), FILLING);
const ProgramWallet = onDemand(() => import('./program-wallet').then((loaded) => loaded.ProgramWallet), FILLING);
const StatePanel = onDemand(() => import('@/components/state/state-panel').then((loaded) => loaded.StatePanel), FILLING);
const ProgramDialog = onDemand(() => import('./program-dialog').then((loaded) => loaded.ProgramDialog));

const subjectOf = ({ id, name, status }: Program): SubjectPage => ({
  id,
  name,
  kind: 'programs',
  changeable: status !== 'ARCHIVED',
  program_ids: [],
});

export function ProgramDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().programs.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(program) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={program.name}>
              <StatusBadge status={program.status} />
            </RecordHeading>
            <div className="flex flex-wrap gap-2">
              <ProgramActions program={program} />
              <ProgramCopies program={program} />
            </div>
          </div>
          <Tabs
            label="Program"
            tabs={[
              { value: 'facts', label: 'Details', content: <ProgramFacts program={program} /> },
              { value: 'assets', label: 'Assets', content: <ProgramAssets program={program} /> },
              { value: 'wallet', label: 'Wallet', content: <ProgramWallet program={program} /> },
              { value: 'state', label: 'State', content: <StatePanel subject={subjectOf(program)} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={program} path={`/v1/programs/${program.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const ProgramFacts = ({ program }: { program: Program }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={program.id} whole /> },
      { name: 'Description', value: program.description ?? <span className="text-ink-faint">—</span> },
      { name: 'Unknown participants', value: program.on_unknown_participant === 'CREATE' ? 'Enrolled by their first event' : 'Rejected' },
      { name: 'Redemptions reserve for', value: durationText(program.redemption_ttl) },
      {
        name: 'Redeemed value goes to',
        value: program.redemption_target === 'SYSTEM_REDEMPTION' ? 'Redemption account' : 'Breakage account',
      },
      { name: 'Time zone', value: program.timezone },
      { name: 'Rules version', value: program.rule_configuration_version },
      { name: 'Created', value: <RelativeTime at={program.created_at} /> },
      { name: 'Updated', value: <RelativeTime at={program.updated_at} /> },
      ...useHistoryFact(program.id),
    ]}
  />
);

const MOVES = {
  SUSPENDED: {
    verb: 'Suspend',
    consequence: 'Events are accepted but fail, and no value moves until the program is active again.',
    dangerous: false,
  },
  ACTIVE: {
    verb: 'Activate',
    consequence: 'Events are processed and value moves again. Events that failed in the meantime can be processed again.',
    dangerous: false,
  },
  ARCHIVED: {
    verb: 'Archive',
    consequence: 'The program is closed permanently: it cannot be changed or used again. Its ledger remains.',
    dangerous: true,
  },
} as const;
type Target = keyof typeof MOVES;

function ProgramActions({ program }: { program: Program }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [target, setTarget] = useState<Target | null>(null);
  const update = useMutation(
    trpc.programs.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.programs.pathFilter()) }),
  );
  const { change } = useMay();
  if (!change || program.status === 'ARCHIVED') return null;
  const other: Target = program.status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE';
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setTarget(other)}>
        {MOVES[other].verb}
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setTarget('ARCHIVED')}>
        Archive
      </Button>
      {editing && <ProgramDialog program={program} onClose={() => setEditing(false)} />}
      {target && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setTarget(null)}
          title={`${MOVES[target].verb} “${program.name}”?`}
          consequence={MOVES[target].consequence}
          confirmLabel={`${MOVES[target].verb} program`}
          dangerous={MOVES[target].dangerous}
          onConfirm={() => update.mutateAsync({ id: program.id, status: target })}
        />
      )}
    </>
  );
}
