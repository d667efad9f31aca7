/** The redemptions of a tried checkout: amounts of assets, or rewards of the catalog. */
'use client';
import { Plus, X } from 'lucide-react';
import type { Reward } from '@/contract/reward';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Measure } from '@/components/rewards/measure';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { AmountInput } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { measuredBy, type RedemptionDraft } from './asked-redemption';

const MEASURE_WORDS: Readonly<Record<Measure, string>> = { quantity: 'Units', amount: 'Amount', face_value: 'Minor units' };

interface RedemptionRowsProps {
  programId: string;
  rewards: readonly Reward[];
  rows: readonly RedemptionDraft[];
  onChange: (rows: readonly RedemptionDraft[]) => void;
}

export function RedemptionRows({ programId, rewards, rows, onChange }: RedemptionRowsProps) {
  const { all } = useAssetIndex();
  const assets = all.filter(({ program_ids, status }) => status === 'ACTIVE' && program_ids.includes(programId));
  const things = [
    ...assets.map(({ id, symbol }) => ({ value: id, label: symbol })),
    ...rewards.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const edit = (place: number, changes: Partial<RedemptionDraft>) =>
    onChange(rows.map((row, index) => (index === place ? { ...row, ...changes } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, place) => {
        const measure = measuredBy(rewards.find(({ id }) => id === row.thing));
        return (
          <div key={place} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Field label={`Redemption ${place + 1}`} required>
                <Select options={things} value={row.thing} onChange={(thing) => edit(place, { thing })} />
              </Field>
            </div>
            <div className="w-28">
              <Field label={MEASURE_WORDS[measure]} required>
                <AmountInput value={row.typed} onChange={(typed) => edit(place, { typed })} />
              </Field>
            </div>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove redemption ${place + 1}`}
              onClick={() => onChange(rows.filter((_, index) => index !== place))}
            >
              <X aria-hidden />
            </Button>
          </div>
        );
      })}
      <Button
        className="self-start"
        disabled={things.length === 0}
        onClick={() => onChange([...rows, { thing: things[0]?.value ?? '', typed: '' }])}
      >
        <Plus aria-hidden /> Add redemption
      </Button>
    </div>
  );
}
