/** The inputs of each way to choose an amount. */
'use client';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import type { AmountBase } from '@/domain/rules/amounts/choice';
import { HALF, WHOLE } from '../action-text';
import { PathField } from '../path-field';
import { AmountOfFields } from './amount-of-fields';
import { Rows } from './rows';

interface NumberFieldProps {
  label: string;
  value: string;
  required?: boolean;
  onChange: (text: string) => void;
}

export const NumberField = ({ label, value, required = true, onChange }: NumberFieldProps) => (
  <Field label={label} required={required}>
    <Input inputMode="decimal" className="tabular-nums" value={value} onChange={({ target }) => onChange(target.value.trim())} />
  </Field>
);

const Half = ({ children }: { children: ReactNode }) => <div className={HALF}>{children}</div>;

const PER = [
  { value: 'full', label: 'Every full one' },
  { value: 'part', label: 'In proportion' },
] as const;
const AS = [
  { value: 'amount', label: 'A fixed number' },
  { value: 'percent', label: 'A percentage' },
] as const;

export function BaseFields({ base, onChange }: { base: AmountBase; onChange: (base: AmountBase) => void }) {
  switch (base.kind) {
    case 'fixed':
      return (
        <Half>
          <NumberField label="Number" value={base.amount} onChange={(amount) => onChange({ ...base, amount })} />
        </Half>
      );
    case 'percent':
      return (
        <>
          <div className={WHOLE}>
            <NumberField label="Percent" value={base.percent} onChange={(percent) => onChange({ ...base, percent })} />
          </div>
          <AmountOfFields of={base.of} onChange={(of) => onChange({ ...base, of })} />
        </>
      );
    case 'unit':
      return (
        <>
          <div className="sm:col-span-2">
            <NumberField label="Gives" value={base.gives} onChange={(gives) => onChange({ ...base, gives })} />
          </div>
          <div className="sm:col-span-2">
            <NumberField label="For every" value={base.every} onChange={(every) => onChange({ ...base, every })} />
          </div>
          <div className="sm:col-span-2">
            <Field label="Counted" required>
              <Select options={PER} value={base.full ? 'full' : 'part'} onChange={(per) => onChange({ ...base, full: per === 'full' })} />
            </Field>
          </div>
          <AmountOfFields of={base.of} onChange={(of) => onChange({ ...base, of })} />
        </>
      );
    case 'steps':
      return <StepsFields base={base} onChange={onChange} />;
    case 'table':
      return <TableFields base={base} onChange={onChange} />;
  }
}

interface KindProps<Kind extends AmountBase['kind']> {
  base: Extract<AmountBase, { kind: Kind }>;
  onChange: (base: AmountBase) => void;
}

const StepsFields = ({ base, onChange }: KindProps<'steps'>) => (
  <>
    <AmountOfFields of={base.of} onChange={(of) => onChange({ ...base, of })} />
    <Half>
      <Field label="Each step gives" required>
        <Select options={AS} value={base.as} onChange={(as) => onChange({ ...base, as })} />
      </Field>
    </Half>
    <div className={WHOLE}>
      <Rows
        noun="step"
        rows={base.steps.map(({ from, gives }) => ({ from, gives }))}
        columns={[
          { name: 'from', label: 'From', isNumber: true },
          { name: 'gives', label: base.as === 'percent' ? 'Percent' : 'Gives', isNumber: true },
        ]}
        empty={{ from: '', gives: '' }}
        onChange={(steps) => onChange({ ...base, steps })}
      />
    </div>
  </>
);

const TableFields = ({ base, onChange }: KindProps<'table'>) => (
  <>
    <Half>
      <PathField label="Field" type="string" path={base.path} onChange={(path) => onChange({ ...base, path })} />
    </Half>
    <Half>
      <NumberField label="Otherwise" value={base.otherwise} onChange={(otherwise) => onChange({ ...base, otherwise })} />
    </Half>
    <div className={WHOLE}>
      <Rows
        noun="row"
        rows={base.rows.map(({ value, gives }) => ({ value, gives }))}
        columns={[
          { name: 'value', label: 'When it is', isNumber: false },
          { name: 'gives', label: 'Gives', isNumber: true },
        ]}
        empty={{ value: '', gives: '' }}
        onChange={(rows) => onChange({ ...base, rows })}
      />
    </div>
    <div className={WHOLE}>
      <Switch
        label="Otherwise also where it is missing"
        hint="Without this, an event without the field fails."
        checked={base.mayBeAbsent}
        onChange={(mayBeAbsent) => onChange({ ...base, mayBeAbsent })}
      />
    </div>
  </>
);
