/** The fifth step: the rule that credited an event, changed by choosing, and the same event once more under the changed rule. */
'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Rule } from '@/contract/rule';
import { useAssetIndex } from '@/components/assets/asset-index';
import { AmountPart } from '@/components/rules/amounts/amount-part';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { RuleFindings } from '@/components/rules/cel/rule-findings';
import { draftOf, fieldsOf, type RuleFormDraft } from '@/components/rules/rule-draft';
import { RuleSentence } from '@/components/rules/rule-sentence';
import { TimesPart } from '@/components/rules/times-part';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Waiting } from '@/components/ui/waiting';
import { isAmountText } from '@/domain/amount-text';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import { NotYours } from './step';
import { useChange } from './use-change';
import { WAITING_MS } from './use-start';

type SentEvent = Outputs['events']['get'];

/** The rule that gave something for an event. */
const ruleBehind = ({ rule_evaluations }: SentEvent): string | undefined =>
  rule_evaluations.find(({ actions }) => actions.some(({ type, result }) => type === 'CREDIT' && result === 'APPLIED'))?.rule_id;

export function ChangeStep({ eventId }: { eventId: string }) {
  const trpc = useTRPC();
  const { change } = useMay();
  const event = useQuery(trpc.events.get.queryOptions({ id: eventId }));
  const ruleId = event.data && ruleBehind(event.data);
  const rule = useQuery(trpc.rules.get.queryOptions({ id: ruleId ?? '' }, { enabled: ruleId !== undefined }));
  if (!change) return <NotYours>A member, admin or owner of the organization can change the rule.</NotYours>;
  const error = event.error ?? rule.error;
  if (error) return <FailureNote failure={failureOf(error)} />;
  if (!event.data || !rule.data) return <Waiting className="min-h-40" />;
  return <ChangeForm event={event.data} rule={rule.data} />;
}

function ChangeForm({ event, rule }: { event: SentEvent; rule: Rule }) {
  const [draft, setDraft] = useState(() => draftOf(rule));
  const edit = useCallback((changes: Partial<RuleFormDraft>) => setDraft((before) => ({ ...before, ...changes })), []);
  const { save, sentId } = useChange(event, rule);
  const place = draft.actions.findIndex(({ type }) => type === 'CREDIT');
  const action = draft.actions[place];
  const isFixed = rule.actions.some((saved) => saved.type === 'CREDIT' && isAmountText(saved.amount));
  const fields = fieldsOf(draft);
  const failure = save.error ? failureOf(save.error) : null;
  const errors = failure?.fields ?? {};
  return (
    <RuleFindings
      programId={rule.program_id}
      ruleId={rule.id}
      condition={draft.condition}
      actions={fields.actions}
      budgets={fields.budgets}
      stop_after_match={draft.stop_after_match}
      active_from={fields.active_from}
      active_to={fields.active_to}
    >
      <p className="text-ink-soft">
        “{rule.name}” gave something. Raise its amount, or change when it applies; then the same event is sent again, and you see what it
        earns.
      </p>
      <h3 className="font-medium">When</h3>
      <ConditionField
        label="Condition"
        required
        at="condition"
        error={errors.condition}
        value={draft.condition}
        onChange={(condition) => edit({ condition })}
      />
      {action && (
        <>
          <h3 className="font-medium">What it gives</h3>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
            <AmountPart
              action={action}
              at={`actions[${place}]`}
              errors={errors}
              programId={rule.program_id}
              onChange={(changes) => edit({ actions: draft.actions.with(place, { ...action, ...changes }) })}
            />
          </div>
        </>
      )}
      {isFixed && <TimesPart actions={draft.actions} budgets={draft.budgets} onChange={(budgets) => edit({ budgets })} />}
      <RuleSentence />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" pending={save.isPending} onClick={() => save.mutate(fields)}>
          Save and send the event again
        </Button>
        <ScopedLink href={`/rules/${rule.id}`} className="text-accent hover:underline">
          Open the whole rule
        </ScopedLink>
      </div>
      {rule.examples.length > 0 && (
        <p className="text-ink-faint text-xs">Examples that are kept with the rule are changed to what it then does.</p>
      )}
      {failure && <FailureNote failure={failure} />}
      {sentId !== null && <Compared before={event} sentId={sentId} ruleId={rule.id} />}
    </RuleFindings>
  );
}

/** What the rule gave before, and gives now. */
function Compared({ before, sentId, ruleId }: { before: SentEvent; sentId: string; ruleId: string }) {
  const { symbolOf } = useAssetIndex();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data } = useQuery(
    trpc.events.get.queryOptions(
      { id: sentId },
      { refetchInterval: ({ state }) => (state.data?.status === 'COMPLETED' || state.data?.status === 'FAILED' ? false : WAITING_MS) },
    ),
  );
  const isDone = data?.status === 'COMPLETED';
  useEffect(() => {
    // What people have is shown beside it.
    if (isDone) void queries.invalidateQueries(trpc.participants.pathFilter());
  }, [isDone, sentId, queries, trpc]);
  const told = (event: SentEvent): string => givenBy(event, ruleId, symbolOf);
  if (data?.status === 'FAILED') return <p role="alert">The event failed: {data.error_message}</p>;
  return (
    <p role="status" className="bg-success-soft rounded-panel p-3">
      {data?.status === 'COMPLETED' ? `Before, the event earned ${told(before)}. Now it earns ${told(data)}.` : 'The rules are running.'}
    </p>
  );
}

function givenBy({ rule_evaluations }: SentEvent, ruleId: string, symbolOf: (assetId: string | undefined) => string | undefined): string {
  const own = rule_evaluations.find(({ rule_id }) => rule_id === ruleId);
  const sums = (own?.actions ?? []).flatMap(({ type, result, amount, asset_id }) =>
    type === 'CREDIT' && result === 'APPLIED' && amount !== undefined ? [`${amount} ${symbolOf(asset_id) ?? ''}`.trim()] : [],
  );
  return sums.length === 0 ? 'nothing by this rule' : sums.join(' and ');
}
