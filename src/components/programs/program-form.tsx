/** The form for a program's settings, new or existing; the API's errors show at the fields. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Program } from '@/contract/program';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Field } from '@/components/ui/field';
import { DialogForm } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ownTimeZone, timeThere, TimeZoneInput } from '@/components/ui/time-zone-input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

type Draft = Pick<Program, 'name' | 'redemption_ttl' | 'on_unknown_participant' | 'redemption_target' | 'timezone'> & {
  description: string;
};

const UNKNOWN = [
  { value: 'CREATE', label: 'Enroll them' },
  { value: 'REJECT', label: 'Reject the event' },
] as const;
const TARGETS = [
  { value: 'SYSTEM_REDEMPTION', label: 'Redemption account' },
  { value: 'SYSTEM_BREAKAGE', label: 'Breakage account' },
] as const;

const draftOf = (program?: Program): Draft => ({
  name: program?.name ?? '',
  description: program?.description ?? '',
  redemption_ttl: program?.redemption_ttl ?? '90d',
  on_unknown_participant: program?.on_unknown_participant ?? 'CREATE',
  redemption_target: program?.redemption_target ?? 'SYSTEM_REDEMPTION',
  timezone: program?.timezone ?? ownTimeZone(),
});

const fieldsOf = (draft: Draft) => ({ ...draft, timezone: draft.timezone.trim(), description: draft.description.trim() || null });

export function ProgramForm({
  program,
  onClose,
  onSaved,
}: {
  program?: Program;
  onClose: () => void;
  onSaved?: (program: Program) => void;
}) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited(draftOf(program));
  const { base, draft, edit } = edited;
  const onSuccess = (saved: Program) => {
    void queries.invalidateQueries(trpc.programs.pathFilter());
    onSaved?.(saved);
    onClose();
  };
  const create = useMutation(trpc.programs.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.programs.update.mutationOptions({ onSuccess }));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const submit = () => {
    if (program) update.mutate({ id: program.id, ...changedFields(fieldsOf(base), fieldsOf(draft)) });
    else create.mutate(fieldsOf(draft));
  };
  return (
    <DialogForm
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={program ? 'Save changes' : 'Create program'}
      pending={create.isPending || update.isPending}
    >
      <DraftNotice {...edited} />
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
      <Field label="Description" error={failure?.fields.description}>
        <Textarea value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="An event of an unknown participant" required error={failure?.fields.on_unknown_participant}>
          <Select options={UNKNOWN} value={draft.on_unknown_participant} onChange={(value) => edit({ on_unknown_participant: value })} />
        </Field>
        <Field label="Redemptions reserve for" required hint="Such as 90d, 12h or 1w2d." error={failure?.fields.redemption_ttl}>
          <Input value={draft.redemption_ttl} onChange={(event) => edit({ redemption_ttl: event.target.value })} />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Redeemed value goes to" required error={failure?.fields.redemption_target}>
          <Select options={TARGETS} value={draft.redemption_target} onChange={(value) => edit({ redemption_target: value })} />
        </Field>
        <Field
          label="Time zone"
          required
          hint={timeThere(draft.timezone, new Date()) ?? 'Such as Europe/Berlin.'}
          error={failure?.fields.timezone}
        >
          <TimeZoneInput value={draft.timezone} onChange={(timezone) => edit({ timezone })} />
        </Field>
      </div>
    </DialogForm>
  );
}
