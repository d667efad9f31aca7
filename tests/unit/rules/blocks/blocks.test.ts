/**
 * A condition is the same as blocks and as CEL: whatever is valid opens, and what was not touched is not changed.
 * RULE_BLOCK_CASES sets how many cases each property runs.
 */
import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TEMPLATES } from '@/contract/templates';
import type { Block } from '@/domain/rules/blocks/block';
import {
  addBlock,
  combineBlock,
  isGroupBeside,
  moveBlock,
  moveInto,
  moveOut,
  regroup,
  removeBlock,
  replaceBlock,
  type BlockPath,
} from '@/domain/rules/blocks/edit-blocks';
import { blocksOf, type PlacedBlock } from '@/domain/rules/blocks/read-blocks';
import { timeSinceLine, timeSinceOf } from '@/domain/rules/blocks/time-since';
import { celOf } from '@/domain/rules/blocks/write-cel';
import { parseExpression } from '@/domain/rules/cel/syntax';
import { RuleSyntaxError } from '@/domain/rules/cel/syntax-error';
import { block, expression, nested, timeSince } from './grammar';

const numRuns = Number(process.env.RULE_BLOCK_CASES ?? 500);

/** The whole tree as the parser made it, without what says where it was written. */
function treeOf(source: string): string {
  return JSON.stringify(parseExpression(source).root, (key, value: unknown) =>
    key === 'id' || key === '$typeName'
      ? undefined
      : typeof value === 'bigint'
        ? `${value}n`
        : value instanceof Uint8Array
          ? [...value]
          : value,
  );
}

function isValid(source: string): boolean {
  try {
    parseExpression(source);
    return true;
  } catch (error) {
    if (error instanceof RuleSyntaxError) return false;
    throw error;
  }
}

function* placedIn(placed: PlacedBlock, path: BlockPath = []): Generator<[PlacedBlock, BlockPath]> {
  yield [placed, path];
  for (const [index, part] of placed.parts.entries()) yield* placedIn(part, [...path, index]);
}

function expectRoundTrip(source: string): void {
  const root = blocksOf(source);
  expect(treeOf(celOf(root.block)), source).toBe(treeOf(source));
  for (const [{ block: each, outer, inner }] of placedIn(root)) {
    const text = source.slice(inner.start, inner.end);
    expect(outer.start <= inner.start && inner.end <= outer.end, source).toBe(true);
    expect(treeOf(text), `${text} of ${source}`).toBe(treeOf(celOf(each)));
  }
}

function* allExpressions({ suites, tests }: IncrementalTestSuite): Generator<string> {
  for (const { original } of tests) yield original.expr;
  for (const suite of suites) yield* allExpressions(suite);
}

describe('from CEL to blocks and back', () => {
  test('any valid expression has the same syntax tree afterwards', { timeout: 1_800_000 }, () => {
    let valid = 0;
    fc.assert(
      fc.property(expression, (source) => {
        if (!isValid(source)) return;
        valid += 1;
        expectRoundTrip(source);
      }),
      { numRuns },
    );
    expect(valid).toBeGreaterThan(numRuns / 2);
  });

  test('every expression of the language’s own conformance cases does', () => {
    const valid = [...new Set(allExpressions(getConformanceSuite()))].filter(isValid);
    expect(valid.length).toBeGreaterThan(1_000);
    valid.forEach(expectRoundTrip);
  });

  test('every condition of the templates, the tests, the documents and the demo does', () => {
    const files = globSync(['tests/**/*.ts', 'src/**/*.{ts,md,json}', 'docs/**/*.md', 'README.md']);
    const written = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\\n]*)`/g)]
        .map(([, single, double, code]) => (single ?? double ?? code ?? '').replace(/\\(['"\\])/g, '$1'))
        .filter((text) => /\b(?:event|participant|recipient|program|groups|now)\b/.test(text)),
    );
    const conditions = [
      ...new Set([
        ...written,
        ...Object.values(TEMPLATES).flatMap(({ configuration }) =>
          configuration.rule_sets.flatMap(({ rules }) => rules.map(({ condition }) => condition)),
        ),
      ]),
    ].filter(isValid);
    expect(conditions.length).toBeGreaterThan(500);
    conditions.forEach(expectRoundTrip);
  });
});

test('blocks read from what was written for them are the same blocks', { timeout: 1_800_000 }, () => {
  fc.assert(
    fc.property(block, (made) => {
      const source = celOf(made);
      if (isValid(source)) expect(blocksOf(source).block, source).toEqual(made);
    }),
    { numRuns },
  );
});

test('a line “within so many days of a moment” is read back as the same days of the same moment', () => {
  fc.assert(
    fc.property(timeSince, fc.constantFrom('under' as const, 'at_least' as const), (since, operator) => {
      const read = blocksOf(celOf(timeSinceLine(since, operator))).block;
      expect(read).toMatchObject({ kind: 'line', operator });
      expect(read.kind === 'line' && timeSinceOf(read)).toEqual(since);
    }),
    { numRuns },
  );
  const daysIn = (source: string) => {
    const { block: read } = blocksOf(source);
    return read.kind === 'line' ? timeSinceOf(read)?.days : undefined;
  };
  expect(celOf(timeSinceLine({ of: { kind: 'field', root: 'participant', steps: [{ name: 'enrolled_at' }] }, days: 30 }))).toBe(
    'now - participant.enrolled_at < duration("720h")',
  );
  expect(daysIn('now - event.at >= duration("48h")')).toBe(2);
  for (const other of ['now - event.at < duration("36h")', 'now - event.at < duration("2d")', 'event.at - now < duration("24h")'])
    expect(daysIn(other)).toBeUndefined();
});

describe('an edit', () => {
  const LINE: Block = {
    kind: 'line',
    guards: [],
    field: { kind: 'field', root: 'event', steps: [{ name: 'new' }] },
    operator: 'over',
    values: [{ kind: 'number', text: '1' }],
  };

  test('of one block leaves every other byte as it was', { timeout: 1_800_000 }, () => {
    fc.assert(
      fc.property(expression, fc.nat(), (source, chosen) => {
        if (!isValid(source)) return;
        const all = [...placedIn(blocksOf(source))];
        const [placed, path] = all[chosen % all.length] ?? [];
        if (placed === undefined || path === undefined) return;
        const edited = replaceBlock(source, path, LINE);
        const { start, end } = placed.outer;
        expect(edited.startsWith(source.slice(0, start)) && edited.endsWith(source.slice(end)), source).toBe(true);
        expect(blockAtPath(blocksOf(edited), path), `${source} -> ${edited}`).toEqual(LINE);
      }),
      { numRuns },
    );
  });

  test('of any kind gives valid CEL that has the same blocks elsewhere', { timeout: 1_800_000 }, () => {
    fc.assert(
      fc.property(expression, fc.nat(), fc.constantFrom('add', 'or', 'remove', 'up', 'none', 'any', 'all'), (source, chosen, edit) => {
        if (!isValid(source)) return;
        const all = [...placedIn(blocksOf(source))];
        const [placed, path] = all[chosen % all.length] ?? [];
        if (placed === undefined || path === undefined) return;
        const edited =
          edit === 'add'
            ? addBlock(source, path, LINE)
            : edit === 'or'
              ? combineBlock(source, path, 'any', LINE)
              : edit === 'remove'
                ? removeBlock(source, path)
                : edit === 'up'
                  ? path.length > 0 && (path.at(-1) ?? 0) > 0 && isGroup(source, path.slice(0, -1))
                    ? moveBlock(source, path, -1)
                    : source
                  : placed.block.kind === 'group'
                    ? regroup(source, path, edit)
                    : source;
        expect(isValid(edited), `${edit} ${path.join('.')} of ${source} -> ${edited}`).toBe(true);
        const count = (text: string): number => text.split('event.new').length - 1;
        expect(count(edited)).toBe(edit === 'add' || edit === 'or' ? 1 : 0);
        expectRoundTrip(edited);
      }),
      { numRuns },
    );
  });

  test(
    'that moves a part out of its group or into the one beside it keeps every statement, and every byte around',
    { timeout: 1_800_000 },
    () => {
      let moved = 0;
      fc.assert(
        fc.property(nested, fc.nat(), (source, chosen) => {
          if (!isValid(source)) return;
          const moves = movesIn(blocksOf(source));
          const move = moves[chosen % Math.max(1, moves.length)];
          if (move === undefined) return;
          moved += 1;
          const edited = move.apply(source);
          const { start, end } = move.within.outer;
          const told = `${move.name} of ${source} -> ${edited}`;
          expect(isValid(edited), told).toBe(true);
          expect(edited.startsWith(source.slice(0, start)) && edited.endsWith(source.slice(end)), told).toBe(true);
          expect(statementsIn(edited), told).toEqual(statementsIn(source));
          expectRoundTrip(edited);
        }),
        { numRuns },
      );
      expect(moved).toBeGreaterThan(numRuns / 10);
    },
  );

  test.each([
    ['into the group above', 'a > 1 && (b || c) // or\n && d', (source: string) => moveInto(source, [2], -1), 'a > 1 && (b || c || d)'],
    ['into the group below', 'a &&\n  (b\n  || c) && d', (source: string) => moveInto(source, [0], 1), '(a\n  || b\n  || c) && d'],
    [
      'with its guard',
      'has(event.a) && event.a > 1 && (b || c)',
      (source: string) => moveInto(source, [0], 1),
      'has(event.a) && event.a > 1 || b || c',
    ],
    ['into a negation of one', 'a && !(b > 1)', (source: string) => moveInto(source, [0], 1), '!(a || b > 1)'],
    ['out of a negation of one', 'a && !(b > 1)', (source: string) => moveOut(source, [1, 0]), 'a && b > 1'],
    ['out of a group of two', 'x && (a || b && c) && d', (source: string) => moveOut(source, [1, 0]), 'x && b && c && a && d'],
  ])('that moves a part %s', (_, source, move, expected) => {
    expect(move(source)).toBe(expected);
  });

  interface Move {
    readonly name: string;
    readonly within: PlacedBlock;
    readonly apply: (source: string) => string;
  }

  /** Every move of a part out of its group, or into one beside it. */
  function movesIn(root: PlacedBlock): Move[] {
    const placed = new Map([...placedIn(root)].map(([each, path]) => [path.join(), each]));
    const at = (path: BlockPath): PlacedBlock | undefined => placed.get(path.join());
    return [...placedIn(root)].flatMap(([, path]): Move[] => {
      const [parent, outside] = [at(path.slice(0, -1)), at(path.slice(0, -2))];
      // A sign before a group goes when what is left of the group has one of its own.
      const signed = (of: PlacedBlock, above: PlacedBlock | undefined): PlacedBlock =>
        above?.block.kind === 'group' && above.block.match === 'none' && above.parts.length === 1 ? above : of;
      const index = path.at(-1) ?? 0;
      if (path.length === 0 || parent?.block.kind !== 'group') return [];
      const { parts } = parent.block;
      const into = ([-1, 1] as const)
        .filter((by) => isGroupBeside(parts, index, by))
        .map((by): Move => ({
          name: `${path.join('.')} by ${by}`,
          within: signed(parent, outside),
          apply: (source) => moveInto(source, path, by),
        }));
      const out: Move[] =
        path.length > 1 && outside?.block.kind === 'group'
          ? [{ name: `${path.join('.')} out`, within: signed(outside, at(path.slice(0, -3))), apply: (source) => moveOut(source, path) }]
          : [];
      return [...into, ...out];
    });
  }

  /** All that is not a group, whatever its order and whether it or its group is negated; guards on their own. */
  const statementsIn = (source: string): string[] =>
    [...placedIn(blocksOf(source))]
      .map(([{ block: each }]) => each)
      .filter((each) => each.kind !== 'group')
      .flatMap((each) => ('guards' in each ? celOf(each).split(' && ') : [celOf(each)]))
      .map((text) => text.replace(/^!(?!\()/, '').replace(/^!\((.*)\)$/s, '$1'))
      .sort();

  const isGroup = (source: string, path: BlockPath): boolean => {
    const found = [...placedIn(blocksOf(source))].find(([, other]) => other.join() === path.join());
    return found?.[0].block.kind === 'group';
  };

  const blockAtPath = (root: PlacedBlock, path: BlockPath): Block | undefined =>
    path.reduce<PlacedBlock | undefined>((at, index) => at?.parts[index], root)?.block;
});
