/** Suspends, activates or archives a rule, after stating the consequence. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { Rule } from '@/contract/rule';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { offerUndo } from '@/components/ui/undo';
import { useTRPC } from '@/trpc/client';
import { useRefreshRules } from './use-rule-configuration';

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
  const move = async () => {
    await update.mutateAsync({ id: rule.id, status: target });
    // An archived rule cannot come back, so there is no undo.
    if (target === 'ARCHIVED') return;
    const undo = () => update.mutateAsync({ id: rule.id, status: otherStatus(target) });
    offerUndo(`“${rule.name}” is ${target === 'ACTIVE' ? 'active' : 'suspended'}.`, undo);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${STATUS_VERBS[target]} “${rule.name}”?`}
      consequence={CONSEQUENCES[target]}
      confirmLabel={`${STATUS_VERBS[target]} rule`}
      dangerous={target === 'ARCHIVED'}
      onConfirm={move}
    />
  );
}
