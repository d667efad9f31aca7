/** Publishes a change set, now or at a time in the program's time zone; failing examples are let pass only for a reason. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { isExampleFailure } from '@/components/rules/examples/example-failure';
import { OverrideReason } from '@/components/rules/examples/override-reason';
import { useRefreshRules } from '@/components/rules/use-rule-configuration';
import { instantAt, offsetsIn } from '@/domain/time-zone';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const WHEN = [
  { value: 'NOW', label: 'Now' },
  { value: 'AT', label: 'At a time' },
] as const;
type When = (typeof WHEN)[number]['value'];

/** @param text of a `datetime-local` field. @returns the API instant; null for no time. */
function instantOf(text: string, timezone: string): string | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : new Date(instantAt(wall, offsetsIn(timezone))).toISOString();
}

function consequenceOf(when: When, at: string | null, timezone: string): string {
  if (when === 'NOW') return 'Events processed from now on run these rules. Nothing that was given changes.';
  if (at === null) return '';
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone }).format(new Date(at));
  return `It is checked now, and goes live ${text} (${timezone}), if nobody has changed its rules until then.`;
}

export function PublishDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefreshRules();
  const program = useQuery(trpc.programs.get.queryOptions({ id: set.program_id }));
  const timezone = program.data?.timezone ?? 'UTC';
  const [when, setWhen] = useState<When>('NOW');
  const [time, setTime] = useState('');
  /** Null unless examples fail. */
  const [reason, setReason] = useState<string | null>(null);
  const publish = useMutation(
    trpc.changeSets.publish.mutationOptions({
      onSuccess: ({ status, published_version }) => {
        toast.success(status === 'PUBLISHED' ? `Published as version ${published_version}` : 'Scheduled');
        void refresh();
        onClose();
      },
      onError: (error) => isExampleFailure(error) && setReason((known) => known ?? ''),
    }),
  );
  const at = when === 'AT' ? instantOf(time, timezone) : null;
  const failure = publish.error ? failureOf(publish.error) : null;
  return (
    <FormDialog
      title={`Publish “${set.name}”?`}
      description={`${set.changes.length === 1 ? 'Its change goes' : `All ${set.changes.length} changes go`} live together, or none of them.`}
      submitLabel={when === 'NOW' ? 'Publish now' : 'Schedule'}
      pending={publish.isPending}
      failure={failure}
      consequence={consequenceOf(when, at, timezone)}
      disabled={(when === 'AT' && at === null) || reason?.trim() === ''}
      onClose={onClose}
      onSubmit={() => publish.mutate({ id: set.id, publish_at: at ?? undefined, example_override_reason: reason?.trim() })}
    >
      <Field label="When" required>
        <Select options={WHEN} value={when} onChange={setWhen} />
      </Field>
      {when === 'AT' && (
        <Field label="Date and time" required hint={`In the time zone of the program, ${timezone}.`} error={failure?.fields.publish_at}>
          <Input type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
        </Field>
      )}
      {reason !== null && (
        <>
          <p>Active rules do not do what their examples say. Say why they may run all the same.</p>
          <OverrideReason value={reason} onChange={setReason} />
        </>
      )}
    </FormDialog>
  );
}
