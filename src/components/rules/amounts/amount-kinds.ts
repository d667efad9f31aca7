/** Names the ways in which an amount can be chosen in a form, without loading what reads and writes their templates. */
import type { AmountBase } from '@/domain/rules/amounts/choice';

/** A way to choose an amount, or to write its formula. */
export type AmountKind = AmountBase['kind'] | 'formula';

export const AMOUNT_KINDS = [
  { value: 'fixed', label: 'A fixed number' },
  { value: 'percent', label: 'A percentage' },
  { value: 'unit', label: 'So much for every…' },
  { value: 'steps', label: 'By steps' },
  { value: 'table', label: 'From a table' },
  { value: 'formula', label: 'A formula' },
] as const satisfies readonly { value: AmountKind; label: string }[];

/** The kind of what is typed as it is, before it has been read. */
export const typedKind = (amount: string): AmountKind => (amount.includes('{{') ? 'formula' : 'fixed');
