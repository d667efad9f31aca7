/** The page of rules and their sentences is what the code says, and holds what people would stumble over nowhere. */
import { expect, test } from 'vitest';
import { OTHERS, page, RULES } from './table';

const sentences = Object.values({ ...RULES, ...OTHERS })
  .flat()
  .map(({ sentence }) => sentence);

test('the page in the documents is what the code says of 200 rules and more', async () => {
  expect(Object.values(RULES).flat().length).toBeGreaterThanOrEqual(200);
  await expect(page()).toMatchFileSnapshot('../../../../docs/rules-in-words.md');
});

test.each([
  ['one of something in the plural', /\b1 (seconds|minutes|hours|days|weeks|months)\b/],
  ['the same word twice', /\b(\w+) \1\b/i],
  ['a duration as it is stored', /\b\d+[smhdw]\b/],
  ['a moment as it is stored', /\d{4}-\d{2}-\d{2}T/],
  ['a name as it is stored', /\b[A-Z]+_[A-Z]+\b|_[a-z]/],
  ['the braces of a template', /\{\{|\}\}/],
  ['a mark that was left over', /,,|,\.|, ,| {2}|\.\.|\(\)|“”/],
  ['nothing where something belongs', /undefined|null|NaN|\[object/],
] as const)('no sentence has %s', (_, fault) => {
  const plain = sentences.map((sentence) => sentence.replace(/“[^”]*”/g, '“…”').replace(/CEL “…”/g, 'CEL'));
  expect(plain.filter((sentence) => fault.test(sentence))).toEqual([]);
});
