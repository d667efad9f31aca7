/** Restores an earlier version of the rules, after showing what that changes. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Skeleton } from '@/components/ui/skeleton';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ConfigurationDiff, isEmptyDiff } from './configuration-diff';
import { useRefreshRules } from './use-rule-configuration';

interface RestoreDialogProps {
  programId: string;
  version: number;
  /** The current version, on which the restore is based. */
  current: number;
  onClose: () => void;
}

export function RestoreDialog({ programId, version, current, onClose }: RestoreDialogProps) {
  const trpc = useTRPC();
  const refresh = useRefreshRules();
  const command = { id: programId, version: String(version), expected_rule_configuration_version: current };
  const preview = useMutation(trpc.ruleConfiguration.restore.mutationOptions());
  const restore = useMutation(
    trpc.ruleConfiguration.restore.mutationOptions({
      onSuccess: ({ configuration }) => {
        toast.success(`Restored as version ${configuration.rule_configuration_version}`);
        void refresh();
        onClose();
      },
    }),
  );
  const { mutate: look } = preview;
  useEffect(
    () => look({ id: programId, version: String(version), expected_rule_configuration_version: current, dry_run: true }),
    [look, programId, version, current],
  );
  const error = restore.error ?? preview.error;
  const nothing = preview.data && isEmptyDiff(preview.data.diff);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Restore version ${version}?`}
      description="Creates a new version with the content of this one: events processed from now on run these rules. Nothing that was given is taken back."
    >
      {error && <FailureNote failure={failureOf(error)} />}
      {preview.isPending && (
        <Waiting className="min-h-16">
          <Skeleton className="h-16" />
        </Waiting>
      )}
      {preview.data && (
        <ConfigurationDiff diff={preview.data.diff} empty="The rules are the same as in this version: there is nothing to restore." />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!preview.data || nothing} pending={restore.isPending} onClick={() => restore.mutate(command)}>
          Restore version {version}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
