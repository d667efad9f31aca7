/** Restores an earlier version of the rules, after showing what that changes. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Skeleton } from '@/components/ui/skeleton';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ConfigurationDiff, isEmptyDiff } from './configuration-diff';
import { isExampleFailure } from './examples/example-failure';
import { OverrideReason } from './examples/override-reason';
import { useRefreshRules } from './use-rule-configuration';

/** What a dry run changes is shown whatever examples say; nothing of it is kept. */
const FOR_A_LOOK = 'Only to see what it changes.';

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
  /** Null unless examples of the version fail. */
  const [reason, setReason] = useState<string | null>(null);
  const { mutate: look } = preview;
  useEffect(() => {
    const tried = { id: programId, version: String(version), expected_rule_configuration_version: current, dry_run: true };
    look(tried, {
      onError: (error) => {
        if (!isExampleFailure(error)) return;
        setReason('');
        look({ ...tried, example_override_reason: FOR_A_LOOK });
      },
    });
  }, [look, programId, version, current]);
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
      {preview.data && reason !== null && (
        <div className="mt-4 flex flex-col gap-3">
          <p>Active rules of this version do not do what their examples say. Say why they may run all the same.</p>
          <OverrideReason value={reason} onChange={setReason} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!preview.data || nothing || reason?.trim() === ''}
          pending={restore.isPending}
          onClick={() => restore.mutate({ ...command, example_override_reason: reason?.trim() })}
        >
          Restore version {version}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
