/** Computes a chosen amount for one value of its field, as the engine would, rounded down to the places of its asset. */
'use client';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { isDecimalText } from '@/domain/amount-text';
import { formatAmount, formatDecimal, truncateToScale } from '@/domain/money';
import type { AmountChoice } from '@/domain/rules/amounts/choice';
import { templateOf } from '@/domain/rules/amounts/write';
import type { JsonRecord, JsonValue } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { RuleSyntaxError } from '@/domain/rules/cel/syntax-error';
import { compileTemplate, evaluateTemplate } from '@/domain/rules/template';

/** Nobody in particular, who has no level yet. */
const STATE = { id: '', tags: [], attributes: {}, counters: {}, tiers: {} };
const PERSON = { ...STATE, external_id: '', enrolled_at: null, balances: {} };
const PROGRAM = { ...STATE, timezone: 'UTC' };

/** The amount, or null while there is none. */
function amountFor(template: string, event: JsonRecord, scale: number | undefined): string | null {
  try {
    const result = evaluateTemplate(
      compileTemplate(template, 'amount'),
      { event, now: new Date(), participant: PERSON, recipient: PERSON, program: PROGRAM, groups: [], codes: [] },
      ruleBudget(() => performance.now()),
    );
    if (!result.ok) return null;
    return scale === undefined ? formatDecimal(result.value) : formatAmount(truncateToScale(result.value, scale), scale);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

/** The field that an amount is of; undefined for one of a list, or of nothing. */
function fieldOf({ base }: AmountChoice): readonly string[] | undefined {
  if (base.kind === 'table') return base.path;
  return 'of' in base && base.of.kind === 'field' ? base.of.path : undefined;
}

interface AmountExampleProps {
  choice: AmountChoice;
  symbol: string;
  /** The decimal places of the asset. */
  scale: number | undefined;
}

export function AmountExample({ choice, symbol, scale }: AmountExampleProps) {
  const [value, setValue] = useState('49.99');
  const path = fieldOf(choice);
  const [first, ...steps] = path ?? [];
  if (path === undefined || first === undefined) return null;
  const sent: JsonValue = isDecimalText(value) ? Number(value) : value;
  const event: JsonRecord = { [first]: steps.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), sent) };
  const given = amountFor(templateOf(choice), event, scale);
  return (
    <p className="text-ink-soft flex flex-wrap items-center gap-2">
      For {path.join('.')}
      <span className="w-24">
        <Input aria-label={`Example of ${path.join('.')}`} value={value} onChange={({ target }) => setValue(target.value.trim())} />
      </span>
      <output>{given === null ? 'it gives nothing that can be shown here.' : `it gives ${given} ${symbol}`}</output>
    </p>
  );
}
