/** Defines batches of codes and their terms: what a batch may become, and which terms contradict each other. */
import { DomainError, type FieldError } from '@/domain/errors';
import { faultsOf, withPosition } from '@/domain/rules/check';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { compileCondition } from '@/domain/rules/condition';
import { leastLength } from './generate';
import type { CodeBatchKind, CodeBatchStatus } from './kinds';

interface CodeBatchTerms {
  readonly kind: CodeBatchKind;
  readonly length: number | null;
  readonly wanted: number;
  readonly max_total: number | null;
  readonly redeemed_count: number;
  readonly active_from: Date | null;
  readonly active_to: Date | null;
  readonly condition: string | null;
}

/** @throws DomainError validation_error, naming every field at fault. */
export function assertBatchSound(terms: CodeBatchTerms): void {
  const { condition } = terms;
  const faults: FieldError[] = [
    ...(condition === null ? [] : faultsOf('condition', () => compileCondition(condition, CODE_CONDITION_ROOTS))).map(
      ({ field, message, line, column }) => ({ field, message: withPosition(message, line, column), reason: 'invalid_expression' }),
    ),
    ...lengthFaults(terms),
    ...windowFaults(terms),
    ...totalFaults(terms),
  ];
  const [first] = faults;
  if (!first) return;
  const message =
    faults.length === 1 ? `\`${first.field}\`: ${first.message}` : `${faults.length} fields are invalid; \`fields\` lists each one.`;
  throw new DomainError('validation_error', message, { fields: faults, ...(faults.length === 1 ? { param: first.field } : {}) });
}

function lengthFaults({ kind, length, wanted }: CodeBatchTerms): FieldError[] {
  const least = leastLength(wanted);
  if (kind !== 'UNIQUE' || length === null || length >= least) return [];
  const message = `Codes of this length could be guessed when there are ${wanted} of them; make them at least ${least} characters long.`;
  return [{ field: 'length', message, reason: 'out_of_range', expected: `at least ${least}` }];
}

function windowFaults({ active_from, active_to }: CodeBatchTerms): FieldError[] {
  if (!active_from || !active_to || active_from < active_to) return [];
  const message = 'The codes would end before they begin; choose a later time.';
  return [{ field: 'active_to', message, reason: 'out_of_range', expected: 'later than active_from' }];
}

function totalFaults({ max_total, redeemed_count }: CodeBatchTerms): FieldError[] {
  if (max_total === null || max_total >= redeemed_count) return [];
  const message = `The codes have been used ${redeemed_count} times already; allow at least as many uses.`;
  return [{ field: 'max_total', message, reason: 'out_of_range', expected: `at least ${redeemed_count}` }];
}

type SetStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED';

const MOVES: Readonly<Record<CodeBatchStatus, readonly SetStatus[]>> = {
  GENERATING: ['ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

/** @throws DomainError invalid_status. */
export function assertBatchMove(from: CodeBatchStatus, to: SetStatus): void {
  if (from === to || MOVES[from].includes(to)) return;
  throw new DomainError('invalid_status', `A batch that is ${from} cannot become ${to}.`, { param: 'status' });
}

interface FirstCodes {
  readonly code: string | undefined;
  readonly count: number | undefined;
}

/** A batch that a copy of a program has is given the codes that others are made with. @throws DomainError invalid_request, invalid_status. */
export function assertTakesFirstCodes(
  { kind, status, wanted }: Pick<CodeBatchTerms, 'kind' | 'wanted'> & { readonly status: CodeBatchStatus },
  first: FirstCodes,
): void {
  for (const [param, of] of [
    ['code', 'SHARED'],
    ['count', 'UNIQUE'],
  ] as const) {
    if (first[param] === undefined) continue;
    if (kind !== of) throw new DomainError('invalid_request', `A batch of the kind ${kind} has no \`${param}\`; leave it out.`, { param });
    if (wanted > 0) throw new DomainError('invalid_status', 'The batch has its codes already; make another batch.', { param });
    if (status === 'ARCHIVED') throw new DomainError('invalid_status', 'The batch is archived and cannot be changed.', { param });
    if (param === 'count' && status !== 'ACTIVE')
      throw new DomainError('invalid_status', 'Unique codes are made first; resume the batch, and pause it once they are.', { param });
  }
}
