/** Gives a tier level by hand, after stating what it replaces and when it ends. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TierMembershipResource } from '@/contract/participant';
import { usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { fromLocalInput } from '@/components/ui/local-time';
import { exactText } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { TierMembershipSubject } from './tier-memberships';
import { useStateApi } from './subject';

const OFFERED = 200;

const ENDS = [
  { value: 'lifecycle', label: 'As the tier says' },
  { value: 'never', label: 'Never by time' },
  { value: 'at', label: 'At a time' },
] as const;
type End = (typeof ENDS)[number]['value'];

/** Absent: by the tier's lifecycle; null: never. */
const expiryOf = (end: End, at: string): { expires_at?: string | null } =>
  end === 'lifecycle' ? {} : { expires_at: end === 'never' ? null : fromLocalInput(at) };

interface TierMembershipDialogProps {
  subject: TierMembershipSubject;
  /** The subject's current levels. */
  tierMemberships: readonly TierMembershipResource[];
  onClose: () => void;
}

export function TierMembershipDialog({ subject, tierMemberships, onClose }: TierMembershipDialogProps) {
  const trpc = useTRPC();
  const { refresh } = useStateApi(subject);
  const own = usePrograms().data?.data.filter(({ id }) => subject.program_ids.length === 0 || subject.program_ids.includes(id)) ?? [];
  const [chosen, setChosen] = useState({ program: '', tier: '', level: '' });
  const [end, setEnd] = useState<End>('lifecycle');
  const [at, setAt] = useState('');
  const programId = chosen.program || (own[0]?.id ?? '');
  const tiers =
    useQuery(trpc.programs.tiers.list.queryOptions({ id: programId, status: 'ACTIVE', limit: OFFERED }, { enabled: programId !== '' })).data
      ?.data ?? [];
  const tier = tiers.find(({ key }) => key === chosen.tier) ?? tiers[0];
  const level = tier?.levels.find(({ key }) => key === chosen.level) ?? tier?.levels[0];
  const give = useMutation(
    trpc[subject.kind].state.setTier.mutationOptions({
      onSuccess: () => {
        refresh();
        onClose();
      },
    }),
  );
  const failure = give.error ? failureOf(give.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    if (!tier || !level) return;
    give.mutate({ id: subject.id, key: tier.key, program_id: programId, level: level.key, ...expiryOf(end, at) });
  };
  const before =
    tier && tierMemberships.find((tierMembership) => tierMembership.tier === tier.key && tierMembership.program_id === programId);
  const instead = tier?.levels.find(({ key }) => key === before?.level)?.display_name ?? before?.level;
  return (
    <FormDialog
      title={`Give ${subject.name} a level`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      consequence={level && consequenceOf(subject.name, level.display_name ?? level.key, instead, end, at)}
      submitLabel="Give level"
      pending={give.isPending}
      disabled={!level || (end === 'at' && !at)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Program" required>
          <Select
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            value={programId}
            onChange={(program) => setChosen({ program, tier: '', level: '' })}
          />
        </Field>
        <Field label="Tier" required hint={tiers.length === 0 ? 'This program has no tier.' : undefined} error={errors.key}>
          <Select
            options={tiers.map(({ key, name }) => ({ value: key, label: name }))}
            value={tier?.key ?? ''}
            onChange={(key) => setChosen({ program: programId, tier: key, level: '' })}
          />
        </Field>
        <Field label="Level" required error={errors.level}>
          <Select
            options={(tier?.levels ?? []).map(({ key, display_name }) => ({ value: key, label: display_name ?? key }))}
            value={level?.key ?? ''}
            onChange={(key) => setChosen({ program: programId, tier: tier?.key ?? '', level: key })}
          />
        </Field>
        <Field label="Ends" required error={end === 'at' ? undefined : errors.expires_at}>
          <Select options={ENDS} value={end} onChange={setEnd} />
        </Field>
        {end === 'at' && (
          <Field label="Ends at" required error={errors.expires_at}>
            <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}

function consequenceOf(name: string, level: string, before: string | undefined, end: End, at: string): string {
  const instead = before ? ` instead of ${before}` : '';
  const until =
    end === 'at' && at ? `, evaluated again ${exactText(fromLocalInput(at) ?? at)}` : end === 'never' ? ', until somebody changes it' : '';
  return `${name} becomes ${level}${instead}${until}.`;
}
