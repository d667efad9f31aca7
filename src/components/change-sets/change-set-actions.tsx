/** What can be done with a change set: share, publish, discard, or take it back, each after its consequence is stated. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { useRefreshRules } from '@/components/rules/use-rule-configuration';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';

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
      'Its rules are again what they were before, for events processed from now on. What was given meanwhile stays. An archived rule comes back as a new one, whose budgets start over.',
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
  const trpc = useTRPC();
  const { change } = useMay();
  const onSuccess = useRefreshRules();
  const [asked, setAsked] = useState<Act | 'publish' | null>(null);
  const act = {
    discard: useMutation(trpc.changeSets.discard.mutationOptions({ onSuccess })),
    cancel: useMutation(trpc.changeSets.cancelSchedule.mutationOptions({ onSuccess })),
    revert: useMutation(trpc.changeSets.revert.mutationOptions({ onSuccess })),
  };
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
      {asked === 'publish' && <PublishDialog set={set} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'publish' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          {...ACTS[asked]}
          onConfirm={() => act[asked].mutateAsync({ id: set.id })}
        />
      )}
    </div>
  );
}
