/** No expression, however hostile, takes the service with it: it is refused, or stopped in time. */
import { expect, test } from 'vitest';
import type { JsonRecord } from '@/domain/rules/activation';
import { compileCondition } from '@/domain/rules/condition';
import { compileTemplate } from '@/domain/rules/template';
import { refusal, render, verdict } from './support';

/** Ten times what is promised, so that only a broken bound fails here, not a busy machine. */
const PATIENCE_MS = 1_000;

function timed<T>(run: () => T): { result: T; milliseconds: number } {
  const before = performance.now();
  const result = run();
  return { result, milliseconds: performance.now() - before };
}

test.each([
  ['20,000 parentheses', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`, 'longer than 4000 characters'],
  ['65 parentheses', `${'('.repeat(65)}true${')'.repeat(65)}`, 'nested deeper than 64 levels'],
  ['65 brackets that never close', '['.repeat(65), 'nested deeper than 64 levels'],
  ['brackets of every kind', '[{f('.repeat(30), 'nested deeper than 64 levels'],
  ['a sum of 400 terms', Array.from({ length: 400 }, () => '1').join('+'), 'nested deeper than 256 levels'],
  ['a path of 300 fields', `event${'.a'.repeat(300)}`, 'nested deeper than 256 levels'],
  ['300 ternaries', `${'true ? true : '.repeat(280)}true`, 'nested deeper than 256 levels'],
  ['three loops in one another', 'event.a.map(x, event.a.map(y, event.a.map(z, x + y + z)))', 'nested at most 2 deep'],
  [
    'a loop in the condition of a loop in a loop',
    'event.a.exists(x, event.a.all(y, event.a.exists_one(z, true)))',
    'nested at most 2 deep',
  ],
  ['a text that never closes', `"${'a'.repeat(3_900)}`, 'not valid CEL'],
  ['nothing but operators', '!-'.repeat(1_900), 'not valid CEL'],
])('%s: refused at save', (_, source, message) => {
  const { result, milliseconds } = timed(() => refusal(() => compileCondition(source)));
  expect(result).toContain(message);
  expect(milliseconds).toBeLessThan(PATIENCE_MS);
});

test('brackets within texts and comments are not nesting', () => {
  expect(verdict(`"${'('.repeat(100)}" != r"\\" // ${'['.repeat(100)}`, {})).toBe('MATCHED');
});

test('a bracket hidden behind a text that looks unclosed still counts', () => {
  expect(refusal(() => compileCondition(`r"\\" + ${'('.repeat(65)}1${')'.repeat(65)} + "`))).toContain('nested deeper than 64 levels');
});

const numbers = Array.from({ length: 300_000 }, (_, index) => index);
const large: JsonRecord = {
  numbers,
  again: [...numbers],
  words: Array.from({ length: 2_000 }, (_, index) => `word ${index}`),
  text: 'a'.repeat(1_000_000),
  body: `${'a'.repeat(65_000)}!`,
  needle: `b${'a'.repeat(250_000)}`,
  zone: 'Europe/Berlin',
  pattern: '((a{1,30}){1,30}){1,30}$',
};
const small = `[${Array.from({ length: 400 }, (_, index) => index).join()}]`;
const grow = (source: string, step: string, times: number): string => source + step.repeat(times);

test.each([
  ['loops over loops over a literal', `${small}.map(x, ${small}.map(y, x * y)).size() > 0`],
  ['loops over loops over a large list', 'event.numbers.all(x, event.numbers.all(y, x + y >= 0))'],
  ['loops that build lists of lists', 'event.numbers.map(x, event.numbers.map(y, y)).size() > 0'],
  ['searching a large list in a loop', 'event.numbers.all(x, x in event.again)'],
  ['comparing large lists in a loop', 'event.numbers.all(x, event.numbers == event.again)'],
  ['joining large lists in a loop', 'event.numbers.map(x, event.numbers + event.again).size() > 0'],
  ['greatest of a large list in a loop', 'event.numbers.all(x, math.greatest(event.numbers) > x)'],
  ['a text that grows fourfold 40 times', grow('"abcd"', '.replace("a", "aaaa")', 40) + ' == ""'],
  ['a text that doubles in a loop', 'event.words.map(x, (event.text + event.text).replace("a", "bb")).size() > 0'],
  ['a text replaced in a loop', 'event.words.map(x, event.text.replace("a", x)).size() > 0'],
  ['a large text split in a loop', 'event.words.all(x, event.text.split("").size() > 0)'],
  ['a large text counted in a loop', 'event.numbers.all(x, size(event.text) > x)'],
  ['a large list joined in a loop', 'event.words.all(x, event.words.join(event.text) != "")'],
  ['formatting everything many times', `"${'%s'.repeat(300)}".format([${Array.from({ length: 300 }, () => 'event').join()}]) == ""`],
  ['formatting with a huge precision', '"%.1000000000f".format([1.5]) == ""'],
  ['searching a long text for a long text', 'event.text.contains(event.needle)'],
  ['indexing a long text by a long text', 'event.text.indexOf(event.needle) > 0'],
  ['a catastrophic pattern', 'event.body.matches("(a+)+$")'],
  ['a catastrophic pattern with alternatives', 'event.body.matches("^(a|aa)+$")'],
  ['a pattern of a thousand instructions', 'event.body.matches("(a?){500}a{500}")'],
  ['a pattern that repeats repetition', 'event.body.matches(event.pattern)'],
  ['a pattern over a text of a million', 'event.text.matches("(a+)+b")'],
  ['a pattern in a loop', 'event.words.all(x, !event.body.matches("(x+x+)+y" + x))'],
  ['clocks of the world in a loop', 'event.numbers.all(x, now.getHours(event.zone) >= 0)'],
  ['a heavy body in a loop', `event.numbers.all(x, ${Array.from({ length: 150 }, () => 'string(now) != ""').join(' && ')})`],
])('%s: stopped or done in time, and never fatal', (_, source) => {
  const { result, milliseconds } = timed(() => verdict(source, large));
  expect(result).toMatch(
    /^(MATCHED|NOT_MATCHED|ERROR (The expression (takes more than|runs longer than|builds more than)|.*(too l(ong|arge)|at most|repeat count|regexp)))/,
  );
  expect(milliseconds).toBeLessThan(PATIENCE_MS);
});

test('an ordinary pattern over a body as long as the largest of a pull request is answered', () => {
  const body = `${'lorem ipsum '.repeat(5_000)}Fixes #12`;
  expect(verdict('event.body.matches("(?i)(fixes|closes) #[0-9]{1,10}")', { body })).toBe('MATCHED');
});

test('a stop cannot be absorbed', () => {
  expect(verdict('event.numbers.all(x, event.numbers.all(y, true)) || true', large)).toMatch(
    /^ERROR The expression (takes more than 200000 steps|runs longer than 50 ms)$/,
  );
});

test('the time of an expression runs out by the clock it was given', () => {
  expect(verdict('event.numbers.all(x, true)', { numbers: numbers.slice(0, 100_000) })).toMatch(
    /^(MATCHED|ERROR The expression runs longer)/,
  );
});

test.each([
  ['a large value mentioned many times', `{{ [${Array.from({ length: 100 }, () => 'event').join()}] }}`],
  ['a large value in every element', '{{ event.words.map(w, event.numbers) }}'],
  ['a large list of large texts', '{{ event.words.map(w, event.text) }}'],
])('%s does not become JSON', (_, source) => {
  const { result, milliseconds } = timed(() => render(source, 'value', large));
  expect(result).toMatch(/^!The expression (builds|takes|runs)/);
  expect(milliseconds).toBeLessThan(PATIENCE_MS);
});

test('numbers that would print as thousands of digits are stopped', () => {
  const squares = Array.from({ length: 10 }, () => '1e15').join(' * ');
  expect(render(`{{ ${squares} }}`, 'amount', {})).toBe(`1${'0'.repeat(150)}`);
  expect(render(`{{ ${squares} * 10 }}`, 'amount', {})).toBe('!A number has more than 150 digits before or after the point');
  expect(refusal(() => compileTemplate('{{ 1e999999999 }}', 'amount'))).toContain('outside the range');
});
