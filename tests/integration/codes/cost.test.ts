/** What a use of a code costs: as much after thousands of uses as at first. */
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { codes } from '@tests/support/codes';
import { useOwnDatabase } from '@tests/support/own-database';
import { rowsRead } from '@tests/support/rows-read';

await useOwnDatabase();
afterAll(closeDatabase);

const USES = 2_000;

test('where each participant can use any number of codes, those that one has used are not counted again', async () => {
  const club = await codes();
  const batch = await club.batch({ kind: 'IMPORTED', key: 'letters' });
  await club.enter([]);
  await statement(
    `INSERT INTO codes (organization_id, program_id, batch_id, max_uses, created_at, code) SELECT $1, $2, $3, 1, now(), 'C' || n FROM generate_series(0, $4::int) n`,
    [club.id, club.program.id, batch.id, USES],
  );
  const use = (condition: string) =>
    statement(
      `INSERT INTO code_redemptions (organization_id, id, program_id, batch_id, code, participant_id, decision_id, status, created_at, updated_at)
       SELECT $1, uuidv7(), $2, $3, c.code, p.id, gen_random_uuid(), 'RESERVED', now(), now()
       FROM participants p JOIN codes c ON c.organization_id = p.organization_id AND c.batch_id = $3 AND ${condition}
       WHERE p.organization_id = $1 AND p.external_id = 'ada'`,
      [club.id, club.program.id, batch.id],
    );
  await use(`c.code <> 'C0'`);
  const read = async () => (await rowsRead()).get('code_redemptions') ?? 0;
  const before = await read();
  await use(`c.code = 'C0'`);
  expect((await read()) - before).toBeLessThan(10);
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: USES + 1 });
});
