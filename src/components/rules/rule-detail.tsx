/** One rule: edits, suspends or archives it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { Rule } from '@/contract/rule';
import { useHistoryFact } from '@/components/audit/history-fact';
import { ChangeSetMenu } from '@/components/change-sets/change-set-menu';
import { SaveToChangeSet } from '@/components/change-sets/save-to-change-set';
import { WaitingNote } from '@/components/change-sets/waiting-changes';
import { changedFields } from '@/components/drafts/followed';
import { useKeptDraft, type Saved } from '@/components/drafts/kept-draft';
import { useProgramNames } from '@/components/programs/program-names';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { draftOf, fieldsOf, type RuleFormDraft } from './rule-draft';
import { RuleForm } from './rule-form';
import { otherStatus, RuleStatusDialog, STATUS_VERBS, type NextStatus } from './rule-status';

const RuleBudgets = onDemand(() => import('./rule-budgets').then((loaded) => loaded.RuleBudgets), FILLING);

const ActionSentences = onDemand(() => import('./action-sentences').then((loaded) => loaded.ActionSentences));

export function RuleDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().rules.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  const { change } = useMay();
  return (
    <Detail query={query}>
      {(rule) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={rule.name}>
              <StatusBadge status={rule.status} />
            </RecordHeading>
            <RuleActions rule={rule} />
          </div>
          <WaitingNote programId={rule.program_id} id={rule.id} what="rule" />
          <Tabs
            label="Rule"
            tabs={[
              {
                value: 'rule',
                label: 'Rule',
                content: change && rule.status !== 'ARCHIVED' ? <RuleEditor key={rule.id} rule={rule} /> : <RuleText rule={rule} />,
              },
              { value: 'budgets', label: 'Budgets', content: <RuleBudgets rule={rule} /> },
              { value: 'facts', label: 'Details', content: <RuleFacts rule={rule} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={rule} path={`/v1/rules/${rule.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const savedDraft = (rule: Rule): Saved<RuleFormDraft> => ({ draft: draftOf(rule), version: rule.version });

function RuleEditor({ rule }: { rule: Rule }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const kept = useKeptDraft(`rule:${rule.id}`, savedDraft(rule));
  const update = useMutation(
    trpc.rules.update.mutationOptions({
      onSuccess: (saved) => {
        kept.beginAnew(savedDraft(saved));
        toast.success(`Saved as version ${saved.version}`);
        return queries.invalidateQueries(trpc.rules.pathFilter());
      },
    }),
  );
  const edited = changedFields(fieldsOf(kept.base), fieldsOf(kept.draft));
  return (
    <RuleForm
      ruleId={rule.id}
      draft={kept.draft}
      edit={kept.edit}
      kept={kept}
      pending={update.isPending}
      failure={update.error ? failureOf(update.error) : null}
      submitLabel="Save changes"
      onSubmit={(example_override_reason) => update.mutate({ id: rule.id, ...edited, example_override_reason })}
      beside={
        <SaveToChangeSet
          programId={rule.program_id}
          disabled={Object.keys(edited).length === 0}
          change={() => ({ type: 'UPDATE_RULE', id: rule.id, rule: edited })}
          onSaved={() => kept.beginAnew(savedDraft(rule))}
        />
      }
    />
  );
}

const RuleText = ({ rule }: { rule: Rule }) => (
  <div className="flex max-w-3xl flex-col gap-3">
    <p>{rule.sentence}</p>
    <CodeBlock text={rule.condition} label="Condition" />
    <ActionSentences actions={rule.actions} />
    <CodeBlock text={JSON.stringify(rule.actions, null, 2)} label="Actions" />
  </div>
);

function RuleFacts({ rule }: { rule: Rule }) {
  const nameOf = useProgramNames();
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={rule.id} whole /> },
        { name: 'Program', value: nameOf(rule.program_id) ?? <CopyableId id={rule.program_id} whole /> },
        { name: 'Order in its set', value: rule.order },
        { name: 'Version', value: rule.version },
        { name: 'Active from', value: <RelativeTime at={rule.active_from} /> },
        { name: 'Active to', value: <RelativeTime at={rule.active_to} /> },
        { name: 'Created', value: <RelativeTime at={rule.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={rule.updated_at} /> },
        ...useHistoryFact(rule.id),
      ]}
    />
  );
}

function RuleActions({ rule }: { rule: Rule }) {
  const [target, setTarget] = useState<NextStatus | null>(null);
  const { change } = useMay();
  if (!change || rule.status === 'ARCHIVED') return null;
  const other = otherStatus(rule.status);
  return (
    <div className="flex gap-2">
      <Button aria-haspopup="dialog" onClick={() => setTarget(other)}>
        {STATUS_VERBS[other]}
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setTarget('ARCHIVED')}>
        {STATUS_VERBS.ARCHIVED}
      </Button>
      <ChangeSetMenu
        programId={rule.program_id}
        name={rule.name}
        choices={[
          {
            label: `${STATUS_VERBS[other]} by a change set…`,
            change: { type: 'UPDATE_RULE', id: rule.id, rule: { status: rule.status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE' } },
          },
          { label: 'Archive by a change set…', change: { type: 'ARCHIVE_RULE', id: rule.id } },
        ]}
      />
      {target && <RuleStatusDialog rule={rule} target={target} onClose={() => setTarget(null)} />}
    </div>
  );
}
