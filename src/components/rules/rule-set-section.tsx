/** One rule set with its rules, in execution order. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ChangeSetMenu } from '@/components/change-sets/change-set-menu';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { isBelowMiddle, type Dragging } from './dragging';
import { TightestBudget } from './budget-meter';
import { FailingBadge, useFailingRules } from './failing-rules';
import { MoveButtons } from './move-buttons';
import { RuleMenu } from './rule-menu';
import type { RuleSetOf } from './rule-order';
import { useRefreshRules } from './use-rule-configuration';

const RuleSetDialog = onDemand(() => import('./rule-set-dialog').then((loaded) => loaded.RuleSetDialog));

export interface Moves {
  readonly dragging: Dragging;
  /** Null if there is no place to go, or nothing may change now. */
  stepRule: (id: string, by: -1 | 1) => (() => void) | null;
  stepSet: (id: string, by: -1 | 1) => (() => void) | null;
}

interface RuleSetSectionProps {
  set: RuleSetOf;
  index: number;
  /** Null for users who may only view. */
  moves: Moves | null;
}

const GRIP = <GripVertical className="text-ink-faint size-4 shrink-0 cursor-grab" aria-hidden />;

export function RuleSetSection({ set, index, moves }: RuleSetSectionProps) {
  const dragging = moves?.dragging;
  const landing = dragging?.landing;
  const marks =
    landing?.type === 'RULE_SET' ? { above: landing.index === index, below: landing.index === index + 1 } : { above: false, below: false };
  return (
    <section
      aria-labelledby={`set-${set.id}`}
      className={cn('panel', marks.above && 'border-t-accent', marks.below && 'border-b-accent')}
      onDragOver={dragging && ((event) => dragging.over(event, { type: 'RULE_SET', index: isBelowMiddle(event) ? index + 1 : index }))}
      onDrop={dragging?.drop}
    >
      <header
        className="border-line flex min-h-12 items-center gap-2 border-b px-3"
        draggable={moves !== null}
        onDragStart={dragging && ((event) => dragging.begin(event, { type: 'RULE_SET', id: set.id }))}
        onDragEnd={dragging?.end}
      >
        {moves && GRIP}
        <h2 id={`set-${set.id}`} className="min-w-0 flex-1 truncate font-semibold">
          {set.name} <code className="text-ink-faint ml-1 font-mono text-xs font-normal">{set.key}</code>
        </h2>
        {moves && (
          <>
            <MoveButtons id={set.id} name={`the set ${set.name}`} up={moves.stepSet(set.id, -1)} down={moves.stepSet(set.id, 1)} />
            <SetActions set={set} />
            <ChangeSetMenu
              programId={set.program_id}
              name={`the set ${set.name}`}
              choices={choicesOf(set, moves.stepSet(set.id, 1) !== null)}
            />
          </>
        )}
      </header>
      <RuleList set={set} moves={moves} />
    </section>
  );
}

/** A place other than these, and names, can be written in the change set itself. */
function choicesOf({ id, order, rules }: RuleSetOf, hasNext: boolean) {
  const moved = (to: number, label: string) => ({ label, change: { type: 'UPDATE_RULE_SET' as const, id, rule_set: { order: to } } });
  return [
    ...(order > 1 ? [moved(order - 1, 'Move up by a change set…'), moved(1, 'Move to the top by a change set…')] : []),
    ...(hasNext ? [moved(order + 1, 'Move down by a change set…')] : []),
    ...(rules.length === 0 ? [{ label: 'Delete by a change set…', change: { type: 'DELETE_RULE_SET' as const, id } }] : []),
  ];
}

function RuleList({ set, moves }: Omit<RuleSetSectionProps, 'index'>) {
  const failing = useFailingRules();
  const dragging = moves?.dragging;
  const landing = dragging?.landing?.type === 'RULE' && dragging.landing.place.setId === set.id ? dragging.landing.place.index : null;
  const others = (index: number) => set.rules.slice(0, index).filter(({ id }) => id !== dragging?.dragged?.id).length;
  if (set.rules.length === 0) {
    return (
      <p
        className={cn('text-ink-faint px-3 py-3', landing !== null && 'bg-accent-soft')}
        onDragOver={dragging && ((event) => dragging.over(event, { type: 'RULE', place: { setId: set.id, index: 0 } }))}
        onDrop={dragging?.drop}
      >
        This set has no rules.
      </p>
    );
  }
  return (
    <ol>
      {set.rules.map((rule, index) => (
        <li
          key={rule.id}
          draggable={moves !== null}
          onDragStart={dragging && ((event) => dragging.begin(event, { type: 'RULE', id: rule.id }))}
          onDragEnd={dragging?.end}
          onDragOver={
            dragging &&
            ((event) =>
              dragging.over(event, { type: 'RULE', place: { setId: set.id, index: others(index + (isBelowMiddle(event) ? 1 : 0)) } }))
          }
          onDrop={dragging?.drop}
          className={cn(
            'border-line flex min-h-11 items-center gap-2 border-b px-3 last:border-b-0',
            dragging?.dragged?.id === rule.id && 'opacity-50',
            landing !== null && landing === others(index) && dragging?.dragged?.id !== rule.id && 'shadow-[inset_0_2px_0_var(--accent)]',
            landing !== null && index === set.rules.length - 1 && landing === others(index + 1) && 'shadow-[inset_0_-2px_0_var(--accent)]',
          )}
        >
          {moves && GRIP}
          <span className="text-ink-faint w-6 text-right tabular-nums">{index + 1}</span>
          <ScopedLink href={`/rules/${rule.id}`} draggable={false} className="min-w-0 truncate font-medium hover:underline">
            {rule.name}
          </ScopedLink>
          <span className="text-ink-soft hidden min-w-0 flex-1 truncate md:block" title={rule.sentence}>
            {rule.sentence}
          </span>
          <span className="ml-auto flex items-center gap-2">
            <TightestBudget budgets={rule.budgets} />
            {rule.stop_after_match && <Badge>Ends the set</Badge>}
            <FailingBadge ruleId={rule.id} failing={failing} />
            {/* On a narrow screen the name needs the room, and only active rules fail. */}
            <span className={cn(failing.some(({ rule_id }) => rule_id === rule.id) && 'max-sm:hidden')}>
              <StatusBadge status={rule.status} />
            </span>
            {moves && <MoveButtons id={rule.id} name={rule.name} up={moves.stepRule(rule.id, -1)} down={moves.stepRule(rule.id, 1)} />}
            {moves && <RuleMenu rule={rule} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

function SetActions({ set }: { set: RuleSetOf }) {
  const trpc = useTRPC();
  const refresh = useRefreshRules();
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null);
  const remove = useMutation(trpc.ruleSets.delete.mutationOptions({ onSuccess: refresh }));
  const close = () => setAsking(null);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Rename the set ${set.name}`}
        aria-haspopup="dialog"
        onClick={() => setAsking('rename')}
      >
        <Pencil aria-hidden />
      </Button>
      {set.rules.length === 0 && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove the set ${set.name}`}
          aria-haspopup="dialog"
          onClick={() => setAsking('remove')}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      {asking === 'rename' && <RuleSetDialog programId={set.program_id} set={set} onClose={close} />}
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={`Remove “${set.name}”?`}
        consequence="The sets after it move up, and its key can be used again. To get it back, restore an earlier version."
        confirmLabel="Remove rule set"
        onConfirm={() => remove.mutateAsync({ id: set.program_id, rule_set_id: set.id })}
      />
    </>
  );
}
