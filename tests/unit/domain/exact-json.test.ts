import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DuplicateNameError, InexactNumber, isInexact, lossIn, parseExactJson } from '@/domain/exact-json';

const digits = (max: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map((all) => all.join(''));

/** Numbers as JSON may write them, with many digits, zeros on either side and exponents. */
const literal = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(25).map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits(25)),
    exponent: fc.option(fc.record({ e: fc.constantFrom('e', 'E', 'e+', 'e-'), power: fc.integer({ min: 0, max: 400 }) })),
  })
  .map(
    ({ sign, whole, fraction, exponent }) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `${exponent.e}${exponent.power}`}`,
  );

/** The value of a decimal as a whole number of 10^-`SCALE`. */
const SCALE = 900;
function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!;
  const value = BigInt(whole + fraction) * 10n ** BigInt(SCALE - fraction.length + Number(exponent));
  return sign === '-' ? -value : value;
}

test('a number is read with exactly the value that is written, or kept as it is written', () => {
  fc.assert(
    fc.property(literal, (text) => {
      const [read] = parseExactJson(`[${text}]`) as [number | InexactNumber];
      if (read instanceof InexactNumber) {
        expect(read.text).toBe(text);
        const rounded = Number(text);
        expect(Number.isFinite(rounded) && scaled(String(rounded)) === scaled(text)).toBe(false);
      } else expect(scaled(String(read))).toBe(scaled(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a number that JavaScript wrote is always read', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseExactJson(JSON.stringify([value]))).toEqual(JSON.parse(JSON.stringify([value])));
    }),
    { numRuns: 5_000 },
  );
});

test('JSON of numbers that keep their value is read as JSON.parse reads it, with spaces anywhere', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

const name = fc
  .oneof(fc.string({ maxLength: 3, unit: 'binary' }), fc.constantFrom('"', '\\"', ':', '{', 'a":', '__proto__'))
  // Where it has seen objects with this name, the V8 of Node 24.21 reads any other name of one escaped character as this one.
  .filter((text) => text !== '\\');

test('a name that is given twice in one object is found wherever it is, and nothing else is', () => {
  const object = fc.array(fc.tuple(name, fc.constantFrom('1', '"x"', '[{"a":1},{"a":1}]', '{"a":{"a":"\\\\"}}')), { maxLength: 4 });
  fc.assert(
    fc.property(object, fc.constantFrom(['', ''], ['[', ']'], ['{"o":[0,', ']}']), (fields, [before, after]) => {
      const text = `${before}{${fields.map(([key, value]) => `${JSON.stringify(key)} :${value}`).join(',')}}${after}`;
      const names = fields.map(([key]) => key);
      const twice = names.find((key, index) => names.indexOf(key) < index);
      if (twice === undefined) expect(JSON.stringify(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      else expect(() => parseExactJson(text)).toThrow(new DuplicateNameError(twice));
    }),
    { numRuns: 5_000 },
  );
});

test.each(['', '{', '{"a":1,}', '01', 'NaN', '{"a" 1}'])('%j is a syntax error', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test.each([
  [2 ** 53, false],
  [-(2 ** 53), false],
  [2 ** 53 + 2, true],
  [new InexactNumber('1.00000000000000000001'), true],
  ['9007199254740993', false],
])('%j cannot be carried exactly: %s', (value, expected) => {
  expect(isInexact(value)).toBe(expected);
});

test.each([
  ['{"a":[1,{"b":9007199254740993}]}', 'a[1].b: This number is above 2^53'],
  ['12345678901234567890', 'This number is above 2^53'],
  ['{"a":{"__proto__":1}}', 'a.__proto__: A field cannot be named'],
  ['{"a":1,"a":1}', 'The field "a" is given twice'],
])('typed JSON %s would lose something, and the sentence says what', (text, sentence) => {
  expect(lossIn(text)?.slice(0, sentence.length)).toBe(sentence);
});

test('of other typed JSON nothing is lost, and what is not JSON is no loss but a syntax error', () => {
  expect(lossIn('{"constructor":[0.1,-12,"9007199254740993",null]}')).toBeNull();
  expect(() => lossIn('{a:1}')).toThrow(SyntaxError);
});
