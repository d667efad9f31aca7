/** Suspends, activates or archives a rule, after stating the consequence. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rule } from '@/contract/rule';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { offerUndo } from '@/components/ui/undo';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { isExampleFailure } from './examples/example-failure';
import { useRefreshRules } from './use-rule-configuration';

const OverrideDialog = onDemand(() => import('./examples/override-reason').then((loaded) => loaded.OverrideDialog));

export type NextStatus = Rule['status'];

export const STATUS_VERBS: Readonly<Record<NextStatus, string>> = { SUSPENDED: 'Suspend', ACTIVE: 'Activate', ARCHIVED: 'Archive' };

const CONSEQUENCES: Readonly<Record<NextStatus, string>> = {
  SUSPENDED: 'Events processed from now on skip this rule until it is activated again.',
  ACTIVE: 'Events processed from now on run this rule again.',
  ARCHIVED: 'The rule never runs again and cannot be changed. What it has given remains.',
};

/** The status a rule that is not archived can switch to and back from. */
export const otherStatus = (status: Rule['status']): NextStatus => (status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE');

interface RuleStatusDialogProps {
  rule: Pick<Rule, 'id' | 'name'>;
  target: NextStatus;
  onClose: () => void;
}

export function RuleStatusDialog({ rule, target, onClose }: RuleStatusDialogProps) {
  const refresh = useRefreshRules();
  const update = useMutation(useTRPC().rules.update.mutationOptions({ onSuccess: refresh }));
  const [isOverridable, setOverridable] = useState(false);
  const move = async (example_override_reason?: string) => {
    await update.mutateAsync({ id: rule.id, status: target, example_override_reason });
    // An archived rule cannot come back, so there is no undo.
    if (target === 'ARCHIVED') return;
    const undo = () => update.mutateAsync({ id: rule.id, status: otherStatus(target) });
    offerUndo(`“${rule.name}” is ${target === 'ACTIVE' ? 'active' : 'suspended'}.`, undo);
  };
  const confirm = () =>
    move().catch((error: unknown) => {
      setOverridable(isExampleFailure(error));
      throw error;
    });
  if (isOverridable) {
    return (
      <OverrideDialog
        title={`Activate “${rule.name}” with failing examples?`}
        submitLabel="Activate anyway"
        pending={update.isPending}
        failure={update.error && !isExampleFailure(update.error) ? failureOf(update.error) : null}
        onSave={(reason) => void move(reason).then(onClose, () => undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${STATUS_VERBS[target]} “${rule.name}”?`}
      consequence={CONSEQUENCES[target]}
      confirmLabel={`${STATUS_VERBS[target]} rule`}
      dangerous={target === 'ARCHIVED'}
      onConfirm={confirm}
    />
  );
}
