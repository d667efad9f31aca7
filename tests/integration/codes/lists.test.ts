/** Lists of the codes of a large batch: a page reads about as many codes as it shows, whichever are asked for. */
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { codes, type TestCodes } from '@tests/support/codes';
import { useOwnDatabase } from '@tests/support/own-database';
import { rowsRead } from '@tests/support/rows-read';

await useOwnDatabase();
afterAll(closeDatabase);

const CODES = 20_000;
const PAGE = 50;

/** A batch whose codes were given out from the first on: all but the last hundred were used, and one in a thousand is void. */
async function largeBatch(club: TestCodes): Promise<string> {
  const { id } = await club.batch({ kind: 'IMPORTED', key: 'large' });
  await statement(
    `INSERT INTO codes (organization_id, program_id, batch_id, code, status, max_uses, used, created_at)
     SELECT $1, $2, $3, 'C' || lpad(n::text, 6, '0'), CASE WHEN n % 1000 = 0 THEN 'VOID' ELSE 'ACTIVE' END, 1, CASE WHEN n < $4 - 100 THEN 1 ELSE 0 END, now()
     FROM generate_series(1, $4::int) n`,
    [club.id, club.program.id, id, CODES],
  );
  await statement('ANALYZE codes');
  return id;
}

test.each([
  ['UNUSED', PAGE],
  ['USED', PAGE],
  ['VOID', 20],
])('a page of the codes of a large batch that are %s reads hardly more than it shows', async (status, shown) => {
  const club = await codes();
  const id = await largeBatch(club);
  const read = async () => (await rowsRead()).get('codes') ?? 0;
  const before = await read();
  const { body } = await club.api.get<{ data: { status: string }[] }>(`/codes?batch_id=${id}&status=${status}&limit=${PAGE}`);
  expect(body.data.map((code) => code.status)).toEqual(Array<string>(shown).fill(status));
  expect((await read()) - before).toBeLessThan(3 * PAGE);
});

test('the list and the file of the codes of an unknown batch are not found, and name the field', async () => {
  const club = await codes();
  for (const path of ['/codes', '/exports/codes.csv'])
    expect(await club.api.get(`${path}?batch_id=${club.program.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'batch_id' },
    });
});
