import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, withoutGuard } from '@/domain/csv';
import { joinTags, splitTags } from '@/domain/participants/tag-list';
import { readCsv } from '@tests/support/csv';

test.each(['=1+1', '+49 171', '@sum', '-1+1', '-', '\tx', '\rx', "'=1"])('a spreadsheet does not run %j', (text) => {
  expect(readCsv(csvLine(['a']) + csvLine([text]))).toEqual([{ a: `'${text}` }]);
});

test.each(['-12.50', '0.5', '-3', '12', 'a-b', "'tis", ''])('%j is written as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});

test('any text is read back as it was', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'=+-@\'",;\\\r\n\t a1.') });
  fc.assert(
    fc.property(nasty, fc.string(), (a, b) => {
      const [read] = readCsv(csvLine(['a', 'b']) + csvLine([a, b]));
      expect([read!.a, read!.b].map((cell) => withoutGuard(cell!))).toEqual([a, b]);
    }),
  );
});

describe('tags in one cell', () => {
  test('may hold the character that parts them', () => {
    expect(joinTags(['vip', 'a;b', 'c\\'])).toBe('vip;a\\;b;c\\\\');
    expect(splitTags('vip;a\\;b;c\\\\')).toEqual(['vip', 'a;b', 'c\\']);
  });

  test('are read without blanks around them', () => {
    expect(splitTags(' vip ; ;beta;')).toEqual(['vip', 'beta']);
    expect(splitTags('')).toEqual([]);
  });
});
