/** Refuses rules whose examples fail, naming each example with what it expects and what its rule gives. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { ExampleEffect, ExampleOutcome } from './example';
import type { ExampleResult } from './run';

export interface FailedExample {
  /** Such as `examples[2]`, or `rule_sets[0].rules[1].examples[2]`. */
  readonly path: string;
  readonly result: ExampleResult;
}

/** @param failed at least one. */
export function exampleRefusal(failed: readonly FailedExample[]): DomainError {
  const { path, result } = present(failed[0], 'nothing is refused unless an example fails');
  const others = failed.length === 1 ? '' : `; ${failed.length - 1} more ${failed.length === 2 ? 'fails' : 'fail'}`;
  return new DomainError('rule_example_failed', `${sentenceOf(result)}${others}. ${ADVICE}`, {
    param: path,
    details: {
      examples: failed.map(({ result: { example, got }, ...at }) => ({
        path: at.path,
        name: example.name,
        expected: example.expects,
        got,
      })),
    },
  });
}

const ADVICE = 'Correct the rule or the example, suspend the rule, or send `example_override_reason`.';

const sentenceOf = ({ example: { name, expects }, got }: ExampleResult): string =>
  `The example "${name}" expects ${outcomeText(expects)}, but the rule gives ${outcomeText(got)}${got.reason === null ? '' : ` (${got.reason.replace(/[.]$/, '')})`}`;

/** Such as `CREDIT 5 PTS, TAG vip`. */
export function outcomeText({ matched, effects }: ExampleOutcome): string {
  if (effects.length > 0) return effects.map(effectText).join(', ');
  return matched ? 'a match without effects' : 'nothing';
}

const effectText = ({ type, amount, asset, key, value }: ExampleEffect): string =>
  [type, amount, asset, key, value === undefined || value === key ? undefined : JSON.stringify(value)]
    .filter((part) => part !== undefined)
    .join(' ');
