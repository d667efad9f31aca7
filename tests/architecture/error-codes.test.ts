/** The catalogue of errors tells no code as one that can be answered which nothing answers. */
import { expect, test } from 'vitest';
import { ERROR_CODES } from '@/domain/errors';
import { sources } from './source';

test('a code is named where something answers it, or it is reserved', () => {
  const answering = sources('src').filter(({ path }) => path !== 'src/domain/errors.ts' && !path.startsWith('src/components/'));
  const words = new Set(answering.flatMap(({ text }) => [...text.matchAll(/'([a-z][a-z0-9_]*)'/g)].map(([, word]) => word)));
  const wrong = Object.entries(ERROR_CODES).filter(([code, { isReserved }]) => words.has(code) === isReserved);
  expect(wrong.map(([code]) => code)).toEqual([]);
});
