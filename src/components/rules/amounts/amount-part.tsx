/** The amount of an action: how it is chosen, and the choice or the formula. The choices load once the page is in use. */
'use client';
import { useCallback, useRef, useState } from 'react';
import { Field } from '@/components/ui/field';
import { onceInUse } from '@/components/ui/on-demand';
import { Select } from '@/components/ui/select';
import { WHOLE, type PartProps } from '../action-text';
import { CelField } from '../cel/cel-field';
import { useRuleFindings } from '../cel/rule-findings';
import { AMOUNT_KINDS, typedKind, type AmountKind } from './amount-kinds';

const AmountChoices = onceInUse(
  () => import('./amount-choices').then((loaded) => loaded.AmountChoices),
  () => null,
);

/** A number of the events to begin with. */
const FIRST_FIELD = 'amount';

export function AmountPart({ action, at, errors, onChange }: PartProps) {
  const { amount } = action;
  const [read, setRead] = useState<{ amount: string; kind: AmountKind } | null>(null);
  const kind = read?.amount === amount ? read.kind : null;
  const isText = kind === null || kind === 'formula' || (kind === 'fixed' && typedKind(amount) === 'fixed');
  const section = useRef<HTMLDivElement>(null);
  const { eventFields } = useRuleFindings().vocabulary;
  const write = (text: string, as: AmountKind) => {
    setRead({ amount: text, kind: as });
    onChange({ amount: text });
  };
  // Who is already writing goes on writing.
  const onRead = useCallback(
    (found: AmountKind) => setRead({ amount, kind: section.current?.contains(document.activeElement) ? typedKind(amount) : found }),
    [amount],
  );
  const choose = async (next: AmountKind) => {
    const { beginAmount } = await import('./begin-amount');
    const numbers = eventFields.filter(({ name, about }) => !name.includes('[]') && about.startsWith('number')).map(({ name }) => name);
    const field = numbers.includes(FIRST_FIELD) ? FIRST_FIELD : (numbers[0] ?? FIRST_FIELD);
    write(beginAmount(next, amount, field.split('.')), next);
  };
  return (
    <>
      <div className="sm:col-span-4">
        <Field label="How much" required>
          <Select options={AMOUNT_KINDS} value={kind ?? typedKind(amount)} onChange={(next) => void choose(next)} />
        </Field>
      </div>
      <div ref={section} className={`${WHOLE} flex flex-col gap-4`}>
        {isText && (
          <CelField
            template
            label="Amount"
            required
            hint="A number, or an expression in braces, computed exactly and rounded down."
            example="{{ event.amount * 0.05 }}"
            at={`${at}.amount`}
            error={errors[`${at}.amount`]}
            value={amount}
            onChange={(text) => write(text, kind === 'formula' ? kind : typedKind(text))}
          />
        )}
        <AmountChoices
          amount={amount}
          kind={kind}
          isText={isText}
          at={`${at}.amount`}
          assetId={action.asset_id}
          error={errors[`${at}.amount`]}
          onRead={onRead}
          onChange={(text) => write(text, kind ?? 'formula')}
        />
      </div>
    </>
  );
}
