/** Says what a change set changes, as sentences before and after, and what stands in the way of publishing it or of taking it back. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DangerAlert } from '@/components/ui/danger-alert';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { FailureNote } from '@/components/ui/failure-note';
import { onceInUse } from '@/components/ui/on-demand';
import { Prose } from '@/components/ui/prose';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import { AddChange } from './add-change';
import { CHANGE_WORDS, pageOf } from './change-words';
import { EditChange } from './edit-change';
import { Rebase } from './rebase';

type Difference = Outputs['changeSets']['diff'];
type ToldChange = Difference['changes'][number];

const ChangeSetCost = onceInUse(
  () => import('./change-set-cost').then((loaded) => loaded.ChangeSetCost),
  () => <div className="h-40" />,
);

export function ChangeSetChanges({ set }: { set: ChangeSet }) {
  const query = useQuery(useTRPC().changeSets.diff.queryOptions({ id: set.id }));
  return (
    <Detail query={query}>
      {(difference) =>
        difference.changes.length === 0 ? (
          <div className="panel">
            <EmptyState
              title="It changes nothing yet. Add a change here, or open a rule or an automation, edit it, and choose “Save to a change set…”."
              action={set.status === 'OPEN' && <AddChange set={set} />}
            />
          </div>
        ) : (
          <>
            <Obstacles set={set} difference={difference} />
            <Part title="What becomes different">
              <ul className="panel divide-line divide-y" aria-label="Changes">
                {difference.changes.map((change) => (
                  <Change key={change.id} set={set} change={change} />
                ))}
              </ul>
              {set.status === 'OPEN' && (
                <div className="mt-3">
                  <AddChange set={set} />
                </div>
              )}
            </Part>
            {(set.status === 'OPEN' || set.status === 'SCHEDULED') && <ChangeSetCost set={set} />}
          </>
        )
      }
    </Detail>
  );
}

function Change({ set, change }: { set: ChangeSet; change: ToldChange }) {
  const { type, name, before, after } = change;
  const { label, tone, what } = CHANGE_WORDS[type];
  return (
    <li className="px-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {before ? (
          <ScopedLink href={pageOf(set, change)} className="font-medium hover:underline">
            {before.name}
          </ScopedLink>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <span className="text-ink-faint text-xs">{what}</span>
        {before && after && before.name !== after.name && <span className="text-ink-soft">becomes “{after.name}”</span>}
        {before?.status && after?.status && before.status !== after.status && (
          <span className="inline-flex items-center gap-1">
            <StatusBadge status={before.status} /> <span aria-label="becomes">→</span> <StatusBadge status={after.status} />
          </span>
        )}
        {!before && after?.status && after.status !== 'ACTIVE' && <StatusBadge status={after.status} />}
        {set.status === 'OPEN' && (
          <span className="ml-auto flex flex-wrap items-center gap-1">
            <EditChange set={set} id={change.id} />
            <Withdraw set={set} id={change.id} name={name} />
          </span>
        )}
      </div>
      <Sentences change={change} />
    </li>
  );
}

function Sentences({ change: { type, before, after } }: { change: ToldChange }) {
  if (before && before.sentence === after?.sentence) {
    const isNamed = before.name !== after.name || before.status !== after.status;
    return (
      <p className="text-ink-soft mt-1">
        {after.sentence}
        {!isNamed && ' What becomes different is under “Field by field”.'}
      </p>
    );
  }
  const nothing = <span className="text-ink-soft">{CHANGE_WORDS[type].nothing}</span>;
  return (
    <dl className="mt-2 grid gap-2 md:grid-cols-2">
      <Side name="Before">{before?.sentence ?? nothing}</Side>
      <Side name="After">{after?.sentence ?? nothing}</Side>
    </dl>
  );
}

const Side = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-sunken rounded-control min-w-0 px-2.5 py-1.5">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);

function Withdraw({ set, id, name }: { set: ChangeSet; id: string; name: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const again = { onSuccess: () => queries.invalidateQueries(trpc.changeSets.pathFilter()) };
  const withdraw = useMutation(trpc.changeSets.update.mutationOptions(again));
  if (!change) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Withdraw the change of ${name}`}
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate({ id: set.id, withdraw: [id] })}
      >
        Withdraw
      </Button>
      {withdraw.error && <FailureNote failure={failureOf(withdraw.error)} />}
    </>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  rule_set_id: 'rule set',
  active_from: 'first day',
  active_to: 'last day',
  stop_after_match: 'whether it stops its set',
  client_ref: 'reference',
  participant_filter: 'for whom',
  guard_condition: 'only while',
};
const fieldsText = (fields: readonly string[]): string => fields.map((field) => FIELDS[field] ?? field).join(', ');

function conflictText({ reason, fields }: Difference['conflicts'][number]): string {
  if (reason === 'ARCHIVED') return 'was archived';
  if (reason === 'ENDED') return 'has ended';
  return reason === 'SET_ARCHIVED' ? 'has no rule set any more' : `was changed: ${fieldsText(fields)}`;
}

function Obstacles({ set, difference: { conflicts, faults } }: { set: ChangeSet; difference: Difference }) {
  if (conflicts.length + faults.length === 0) return null;
  const isPublished = set.status === 'PUBLISHED';
  const since = isPublished ? 'since this was published, so it cannot be taken back as a whole' : 'since this was begun';
  return (
    <div className="mb-6 flex flex-col gap-3">
      {conflicts.length > 0 && (
        <DangerAlert>
          <p className="font-medium">Others changed these {since}:</p>
          <ul className="list-disc pl-5">
            {conflicts.map((conflict) => (
              <li key={conflict.id}>
                <ScopedLink href={pageOf(set, conflict)} className="underline">
                  {conflict.name}
                </ScopedLink>{' '}
                {conflictText(conflict)}
              </li>
            ))}
          </ul>
          {set.status === 'OPEN' && <Rebase set={set} />}
        </DangerAlert>
      )}
      {faults.map((fault) => (
        <DangerAlert key={fault.message}>
          <p className="font-medium">It cannot be {isPublished ? 'taken back' : 'published'} like this.</p>
          <p>
            <Prose text={fault.message} />
          </p>
        </DangerAlert>
      ))}
    </div>
  );
}
