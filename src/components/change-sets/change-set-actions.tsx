/** What can be done with a change set: share, publish, discard, or take it back, each after its consequence is stated. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { isExampleFailure } from '@/components/rules/examples/example-failure';
import { useRefreshRules } from '@/components/rules/use-rule-configuration';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const OverrideDialog = onDemand(() => import('@/components/rules/examples/override-reason').then((loaded) => loaded.OverrideDialog));
const PublishDialog = onDemand(() => import('./publish-dialog').then((loaded) => loaded.PublishDialog));

const ACTS = {
  discard: {
    label: 'Discard',
    title: 'Discard this change set?',
    consequence: 'It never goes live. It stays in the list, and nothing that is live changes.',
    confirmLabel: 'Discard it',
    dangerous: true,
  },
  cancel: {
    label: 'Cancel the schedule',
    title: 'Cancel the schedule?',
    consequence: 'It does not go live at its time. It is open again and can be edited.',
    confirmLabel: 'Cancel the schedule',
    refuseLabel: 'Keep it',
    dangerous: false,
  },
  revert: {
    label: 'Take back',
    title: 'Take this change set back?',
    consequence:
      'What it changed is again what it was before, for events processed from now on. What was given meanwhile stays. What it archived comes back as new, and budgets of such a rule start over.',
    confirmLabel: 'Take it back',
    dangerous: true,
  },
} as const;
type Act = keyof typeof ACTS;

const OFFERED: Readonly<Record<ChangeSet['status'], readonly Act[]>> = {
  OPEN: ['discard'],
  SCHEDULED: ['discard', 'cancel'],
  PUBLISHED: ['revert'],
  REVERTED: [],
  DISCARDED: [],
};

export function ChangeSetActions({ set }: { set: ChangeSet }) {
  const { change } = useMay();
  const [asked, setAsked] = useState<Act | 'publish' | null>(null);
  const close = () => setAsked(null);
  const mayPublish = change && (set.status === 'OPEN' || set.status === 'SCHEDULED') && set.changes.length > 0;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" onClick={() => void copyText(window.location.href, 'Link')}>
        <Link2 aria-hidden /> Copy link
      </Button>
      {change &&
        OFFERED[set.status].map((name) => (
          <Button key={name} variant="quiet" aria-haspopup="dialog" onClick={() => setAsked(name)}>
            {ACTS[name].label}
          </Button>
        ))}
      {mayPublish && (
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setAsked('publish')}>
          {set.status === 'OPEN' ? 'Publish…' : 'Publish now, or at another time…'}
        </Button>
      )}
      {asked === 'publish' && <PublishDialog set={set} onClose={close} />}
      {asked !== null && asked !== 'publish' && <ActDialog set={set} act={asked} onClose={close} />}
    </div>
  );
}

/** Asks for a reason where rules would come back whose examples fail. */
function ActDialog({ set, act, onClose }: { set: ChangeSet; act: Act; onClose: () => void }) {
  const trpc = useTRPC();
  const onSuccess = useRefreshRules();
  const discard = useMutation(trpc.changeSets.discard.mutationOptions({ onSuccess }));
  const cancel = useMutation(trpc.changeSets.cancelSchedule.mutationOptions({ onSuccess }));
  const revert = useMutation(trpc.changeSets.revert.mutationOptions({ onSuccess }));
  const [isOverridable, setOverridable] = useState(false);
  const done = { discard, cancel, revert }[act];
  const confirm = () =>
    done.mutateAsync({ id: set.id }).catch((error: unknown) => {
      setOverridable(isExampleFailure(error));
      throw error;
    });
  if (isOverridable) {
    return (
      <OverrideDialog
        title={`Take “${set.name}” back with failing examples?`}
        submitLabel="Take it back anyway"
        pending={revert.isPending}
        failure={revert.error && !isExampleFailure(revert.error) ? failureOf(revert.error) : null}
        onSave={(example_override_reason) =>
          void revert.mutateAsync({ id: set.id, example_override_reason }).then(onClose, () => undefined)
        }
        onClose={onClose}
      />
    );
  }
  return <ConfirmDialog open onOpenChange={(open) => !open && onClose()} {...ACTS[act]} onConfirm={confirm} />;
}
