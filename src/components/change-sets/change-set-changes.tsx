/** Says what a change set changes, as sentences before and after, and what stands in the way of publishing it or of taking it back. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge, type Tone } from '@/components/ui/badge';
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
import { Rebase } from './rebase';

type Difference = Outputs['changeSets']['diff'];
type RuleDifference = Difference['rules'][number];

const ChangeSetCost = onceInUse(
  () => import('./change-set-cost').then((loaded) => loaded.ChangeSetCost),
  () => <div className="h-40" />,
);

const KINDS: Readonly<Record<RuleDifference['type'], { readonly label: string; readonly tone: Tone }>> = {
  CREATE_RULE: { label: 'New', tone: 'success' },
  UPDATE_RULE: { label: 'Changed', tone: 'info' },
  ARCHIVE_RULE: { label: 'Archived', tone: 'danger' },
};

export function ChangeSetChanges({ set }: { set: ChangeSet }) {
  const query = useQuery(useTRPC().changeSets.diff.queryOptions({ id: set.id }));
  return (
    <Detail query={query}>
      {(difference) =>
        difference.rules.length === 0 ? (
          <div className="panel">
            <EmptyState
              title="It changes nothing yet. Open a rule, edit it, and choose “Save to a change set…”."
              action={
                <ScopedLink href={`/rules?program=${set.program_id}`} className="text-accent underline">
                  Go to rules
                </ScopedLink>
              }
            />
          </div>
        ) : (
          <>
            <Obstacles set={set} difference={difference} />
            <Part title="What becomes different">
              <ul className="panel divide-line divide-y" aria-label="Changes">
                {difference.rules.map((rule) => (
                  <Change key={rule.rule_id} set={set} rule={rule} />
                ))}
              </ul>
            </Part>
            {(set.status === 'OPEN' || set.status === 'SCHEDULED') && <ChangeSetCost set={set} />}
          </>
        )
      }
    </Detail>
  );
}

function Change({ set, rule: { type, rule_id, name, before, after } }: { set: ChangeSet; rule: RuleDifference }) {
  return (
    <li className="px-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={KINDS[type].tone}>{KINDS[type].label}</Badge>
        {before ? (
          <ScopedLink href={`/rules/${rule_id}`} className="font-medium hover:underline">
            {before.name}
          </ScopedLink>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {before && after && before.name !== after.name && <span className="text-ink-soft">becomes “{after.name}”</span>}
        {before && after && before.status !== after.status && (
          <span className="inline-flex items-center gap-1">
            <StatusBadge status={before.status} /> <span aria-label="becomes">→</span> <StatusBadge status={after.status} />
          </span>
        )}
        {set.status === 'OPEN' && <Withdraw set={set} ruleId={rule_id} name={name} />}
      </div>
      <Sentences before={before} after={after} />
    </li>
  );
}

function Sentences({ before, after }: Pick<RuleDifference, 'before' | 'after'>) {
  if (before && before.sentence === after?.sentence) {
    const isNamed = before.name !== after.name || before.status !== after.status;
    return (
      <p className="text-ink-soft mt-1">
        {after.sentence}
        {!isNamed && ' What becomes different is under “Field by field”.'}
      </p>
    );
  }
  return (
    <dl className="mt-2 grid gap-2 md:grid-cols-2">
      <Side name="Before">{before?.sentence ?? <span className="text-ink-soft">There is no such rule.</span>}</Side>
      <Side name="After">{after?.sentence ?? <span className="text-ink-soft">The rule no longer runs.</span>}</Side>
    </dl>
  );
}

const Side = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-sunken rounded-control min-w-0 px-2.5 py-1.5">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);

function Withdraw({ set, ruleId, name }: { set: ChangeSet; ruleId: string; name: string }) {
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
        className="ml-auto"
        aria-label={`Withdraw the change of ${name}`}
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate({ id: set.id, withdraw: [ruleId] })}
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
};
const fieldsText = (fields: readonly string[]): string => fields.map((field) => FIELDS[field] ?? field).join(', ');

function conflictText({ reason, fields }: Difference['conflicts'][number]): string {
  if (reason === 'ARCHIVED') return 'was archived';
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
          <p className="font-medium">Others changed these rules {since}:</p>
          <ul className="list-disc pl-5">
            {conflicts.map((conflict) => (
              <li key={conflict.rule_id}>
                <ScopedLink href={`/rules/${conflict.rule_id}`} className="underline">
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
          <p className="font-medium">It cannot be published like this.</p>
          <p>
            <Prose text={fault.message} />
          </p>
        </DangerAlert>
      ))}
    </div>
  );
}
