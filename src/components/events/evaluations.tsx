/** Shows the outcome of each rule for an event, or for a decision: its verdict, its effects, and the values that decided. */
'use client';
import type { ActionResult } from '@/contract/event';
import { useAssetIndex } from '@/components/assets/asset-index';
import { exampleHref } from '@/components/rules/rule-address';
import { useMay } from '@/components/shell/session';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import type { Outputs } from '@/trpc/outputs';
import { Trace } from './trace';

type EventDetail = Outputs['events']['get'];
type RuleEvaluation = EventDetail['rule_evaluations'][number];

export function EventEvaluations({ event }: { event: EventDetail }) {
  const reason =
    event.status === 'COMPLETED' ? 'The program had no rules when this event was processed.' : 'Rules have not run for this event.';
  return <Evaluations evaluations={event.rule_evaluations} eventId={event.id} empty={reason} />;
}

interface EvaluationsProps {
  evaluations: readonly RuleEvaluation[];
  /** The event that they are of; null for one that is not stored. */
  eventId: string | null;
  /** Why there are none. */
  empty: string;
}

export function Evaluations({ evaluations, eventId, empty }: EvaluationsProps) {
  if (evaluations.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={empty} />
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-3">
      {evaluations.map((evaluation) => (
        <li key={evaluation.rule_id} className="panel">
          <Verdict evaluation={evaluation} eventId={eventId} />
        </li>
      ))}
    </ul>
  );
}

const AS_EXAMPLE: ReadonlySet<string> = new Set(['MATCHED', 'NOT_MATCHED']);

function Verdict({ evaluation, eventId }: { evaluation: RuleEvaluation; eventId: string | null }) {
  const { change } = useMay();
  const { rule_id, rule_name, rule_version, status, reason, explanation, actions, trace } = evaluation;
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-3 py-2">
        <span className="min-w-0">
          <ScopedLink href={`/rules/${rule_id}`} className="font-medium hover:underline">
            {rule_name}
          </ScopedLink>{' '}
          <span className="text-ink-faint text-xs">version {rule_version}</span>
        </span>
        <span className="flex items-center gap-2">
          {change && eventId !== null && AS_EXAMPLE.has(status) && (
            <ScopedLink href={exampleHref(rule_id, eventId)} className="text-accent text-xs hover:underline">
              Use as example
            </ScopedLink>
          )}
          <StatusBadge status={status} />
        </span>
      </div>
      {(reason ?? explanation) && <p className="text-ink-soft px-3 pb-2">{reason ?? explanation}</p>}
      {actions.map((action, index) => (
        <ActionLine key={index} action={action} />
      ))}
      {trace.length > 0 && <Trace steps={trace} open={status === 'NOT_MATCHED' || status === 'ERROR'} />}
    </>
  );
}

function ActionLine({ action }: { action: ActionResult }) {
  const { symbolOf } = useAssetIndex();
  return (
    <p className="border-line flex items-center justify-between gap-2 border-t px-3 py-2">
      <span>
        {statusLabel(action.type)} {action.result !== 'APPLIED' && <span className="text-ink-soft">· {statusLabel(action.result)}</span>}
      </span>
      <span className="flex items-center gap-3">
        {action.amount && <Money amount={action.amount} symbol={symbolOf(action.asset_id)} />}
        {action.requested && (
          <span className="text-ink-soft text-xs">
            of <Money amount={action.requested} />, cut by a budget
          </span>
        )}
        {action.journal_entry_id && (
          <ScopedLink href={`/ledger/${action.journal_entry_id}`} className="text-accent text-xs hover:underline">
            Entry
          </ScopedLink>
        )}
      </span>
    </p>
  );
}
