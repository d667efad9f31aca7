/** Codes that somebody types for one event are read as the API takes them. */
import { expect, test } from 'vitest';
import { enteredCodes, enteredFault } from '@/components/codes/entered-codes';

test.each([
  [
    'between commas, semicolons and line breaks, without the space around them',
    ' spring-7k ,AUTUMN;\r\n summer 24\n',
    ['spring-7k', 'AUTUMN', 'summer 24'],
  ],
  ['nothing is no code', ' , \n;', []],
])('%s', (_name, text, expected) => {
  expect(enteredCodes(text)).toEqual(expected);
});

test('more codes than an event can have, and longer ones, are told before they are sent', () => {
  expect(enteredFault(enteredCodes('A1,B2'))).toBeNull();
  expect(enteredFault(Array.from({ length: 11 }, (_, index) => `C${index}`))).toBe('An event has at most 10 codes; leave some out.');
  expect(enteredFault(['A1', 'B'.repeat(101)])).toBe('Code 2 has more than 100 characters.');
});
