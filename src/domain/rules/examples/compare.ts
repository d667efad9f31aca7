/**
 * Compares what an example expects with what its rule does: as many effects, in any order, each with all that is expected of it.
 * Decimals are compared by their value; what an expected effect leaves out is not compared.
 */
import { canonicalJson } from '@/domain/canonical-json';
import { isDecimalText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';
import { stateSetBy } from '../actions/catalog';
import type { ExampleEffect, ExampleOutcome } from './example';

export const isAsExpected = (expected: ExampleOutcome, got: ExampleOutcome): boolean =>
  expected.matched === got.matched && expected.effects.length === got.effects.length && canPairAll(expected.effects, got.effects);

const SAME = ['type', 'target', 'asset', 'bucket', 'key'] as const satisfies readonly (keyof ExampleEffect)[];

function fits(expected: ExampleEffect, got: ExampleEffect): boolean {
  if (SAME.some((field) => expected[field] !== undefined && expected[field] !== got[field])) return false;
  if (expected.amount !== undefined && !isSameNumber(expected.amount, got.amount)) return false;
  if (expected.value === undefined) return true;
  return stateSetBy(got.type) === 'counter'
    ? isSameNumber(expected.value, got.value)
    : canonicalJson(expected.value) === canonicalJson(got.value);
}

function isSameNumber(one: unknown, other: unknown): boolean {
  const [a, b] = [String(one), String(other)];
  return isDecimalText(a) && isDecimalText(b) && amountOf(a).equals(amountOf(b));
}

/** Whether every expected effect can have one of those there are to itself; one that says little may fit several. */
function canPairAll(expected: readonly ExampleEffect[], got: readonly ExampleEffect[]): boolean {
  const takenBy = new Map<number, number>();
  const pair = (index: number, tried: Set<number>): boolean =>
    got.some((effect, place) => {
      const wanted = expected[index];
      if (wanted === undefined || tried.has(place) || !fits(wanted, effect)) return false;
      tried.add(place);
      const owner = takenBy.get(place);
      if (owner !== undefined && !pair(owner, tried)) return false;
      takenBy.set(place, index);
      return true;
    });
  return expected.every((_effect, index) => pair(index, new Set()));
}
