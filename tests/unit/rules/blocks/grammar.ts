/** Random expressions over the whole language, as text with odd spaces and comments, and random blocks. */
import fc from 'fast-check';
import {
  OPERATORS,
  QUANTIFIERS,
  type Block,
  type FieldStep,
  type FieldTerm,
  type Operator,
  type Quantifier,
  type BlockTerm,
} from '@/domain/rules/blocks/block';
import { MOST_DAYS, timeSinceLine, type TimeSince } from '@/domain/rules/blocks/time-since';

const SPACES = ['', '', '', ' ', '  ', '\n', '\t', ' // it is "so" && not )\n'];
const space = fc.constantFrom(...SPACES);
const spaced = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.tuple(...parts), fc.array(space, { minLength: parts.length, maxLength: parts.length }))
    .map(([texts, spaces]) => texts.map((text, index) => `${text}${spaces[index]}`).join(''));
const word = (text: string): fc.Arbitrary<string> => fc.constant(text);
const separated = (parts: fc.Arbitrary<string[]>, separator: string): fc.Arbitrary<string> =>
  fc.tuple(parts, space, space).map(([texts, before, after]) => texts.join(`${before}${separator}${after}`));

const name = fc.constantFrom('a', 'order', 'item_2', 'type', 'for', 'x');
const text = fc.constantFrom('"web"', "'it''s'".replace("''", "\\'"), 'r"\\d"', '"""a "b" &&\n"""', '""', '"\\u00e4)("', '"// no"');
const number = fc.constantFrom('0', '1', '-5', '- 5', '--5', '12.50', '-0.10', '1e3', '.5', '7u', '0x1F', '-  1.5', '--1.5');
const literal = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', 'b"x"'));
const root = fc.constantFrom('event', 'participant', 'now', 'groups', 'a');

/** Expressions of every form; the library's parser says which of them are valid. */
export const expression: fc.Arbitrary<string> = fc.letrec<{ expression: string; primary: string; member: string; unary: string }>((tie) => {
  const inner = tie('expression');
  const list = fc.array(inner, { maxLength: 3 });
  const member = tie('member');
  return {
    primary: fc.oneof(
      { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
      root,
      literal,
      spaced(word('('), inner, word(')')),
      spaced(word('['), separated(list, ','), word(']')),
      spaced(word('{'), text, word(':'), inner, word('}')),
      spaced(fc.constantFrom('size', 'date', 'isAnniversary', 'decimal', 'duration'), word('('), separated(list, ','), word(')')),
      spaced(word('has'), word('('), member, word('.'), name, word(')')),
    ),
    member: fc.oneof(
      { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
      tie('primary'),
      spaced(member, word('.'), name),
      spaced(member, word('['), fc.oneof(text, fc.constantFrom('0', '7', '-1'), inner), word(']')),
      spaced(
        member,
        word('.'),
        fc.constantFrom('startsWith', 'contains', 'matches', 'size', 'getHours'),
        word('('),
        separated(list, ','),
        word(')'),
      ),
      spaced(
        member,
        word('.'),
        fc.constantFrom('exists', 'all', 'exists_one', 'map', 'filter'),
        word('('),
        fc.constantFrom('a', 'x'),
        word(','),
        inner,
        word(')'),
      ),
      spaced(member, word('.'), word('map'), word('('), word('x'), word(','), inner, word(','), inner, word(')')),
    ),
    unary: fc.oneof(
      { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
      member,
      spaced(fc.constantFrom('!', '!!', '-', '--', '!!!'), member),
      spaced(word('!'), word('('), inner, word(')')),
    ),
    expression: fc.oneof(
      { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
      tie('unary'),
      spaced(inner, fc.constantFrom('&&', '||', '&&', '||', '==', '!=', '<', '<=', '>', '>=', ' in ', '+', '-', '*', '/', '%'), inner),
      spaced(inner, fc.constantFrom('&&', '||'), inner, fc.constantFrom('&&', '||'), inner),
      spaced(tie('unary'), word('?'), tie('unary'), word(':'), inner),
    ),
  };
}).expression;

/** Groups within groups, as text with odd spaces and comments; nothing is negated twice. */
export const nested: fc.Arbitrary<string> = fc.letrec<{ nested: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthIdentifier: 'nested', maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('event.a > 1', 'has(event.a)', 'has(event.a) && event.a < 2', '!event.b', '"x" in participant.tags', '(a ? b : c)'),
    fc.constantFrom('event.list.exists(x, x.a == 1 || x.b)', '(event.c == "d")', 'event.e in [1, 2]', '!(event.f > 1)', 'true'),
    spaced(word('('), tie('nested'), word(')')),
    spaced(word('!('), tie('nested'), word(')')),
  ),
  nested: fc
    .tuple(fc.array(tie('part'), { minLength: 2, maxLength: 4 }), fc.constantFrom('&&', '||'), space, space)
    .map(([parts, joint, before, after]) => parts.join(`${before}${joint}${after}`)),
})).nested;

const step: fc.Arbitrary<FieldStep> = fc.oneof(
  fc.record({ name }),
  fc.record({ name }),
  fc.record({ key: fc.string({ maxLength: 5 }) }),
  fc.record({ index: fc.constantFrom('0', '12') }),
);
const field: fc.Arbitrary<FieldTerm> = fc.record({
  kind: fc.constant('field' as const),
  root: fc.constantFrom('event', 'participant', 'now', 'x'),
  steps: fc.array(step, { maxLength: 3 }),
});
const value: fc.Arbitrary<BlockTerm> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ maxLength: 8, unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('number' as const), text: fc.constantFrom('1', '-5', '12.50', '7u', '.5') }),
  fc.record({ kind: fc.constant('flag' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('null' as const) }),
  fc.record({
    kind: fc.constant('expression' as const),
    text: fc.constantFrom('a ? b : c', '-x', 'a == b', 'a && b', '{"k": 1}', 'b"x"', 'f(a).b'),
  }),
);
const plainExpression = fc.constantFrom('a ? b : c', '!!a', 'a || (b ? c : d) ? e : f', '{"k": true}.k', '!!(a && b)', '-x', '!a == b');

/** "Within so many days of a moment". */
export const timeSince: fc.Arbitrary<TimeSince> = fc.record({
  of: fc.oneof(
    field,
    fc.constant<FieldTerm>({ kind: 'field', root: 'participant', steps: [{ name: 'enrolled_at' }] }),
    field.map((of): BlockTerm => ({ kind: 'call', name: 'timestamp', on: null, args: [of] })),
  ),
  days: fc.integer({ min: 1, max: MOST_DAYS }),
});
const sinceLine = fc.tuple(timeSince, fc.constantFrom('under' as const, 'at_least' as const)).map((args) => timeSinceLine(...args));

const operators = Object.keys(OPERATORS) as Operator[];

export const block: fc.Arbitrary<Block> = fc.letrec<{ term: BlockTerm; line: Block; items: Block; group: Block; block: Block }>((tie) => ({
  term: fc.oneof(
    { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
    field,
    value,
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('term'), { maxLength: 2 }) }),
    fc.record({
      kind: fc.constant('arithmetic' as const),
      operator: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const, '%' as const),
      left: tie('term'),
      right: tie('term'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('size', 'date', 'sum', 'getHours'),
      on: fc.option(tie('term')),
      args: fc.array(tie('term'), { maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('each' as const),
      list: field,
      variable: fc.constant('x'),
      where: tie('block'),
      gives: fc.constant(null),
    }),
    fc
      .record({ kind: fc.constant('each' as const), list: field, variable: fc.constant('x'), where: fc.option(tie('block')), gives: field })
      .filter(
        // A map of its own variable with a test is a filter.
        ({ gives }) => gives.root !== 'x' || gives.steps.length > 0,
      ),
  ),
  line: fc
    .record({
      operator: fc.constantFrom(...operators),
      field: tie('term'),
      named: field,
      values: fc.array(tie('term'), { minLength: 1, maxLength: 3 }),
    })
    .map(({ operator, field: read, named, values }) => lineOf(operator, read, named, values)),
  items: fc.record({
    kind: fc.constant('items' as const),
    guards: fc.constant([]),
    quantifier: fc.constantFrom(...(Object.keys(QUANTIFIERS) as Quantifier[])),
    list: tie('term'),
    variable: fc.constant('x'),
    test: tie('block'),
  }),
  group: fc.oneof(
    fc
      .record({
        match: fc.constantFrom('all' as const, 'any' as const, 'none' as const),
        parts: fc.array(tie('block'), { minLength: 2, maxLength: 4 }),
      })
      .map(({ match, parts }): Block => ({ kind: 'group', match, parts })),
    fc.tuple(field, value).map(([read, than]): Block => ({ kind: 'group', match: 'none', parts: [lineOf('over', read, read, [than])] })),
  ),
  block: fc.oneof(
    { depthIdentifier: 'cel', maxDepth: 6, withCrossShrink: true },
    tie('line'),
    sinceLine,
    tie('items'),
    tie('group'),
    fc.boolean().map((constant): Block => ({ kind: 'constant', value: constant })),
    plainExpression.map((source): Block => ({ kind: 'expression', text: source })),
  ),
})).block;

function lineOf(operator: Operator, read: BlockTerm, named: FieldTerm, values: readonly BlockTerm[]): Block {
  const { form } = OPERATORS[operator];
  const [first = { kind: 'null' } as const] = values;
  const plain: BlockTerm = { ...named, steps: [...named.steps, { name: 'last' }] };
  const member: BlockTerm = first.kind === 'list' ? { kind: 'null' } : first;
  const kept = { comparison: [first], one_of: values, member: [member], method: [first], presence: [], flag: [], anniversary: values }[
    form
  ];
  const isTold = form === 'presence' || form === 'flag';
  const container: BlockTerm = read.kind === 'list' ? named : read;
  return { kind: 'line', guards: [], field: isTold ? plain : form === 'member' ? container : read, operator, values: kept };
}
