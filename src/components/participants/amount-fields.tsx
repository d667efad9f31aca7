/** Asks for the amount given to, or taken from, each of many participants. */
'use client';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { BulkFieldsProps } from '@/components/bulk/action';
import { usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';

export function AmountFields({ value, onChange }: BulkFieldsProps) {
  const { all } = useAssetIndex();
  const programs = usePrograms().data?.data.filter(({ status }) => status === 'ACTIVE') ?? [];
  const edit = (changes: BulkFieldsProps['value']) => onChange({ ...value, ...changes });
  const assets = all
    .filter(({ program_ids, status }) => status === 'ACTIVE' && program_ids.includes(value.program_id ?? ''))
    .map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Program" required>
        <Select
          options={programs.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.program_id ?? ''}
          onChange={(program_id) => edit({ program_id, asset_id: '' })}
        />
      </Field>
      <Field label="Asset" required>
        <Select options={assets} value={value.asset_id ?? ''} onChange={(asset_id) => edit({ asset_id })} />
      </Field>
      <Field label="Amount for each" required>
        <AmountInput value={value.amount ?? ''} onChange={(amount) => edit({ amount })} />
      </Field>
      <Field label="Reason" required hint="Shown in the ledger.">
        <Input value={value.description ?? ''} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
    </div>
  );
}
