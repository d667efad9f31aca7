import { describe, expect, test } from 'vitest';
import { RULE_ROOTS } from '@/domain/rules/activation';
import { callableNames } from '@/domain/rules/cel/functions';
import { CEL_NUMBERS } from '@/server/rest/pages/docs/cel-numbers';
import { CEL_OPERATORS, celFunctions } from '@/server/rest/pages/docs/cel-reference';
import { writtenPage } from '@/server/rest/pages/docs/content';
import { piecesOf } from '@/server/rest/pages/docs/markdown';
import { valueOf, type Sample } from '@tests/support/examples/cel';

const examples = piecesOf('cel', writtenPage('cel')!.source).flatMap((piece) => (piece.kind === 'examples' ? piece.examples : []));
const shown = (kind: string): unknown => JSON.parse(examples.find(({ expects }) => expects.has(kind))!.code);
const sample = { event: shown('sample'), state: shown('state') } as Sample;

describe('each example of the CEL reference gives what stands beside it', () => {
  const entries = [...CEL_OPERATORS, ...celFunctions()].flatMap((group) => group.entries);
  test.each(entries)('$name: $example', ({ example, gives }) => {
    expect(valueOf(example, sample)).toBe(gives);
  });

  test('and shows the function or operator it is about', () => {
    for (const { name, example } of entries) {
      for (const part of name.split(' ')) expect(example).toContain(part.replace(/^math\./, 'math.'));
    }
  });
});

describe('each line of the table of numbers gives what stands beside it', () => {
  test.each(CEL_NUMBERS)('$name: $example', ({ example, gives }) => {
    expect(valueOf(example, sample)).toBe(gives);
  });
});

test('every function of the engine is described, once', () => {
  const described = celFunctions().flatMap(({ entries }) => entries.map(({ name }) => name));
  expect(new Set(described).size).toBe(described.length);
  expect([...callableNames()].filter((name) => !described.includes(name))).toEqual([]);
});

test('every variable that rules can read is in the table of variables, and every field of each', () => {
  const rows = [...writtenPage('cel')!.source.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, name, about]) => [name!, about!] as const);
  expect(rows.map(([name]) => name).sort()).toEqual([...RULE_ROOTS].sort());
  const { participant, program, groups } = sample.state;
  for (const [name, subject] of [
    ['participant', participant!],
    ['program', program],
    ['groups', groups[0]!],
  ] as const) {
    const about = rows.find(([row]) => row === name)![1];
    for (const field of Object.keys(subject)) expect(about).toContain(`\`${field}\``);
  }
});
