/** The fuzzing finds a word of the implementation in an answer, and does not take what was sent for one. */
import { expect, test } from 'vitest';
import { wordOfInside } from '@tests/support/fuzz/verdict';

test.each([
  ['relation "events" does not exist', 'relation "'],
  ['PrismaClientKnownRequestError', 'Prisma'],
  ['canceling statement in pg_sleep', 'pg_'],
])('%s is found, twice in a row', (answer, word) => {
  expect(wordOfInside(answer, 'GET /v1/events')).toBe(word);
  expect(wordOfInside(answer, 'GET /v1/events')).toBe(word);
});

test('what was sent and comes back as received is no word of the implementation', () => {
  expect(wordOfInside('{"received":"[{\\"pg_aV|\\":false"}', '/v1/groups/[{"pg_aV|[g":false}]/members')).toBeUndefined();
});

test('a word that was not sent is found beside one that was', () => {
  expect(wordOfInside('{"received":"pg_a"} violates a constraint', '/v1/groups/pg_a')).toBe('violates');
});
