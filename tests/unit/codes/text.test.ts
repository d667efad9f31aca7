/** How codes are written: what stands for the same code, and which slips of the hand are noticed. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_LENGTH, leastLength, makeCodes, MAX_PREFIX_LENGTH } from '@/domain/codes/generate';
import { canBeCode, CODE_ALPHABET, hasSoundCheck, MAX_CODE_LENGTH, normalizedCode } from '@/domain/codes/text';

const PLACES = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const shapes = fc.record({
  prefix: fc.array(fc.constantFrom(...PLACES), { maxLength: MAX_PREFIX_LENGTH }).map((characters) => characters.join('')),
  length: fc.integer({ min: CODE_LENGTH.least, max: CODE_LENGTH.most }),
});
const made = shapes.map((shape) => makeCodes(shape, 1, randomBytes)[0] ?? '');

describe('the text of a code', () => {
  test.each([
    ['spring-7k4m', 'SPRING7K4M'],
    [' 7k4m 9qwx ', '7K4M9QWX'],
    ['7K4M–9QWX', '7K4M9QWX'],
    ['７Ｋ４Ｍ', '7K4M'],
  ])('%s stands for %s', (text, code) => expect(normalizedCode(text)).toBe(code));

  test.each(['', 'A_B', 'ÄB', 'A'.repeat(MAX_CODE_LENGTH + 1)])('%j cannot be a code', (text) => expect(canBeCode(text)).toBe(false));
});

describe('a code that is made', () => {
  test('has its prefix and its length, no look-alikes behind the prefix, and a sound check character', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const codes = makeCodes(shape, 20, randomBytes);
        for (const code of codes) {
          expect(code.slice(0, shape.prefix.length)).toBe(shape.prefix);
          expect(code).toHaveLength(shape.prefix.length + shape.length);
          expect([...code.slice(shape.prefix.length)].every((character) => CODE_ALPHABET.includes(character))).toBe(true);
          expect(hasSoundCheck(code)).toBe(true);
        }
      }),
    );
  });

  test('is no longer sound after any one wrong character', () => {
    fc.assert(
      fc.property(made, fc.nat(), fc.constantFrom(...PLACES), (code, at, wrong) => {
        const place = at % code.length;
        fc.pre(code[place] !== wrong);
        expect(hasSoundCheck(code.slice(0, place) + wrong + code.slice(place + 1))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is no longer sound after any two different neighbours have changed places', () => {
    fc.assert(
      fc.property(made, fc.nat(), (code, at) => {
        const place = at % (code.length - 1);
        const [one = '', other = ''] = code.slice(place, place + 2);
        fc.pre(one !== other);
        expect(hasSoundCheck(code.slice(0, place) + other + one + code.slice(place + 2))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has every character as often as any other', () => {
    const counts = new Map<string, number>();
    for (const code of makeCodes({ prefix: '', length: 12 }, 20_000, randomBytes))
      for (const character of code.slice(0, -1)) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (20_000 * 11) / CODE_ALPHABET.length;
    for (const character of CODE_ALPHABET) expect(Math.abs((counts.get(character) ?? 0) - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });

  test('is one of at least a million that are not', () => {
    for (const count of [1, 1_000, 1_000_000])
      expect(CODE_ALPHABET.length ** (leastLength(count) - 1) / count).toBeGreaterThanOrEqual(1_000_000);
    expect(leastLength(1_000_000)).toBeLessThanOrEqual(CODE_LENGTH.usual);
  });
});
