/** Chooses the campaign that something belongs to. Renders nothing for a program that has none. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';

const OFFERED = 200;
const NONE = 'NONE';

interface CampaignChoiceProps {
  programId: string;
  /** Empty for none. */
  value: string;
  error: string | undefined;
  hint?: string;
  /** The label of none. */
  none?: string;
  onChange: (id: string) => void;
}

export function CampaignChoice({
  programId,
  value,
  error,
  hint = 'Only while it runs.',
  none = 'None, at all times',
  onChange,
}: CampaignChoiceProps) {
  const input = { program_id: programId, limit: OFFERED };
  const campaigns = useQuery(useTRPC().campaigns.list.queryOptions(input, { enabled: programId !== '' })).data?.data ?? [];
  if (campaigns.length === 0) return null;
  return (
    <Field label="Campaign" hint={hint} error={error}>
      <Select
        options={[{ value: NONE, label: none }, ...campaigns.map(({ id, name }) => ({ value: id, label: name }))]}
        value={value || NONE}
        onChange={(id) => onChange(id === NONE ? '' : id)}
      />
    </Field>
  );
}
