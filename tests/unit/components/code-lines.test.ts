/** A pasted text or a file of codes is read line by line, whatever made it. */
import { expect, test } from 'vitest';
import { codesIn } from '@/components/codes/code-lines';

test.each([
  ['one code a line, with either line ending and a byte order mark', '\uFEFFA1\r\nB2\nC3\r', ['1 A1', '2 B2', '3 C3']],
  ['the first column alone, quoted or not', '"A1",spring\nB2;x\n"C""3"', ['1 A1', '2 B2', '3 C"3']],
  ['a heading and empty lines are none, and the others keep their numbers', 'Code\n\n  A1 \n', ['3 A1']],
  ['a code that reads like the heading is one further down', 'A1\ncode', ['1 A1', '2 code']],
  ['an empty text has none', '', []],
])('%s', (_name, text, expected) => {
  expect(codesIn(text).map(({ code, line }) => `${line} ${code}`)).toEqual(expected);
});
