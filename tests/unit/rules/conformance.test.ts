/**
 * The CEL specification's own cases, run through the engine as rules run: numbers as in conditions,
 * names and functions resolved at compile time.
 */
import { getConformanceSuite, type IncrementalTest, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { expect, test } from 'vitest';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { Meter } from '@/domain/rules/cel/meter';
import { conditionNumbers } from '@/domain/rules/cel/numbers';
import { equalValues } from '@/domain/rules/cel/operators';
import { RuleSyntaxError } from '@/domain/rules/cel/syntax-error';
import { CelFailure, kindOf, type ExpressionResult, type RuleValue } from '@/domain/rules/cel/values';
import { compileExpression, evaluateExpression } from '@/domain/rules/expression';
import { NotInTheLanguage, valueOfSpec } from './conformance-values';

/** How many cases of each section the engine answers as the specification says: all that are not excluded below. */
const CASES: Readonly<Record<string, number>> = {
  basic: 41,
  comparisons: 334,
  conversions: 109,
  fields: 50,
  fp_math: 30,
  integer_math: 64,
  lists: 39,
  logic: 30,
  macros: 44,
  math_ext: 195,
  parse: 176,
  plumbing: 5,
  string: 51,
  string_ext: 206,
  timestamps: 76,
};

/** Sections about things that rules do not have. */
const SECTIONS_LEFT_OUT: Readonly<Record<string, string>> = {
  dynamic: 'protobuf wrapper messages',
  wrappers: 'protobuf wrapper messages',
  enums: 'protobuf enums',
  proto2: 'protobuf messages',
  proto2_ext: 'protobuf extensions',
  proto3: 'protobuf messages',
  type_deductions: 'a static type checker',
  unknowns: 'partial evaluation',
  namespace: 'containers of qualified names',
  bindings_ext: 'cel.bind',
  block_ext: 'cel.block',
  encoders_ext: 'base64',
  macros2: 'two-variable macros',
  optionals: 'optional values',
};

/** Single cases that do not hold, each for a reason. */
const CASES_LEFT_OUT: readonly { readonly reason: string; readonly matches: (path: string, expression: string) => boolean }[] = [
  {
    reason: 'constructs a protobuf message',
    matches: (_, expression) => /(google\.protobuf\.\w+|TestAllTypes)\s*(\/\/.*\s*)*\{/.test(expression),
  },
  {
    reason: 'an unknown name is refused at save, though evaluation could absorb it',
    matches: (path) => path.endsWith('unbound_is_runtime_error'),
  },
  {
    reason: 'an unknown function is refused at save, though evaluation could absorb it',
    matches: (path) => path.startsWith('parse/receiver_function_names/'),
  },
  { reason: 'the grammar has no back-quoted fields; an index reads them', matches: (path) => path.startsWith('fields/quoted_map_fields/') },
  {
    reason: 'roots are plain names, never qualified ones',
    matches: (path) =>
      /^fields\/.*\/(qualified_ident|map_field_select|qualified_identifier_resolution_unchecked|ident_with_longest_prefix_check)$/.test(
        path,
      ),
  },
  {
    reason: 'whole JSON numbers are ints, and rounding must take them',
    matches: (path) => /^math_ext\/(ceil|floor|round|trunc)\/dyn_error$/.test(path),
  },
];

const budget = ruleBudget(() => performance.now());

function outcomeOf(expression: string, bindings: Readonly<Record<string, RuleValue>>): ExpressionResult | RuleSyntaxError {
  try {
    const compiled = compileExpression(expression, conditionNumbers, new Set(Object.keys(bindings)));
    return evaluateExpression(compiled, { read: (name) => bindings[name] }, budget);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return error;
    throw error;
  }
}

/** Same kind and same value; unlike `==`, NaN is NaN here. */
function same(left: RuleValue, right: RuleValue): boolean {
  if (kindOf(left) !== kindOf(right)) return false;
  return equalValues(left, right, new Meter(budget)) || (Number.isNaN(left) && Number.isNaN(right));
}

/** Whether a case holds; undefined when it is about what rules do not have. */
function holds({ original }: IncrementalTest): boolean | undefined {
  const { bindings, expr, resultMatcher } = original;
  if (original.checkOnly || original.container !== '' || resultMatcher.case === 'typedResult') return undefined;
  try {
    const values = Object.entries(bindings).map(([name, { kind }]): [string, RuleValue] => {
      if (kind.case !== 'value') throw new NotInTheLanguage(name);
      return [name, valueOfSpec(kind.value)];
    });
    const expected = resultMatcher.case === 'value' ? valueOfSpec(resultMatcher.value) : true;
    const outcome = outcomeOf(expr, Object.fromEntries(values));
    const failed = outcome instanceof CelFailure || outcome instanceof RuleSyntaxError;
    return resultMatcher.case === 'evalError' || resultMatcher.case === 'anyEvalErrors' ? failed : !failed && same(outcome, expected);
  } catch (error) {
    if (error instanceof NotInTheLanguage) return undefined;
    throw error;
  }
}

function* casesOf(suite: IncrementalTestSuite, path: string): Generator<[string, IncrementalTest]> {
  for (const found of suite.tests) yield [`${path}/${found.name}`, found];
  for (const nested of suite.suites) yield* casesOf(nested, `${path}/${nested.name}`);
}

function runSection(section: IncrementalTestSuite): { passed: number; failed: string[] } {
  const failed: string[] = [];
  let passed = 0;
  for (const [path, found] of casesOf(section, section.name)) {
    if (CASES_LEFT_OUT.some(({ matches }) => matches(path, found.original.expr))) continue;
    const held = holds(found);
    if (held === true) passed += 1;
    if (held === false) failed.push(`${path}: ${found.original.expr}`);
  }
  return { passed, failed };
}

const sections = getConformanceSuite().suites;

test('every section of the specification is run or left out for a reason', () => {
  expect(sections.map(({ name }) => name).sort()).toEqual([...Object.keys(CASES), ...Object.keys(SECTIONS_LEFT_OUT)].sort());
});

for (const section of sections) {
  const cases = CASES[section.name];
  if (cases === undefined) continue;
  test(`${section.name}: all ${cases} cases of the specification hold`, () => {
    expect(runSection(section)).toEqual({ passed: cases, failed: [] });
  });
}
