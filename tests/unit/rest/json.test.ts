import { expect, test } from 'vitest';
import type { DomainError } from '@/domain/errors';
import { InexactNumber } from '@/domain/exact-json';
import { parseJsonObject } from '@/server/rest/json';

const parse = (text: string) => parseJsonObject(Buffer.from(text));

test.each(['9007199254740993', '-9007199254740993', '9007199254740992.5', '9.007199254740993e15', '90071992547409930e-1'])(
  '%s arrives as it is written, because no double has its value',
  (literal) => {
    expect(parse(`{"n":[{"m":${literal}}]}`)).toEqual({ n: [{ m: new InexactNumber(literal) }] });
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

const refusal = (text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    const { code, message, param } = error as DomainError;
    return { code, message, param };
  }
};

test.each(['{"a":1,"a":1}', '{"b":[{"a":1},{"a":2,"\\u0061":{}}]}', '{"a":{"x":"\\\\"},"c":"\\"a\\":","a":null}'])(
  '%s names a field twice and is invalid_json, saying which',
  (text) => {
    expect(refusal(text)).toMatchObject({ code: 'invalid_json', message: expect.stringContaining('"a" is given twice') });
  },
);

test.each([
  ['{"__proto__":{}}', '__proto__'],
  ['{"a":[1,{"b":{"\\u005f_proto__":null}}]}', 'a[1].b.__proto__'],
])('%s is refused, naming the field that would be lost', (text, param) => {
  expect(refusal(text)).toMatchObject({ code: 'validation_error', param });
});

test('fields that are named like what every object inherits arrive as they were sent', () => {
  const text = '{"constructor":{"prototype":1},"toString":null,"hasOwnProperty":[],"prototype":0}';
  expect(JSON.stringify(parse(text))).toBe(text);
});
