/** Begins another way to choose an amount with what the one before has in common with it. */
import type { AmountBase, AmountChoice, AmountOf } from '@/domain/rules/amounts/choice';
import { amountChoiceOf } from '@/domain/rules/amounts/read';
import { templateOf } from '@/domain/rules/amounts/write';
import type { AmountKind } from './amount-kinds';

/** The template to begin with. @param field the path of a number of the event to offer. */
export function beginAmount(kind: AmountKind, template: string, field: readonly string[]): string {
  if (kind === 'formula') return template;
  const before = amountChoiceOf(template);
  if (before?.base.kind === kind) return template;
  const of: AmountOf = before && 'of' in before.base ? before.base.of : { kind: 'field', path: field, mayBeAbsent: false };
  const plain: Omit<AmountChoice, 'base'> = before ?? { factors: [], rounding: null, atLeast: null, atMost: null };
  return templateOf({ ...plain, base: beginBase(kind, of) });
}

function beginBase(kind: AmountBase['kind'], of: AmountOf): AmountBase {
  switch (kind) {
    case 'fixed':
      return { kind, amount: '10' };
    case 'percent':
      return { kind, percent: '10', of };
    case 'unit':
      return { kind, gives: '1', every: '1', full: true, of };
    case 'steps':
      return { kind, of, as: 'amount', steps: [{ from: '50', gives: '5' }] };
    case 'table':
      return { kind, path: ['category'], mayBeAbsent: true, rows: [{ value: '', gives: '10' }], otherwise: '0' };
  }
}
