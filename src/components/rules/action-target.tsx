/** Chooses the participant or group of an action with a fixed target. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import type { PartProps } from './action-text';

const OFFERED = 200;

export function TargetId({ action, at, errors, onChange }: PartProps) {
  const { target, target_id } = action;
  if (target === 'GROUP') return <GroupChoice {...{ at, errors }} value={target_id} onChange={(id) => onChange({ target_id: id })} />;
  if (target !== 'PARTICIPANT' && target !== 'PARTICIPANT_ID') return null;
  const [label, path] = target === 'PARTICIPANT' ? ['External id', 'external_id'] : ['Participant id', 'id'];
  return (
    <div className="sm:col-span-6">
      <Field label={label} required error={errors[`${at}.target.${path}`]}>
        <Input
          spellCheck={false}
          className="font-mono text-xs"
          value={target_id}
          onChange={(event) => onChange({ target_id: event.target.value })}
        />
      </Field>
    </div>
  );
}

interface GroupChoiceProps {
  at: string;
  errors: Readonly<Record<string, string>>;
  value: string;
  onChange: (id: string) => void;
}

function GroupChoice({ at, errors, value, onChange }: GroupChoiceProps) {
  const query = useTRPC().groups.list.queryOptions({ limit: OFFERED, sort_by: 'name', sort_dir: 'asc' });
  const groups = (useQuery(query).data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known = value === '' || groups.some((group) => group.value === value);
  return (
    <div className="sm:col-span-6">
      <Field label="Group" required error={errors[`${at}.target.id`]}>
        <Select options={known ? groups : [...groups, { value, label: value }]} value={value} onChange={onChange} />
      </Field>
    </div>
  );
}
