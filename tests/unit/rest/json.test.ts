import { expect, test } from 'vitest';
import { parseJsonObject } from '@/server/rest/json';

const parse = (text: string) => parseJsonObject(Buffer.from(text));

test.each(['9007199254740993', '-9007199254740993', '9007199254740992.5', '9.007199254740993e15', '90071992547409930e-1'])(
  '%s arrives as a number beyond 2^53, although a double cannot tell it from 2^53',
  (literal) => {
    expect(Math.abs(parse(`{"n":[{"m":${literal}}]}`).n![0 as never]['m' as never])).toBeGreaterThan(2 ** 53);
  },
);

test.each(['9007199254740992', '-9007199254740992', '9007199254740992.0', '9007199254740991', '0.1', '-0'])(
  '%s arrives unchanged',
  (literal) => {
    expect(parse(`{"n":${literal},"near":"9007199254740993"}`)).toEqual({ n: Number(literal), near: '9007199254740993' });
  },
);

test('a byte order mark is not part of the body', () => {
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
});
