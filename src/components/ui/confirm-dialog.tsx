/** Confirms an irreversible action, stating its consequence. */
'use client';
import { useState, type ReactNode } from 'react';
import { failureOf, type RequestFailure } from '@/trpc/failure';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { FailureNote } from './failure-note';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequence, in one sentence. */
  consequence: ReactNode;
  confirmLabel: string;
  /** The dismissing button's label, where “Cancel” could be taken for the action. */
  refuseLabel?: string;
  dangerous?: boolean;
  /** The dialog closes when it resolves, and shows the reason when it rejects. */
  onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  consequence,
  confirmLabel,
  refuseLabel = 'Cancel',
  dangerous = true,
  onConfirm,
}: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const change = (next: boolean) => {
    setFailure(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      change(false);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={consequence}>
      {failure && <FailureNote failure={failure} />}
      <DialogActions>
        <Button onClick={() => change(false)}>{refuseLabel}</Button>
        <Button variant={dangerous ? 'danger' : 'primary'} pending={pending} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
