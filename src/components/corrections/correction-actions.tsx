/** Approves, cancels or retries a correction, after stating the consequence. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Correction } from '@/contract/correction';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';

const ACTS = {
  approve: {
    label: 'Approve',
    title: 'Post this correction?',
    consequence:
      'Every line is posted once, on the balance at that moment. Participants see it at once, and webhooks are sent. It cannot be undone as a whole.',
    confirmLabel: 'Post correction',
    dangerous: true,
  },
  retry: {
    label: 'Try again',
    title: 'Retry the lines that were not posted?',
    consequence: 'Skipped and failed lines are retried on the current balances. Lines that are already posted are not posted again.',
    confirmLabel: 'Try again',
    dangerous: false,
  },
  cancel: {
    label: 'Cancel the correction',
    title: 'Cancel this correction?',
    consequence: 'Lines that are not posted yet will never be posted. Posted lines remain.',
    confirmLabel: 'Cancel the correction',
    refuseLabel: 'Keep it',
    dangerous: true,
  },
} as const;
type Act = keyof typeof ACTS;

function offered({ status, line_count, posted_count }: Correction, { change, manage }: { change: boolean; manage: boolean }): Act[] {
  const open = status === 'PLANNED' || status === 'POSTING';
  return [
    ...(change && open ? (['cancel'] as const) : []),
    ...(manage && status === 'PLANNED' && line_count > 0 ? (['approve'] as const) : []),
    ...(manage && status === 'COMPLETED' && posted_count < line_count ? (['retry'] as const) : []),
  ];
}

export function CorrectionActions({ correction }: { correction: Correction }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const may = useMay();
  const [asked, setAsked] = useState<Act | null>(null);
  const again = { onSuccess: () => queries.invalidateQueries(trpc.corrections.pathFilter()) };
  const act = {
    approve: useMutation(trpc.corrections.approve.mutationOptions(again)),
    retry: useMutation(trpc.corrections.retry.mutationOptions(again)),
    cancel: useMutation(trpc.corrections.cancel.mutationOptions(again)),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {offered(correction, may).map((name) => (
        <Button key={name} variant={name === 'cancel' ? 'quiet' : 'primary'} aria-haspopup="dialog" onClick={() => setAsked(name)}>
          {ACTS[name].label}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          {...ACTS[asked]}
          onConfirm={() => act[asked].mutateAsync({ id: correction.program_id, correction_id: correction.id })}
        />
      )}
    </div>
  );
}
