/** A participant's referrals: their code in each referral program, who brought them, and whom they brought as a tree. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReferralCode, ReferralTree } from '@/contract/referral';
import type { ReferralProgram } from '@/contract/referral-program';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { FailureNote } from '@/components/ui/failure-note';
import { CodeDialog } from './code-dialog';
import { useRefreshReferrals } from './use-referrals';

const OFFERED = 200;
const DEPTH = 3;

interface OfParticipant {
  participantId: string;
  programIds: readonly string[];
}

export function ParticipantReferrals({ participantId, programIds }: OfParticipant) {
  const trpc = useTRPC();
  const codes = useQuery(trpc.referralCodes.list.queryOptions({ id: participantId }));
  const programs = useQuery(trpc.referralPrograms.list.queryOptions({ limit: OFFERED, include_archived: true }));
  return (
    <Detail query={programs}>
      {({ data: all }) => (
        <Detail query={codes}>
          {({ data }) => {
            const codeOf = new Map(data.map((code) => [code.referral_program_id, code]));
            const shown = all.filter(
              ({ id, program_id, status }) => codeOf.has(id) || (status !== 'ARCHIVED' && programIds.includes(program_id)),
            );
            if (shown.length === 0)
              return (
                <div className="panel">
                  <EmptyState title="There is no referral program that they can take part in." />
                </div>
              );
            return shown.map((program) => (
              <OneProgram key={program.id} program={program} participantId={participantId} code={codeOf.get(program.id) ?? null} />
            ));
          }}
        </Detail>
      )}
    </Detail>
  );
}

interface OneProgramProps {
  program: ReferralProgram;
  participantId: string;
  code: ReferralCode | null;
}

function OneProgram({ program, participantId, code }: OneProgramProps) {
  const input = { id: participantId, referral_program_id: program.id, depth: DEPTH };
  const tree = useQuery(useTRPC().referralCodes.tree.queryOptions(input));
  return (
    <Part title={program.name}>
      <div className="panel flex flex-col gap-3 p-3">
        <OwnCode program={program} participantId={participantId} code={code} />
        <Detail query={tree}>{(found) => <Branches tree={found} />}</Detail>
      </div>
    </Part>
  );
}

function OwnCode({ program, participantId, code }: OneProgramProps) {
  const { change } = useMay();
  const refresh = useRefreshReferrals();
  const [changing, setChanging] = useState(false);
  const make = useMutation(useTRPC().referralCodes.make.mutationOptions({ onSuccess: refresh }));
  const input = { id: participantId, referral_program_id: program.id };
  const mayChange = change && program.status !== 'ARCHIVED';
  if (code === null)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-ink-soft">They have no code yet.</span>
        {mayChange && (
          <Button size="small" pending={make.isPending} onClick={() => make.mutate(input)}>
            Give them a code
          </Button>
        )}
        {make.error && <FailureNote failure={failureOf(make.error)} />}
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="inline-flex items-center gap-2">
        <span className="text-ink-soft">Code</span> <CopyableId id={code.code} label="Code" whole />
      </span>
      <span className="text-ink-soft tabular-nums">
        {code.bound} brought, {code.qualified} qualified
      </span>
      {mayChange && (
        <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setChanging(true)}>
          Change code
        </Button>
      )}
      {changing && <CodeDialog input={input} code={code.code} onClose={() => setChanging(false)} />}
    </div>
  );
}

type Friend = ReferralTree['friends'][number];

function Branches({ tree }: { tree: ReferralTree }) {
  const { brought_by, friends, truncated, participant_id } = tree;
  return (
    <>
      <p>
        {brought_by ? (
          <>
            Brought by <PersonLink person={brought_by} /> <StatusBadge status={brought_by.status} />{' '}
            <ReferralLink id={brought_by.referral_id} />
          </>
        ) : (
          <span className="text-ink-soft">Nobody brought them.</span>
        )}
      </p>
      {friends.length > 0 && <Branch friends={friends} of={participant_id} name="Whom they brought" />}
      {truncated && <p className="text-ink-faint text-xs">There are more than are shown.</p>}
    </>
  );
}

function Branch({ friends, of, name }: { friends: readonly Friend[]; of: string; name?: string }) {
  const own = friends.filter(({ referrer_participant_id }) => referrer_participant_id === of);
  if (own.length === 0) return null;
  return (
    <ul aria-label={name} className="border-line flex flex-col gap-1.5 border-l pl-4">
      {own.map((friend) => (
        <li key={friend.referral_id} className="flex flex-col gap-1.5">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PersonLink person={friend} />
            <StatusBadge status={friend.status} />
            <span className="text-ink-soft text-xs">
              <RelativeTime at={friend.bound_at} />
            </span>
            {friend.brought > 0 && <span className="text-ink-soft text-xs">brought {friend.brought}</span>}
            <ReferralLink id={friend.referral_id} />
          </span>
          <Branch friends={friends} of={friend.participant_id} />
        </li>
      ))}
    </ul>
  );
}

const PersonLink = ({ person }: { person: Pick<Friend, 'participant_id' | 'external_id' | 'display_name'> }) => (
  <ScopedLink href={`/participants/${person.participant_id}`} className="text-accent font-medium hover:underline">
    {person.display_name ?? person.external_id}
  </ScopedLink>
);

const ReferralLink = ({ id }: { id: string }) => (
  <ScopedLink href={`/referrals/friends/${id}`} className="text-ink-soft text-xs hover:underline" aria-label={`Referral …${id.slice(-8)}`}>
    Referral
  </ScopedLink>
);
