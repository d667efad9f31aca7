/** One referral program: what came of it, who was brought, its terms, and the actions on it. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReferralProgram } from '@/contract/referral-program';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { newRuleHref } from '@/components/rules/rule-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { ReferralList } from './referral-list';
import { ReferralPerformance } from './referral-performance';
import { useRefreshReferrals } from './use-referrals';

const ProgramDialog = onDemand(() => import('./referral-program-dialog').then((loaded) => loaded.ReferralProgramDialog));

export function ReferralProgramDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().referralPrograms.get.queryOptions({ id }));
  return (
    <Detail query={query}>
      {(program) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={program.name}>
              <StatusBadge status={program.status} />
            </RecordHeading>
            <ProgramActions program={program} />
          </div>
          <p className="mb-4 max-w-3xl">{program.sentence}</p>
          <Tabs
            label="Referral program"
            tabs={[
              { value: 'performance', label: 'Performance', content: <ReferralPerformance program={program} /> },
              { value: 'friends', label: 'Friends', content: <ReferralList program={program} /> },
              { value: 'facts', label: 'Details', content: <ProgramTerms program={program} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={program} path={`/v1/referral-programs/${program.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const MOVES = {
  ACTIVE: {
    to: 'PAUSED',
    label: 'Pause',
    consequence: 'Nobody is brought and nobody qualifies until it is resumed; events of meanwhile do not count later.',
  },
  PAUSED: { to: 'ACTIVE', label: 'Resume', consequence: 'Friends are brought and qualify again. Events of meanwhile do not count.' },
} as const;

function ProgramActions({ program }: { program: ReferralProgram }) {
  const { change } = useMay();
  const refresh = useRefreshReferrals();
  const [moving, setMoving] = useState(false);
  const update = useMutation(useTRPC().referralPrograms.update.mutationOptions({ onSuccess: refresh }));
  if (!change || program.status === 'ARCHIVED') return null;
  const { to, label, consequence } = MOVES[program.status];
  return (
    <EditOrArchive
      kind="referral program"
      named={`“${program.name}”`}
      consequence="Its codes bind nobody any more, and nobody qualifies; what has qualified stays."
      onArchive={() => update.mutateAsync({ id: program.id, status: 'ARCHIVED' })}
      editor={(onClose) => <ProgramDialog programId={program.program_id} program={program} onClose={onClose} />}
    >
      <RewardLink program={program} event="referral.qualified" label="Reward who brings" />
      <RewardLink program={program} event="referral.completed" label="Reward the friend" />
      <Button aria-haspopup="dialog" onClick={() => setMoving(true)}>
        {label}
      </Button>
      {moving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setMoving(false)}
          title={`${label} “${program.name}”?`}
          consequence={consequence}
          confirmLabel={`${label} referral program`}
          dangerous={false}
          onConfirm={() => update.mutateAsync({ id: program.id, status: to })}
        />
      )}
    </EditOrArchive>
  );
}

interface RewardLinkProps {
  program: ReferralProgram;
  event: 'referral.qualified' | 'referral.completed';
  label: string;
}

/** Opens the form of a rule for the event, whose condition is there. */
function RewardLink({ program, event, label }: RewardLinkProps) {
  const condition = `event.type == "${event}" && event.referral_program == ${JSON.stringify(program.key)}`;
  const set = program.campaign_id === null ? {} : { set: program.campaign_id };
  return (
    <Button asChild>
      <ScopedLink href={newRuleHref(program.program_id, { condition, ...set })}>
        <Plus aria-hidden /> {label}
      </ScopedLink>
    </Button>
  );
}

const NONE = <span className="text-ink-faint">—</span>;

function ProgramTerms({ program }: { program: ReferralProgram }) {
  const programOf = useProgramNames();
  const { campaign_id: campaign, active_from, active_to, code_prefix, steps, max_per_referrer } = program;
  return (
    <Facts
      facts={[
        { name: 'Key', value: <code className="font-mono text-xs">{program.key}</code> },
        { name: 'Program', value: programOf(program.program_id) },
        { name: 'Friends from', value: active_from === null ? NONE : <RelativeTime at={active_from} /> },
        { name: 'Friends to', value: active_to === null ? NONE : <RelativeTime at={active_to} /> },
        { name: 'Friends who count for one', value: max_per_referrer ?? 'All' },
        { name: 'Steps', value: steps.length === 0 ? NONE : steps.join(', ') },
        { name: 'Codes begin with', value: code_prefix === '' ? NONE : <code className="font-mono text-xs">{code_prefix}</code> },
        {
          name: 'Campaign',
          value: campaign ? (
            <ScopedLink href={`/campaigns/${campaign}`} className="text-accent hover:underline">
              Open the campaign
            </ScopedLink>
          ) : (
            NONE
          ),
        },
        { name: 'Created', value: <RelativeTime at={program.created_at} /> },
        { name: 'Id', value: <CopyableId id={program.id} /> },
        ...useHistoryFact(program.id),
      ]}
    />
  );
}
