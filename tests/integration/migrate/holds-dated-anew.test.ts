/** A migration corrects the dates that earlier releases left in holds emptied and refilled in one statement. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { programWithAsset } from '@tests/support/programs';
import { withConnection } from '../../../prisma/connect';

const MIGRATION = 'prisma/migrations/20261122092000_holds_dated_anew/migration.sql';
const HOLDS = 'SELECT reference_id, amount, created_at FROM holds WHERE organization_id = $1 ORDER BY reference_id';
/** Misdates holds as the earlier release did; no statement of the service can. */
const MISDATE = `
  SET LOCAL session_replication_role = replica;
  UPDATE holds SET created_at = created_at - interval '1 year' WHERE organization_id = '$1' AND reference_id IN ('again', 'emptied');
  SET LOCAL session_replication_role = origin`;

test('a hold with the date of what it held before gets that of the posting that filled it last, and no other hold changes', async () => {
  const { id, api, program, asset } = await programWithAsset();
  const operation = { program_id: program.id, asset_id: asset.id, description: 'Test' };
  await api.post('/participants', { external_id: 'ada', program_id: program.id });
  const post = async (what: string, body: object): Promise<void> =>
    expect((await api.post(`/participants/ext:ada/balances/${what}`, { ...operation, ...body })).status).toBe(200);
  await post('adjust', { type: 'CREDIT', amount: '50' });
  for (const [what, amount, reference_id] of [
    ['hold', '4', 'again'],
    ['release', '4', 'again'],
    ['hold', '3', 'again'],
    ['hold', '2', 'again'],
    ['release', '1', 'again'],
    ['hold', '5', 'emptied'],
    ['release', '5', 'emptied'],
    ['hold', '6', 'steady'],
    ['release', '2', 'steady'],
  ] as const)
    await post(what, { amount, reference_id });

  await withConnection(databaseUrl(), async (client) => {
    const holds = async (): Promise<{ created_at: Date }[]> => (await client.query(HOLDS, [id])).rows;
    const before = await holds();
    await client.query('BEGIN');
    await client.query(MISDATE.replace('$1', id));
    const misdated = await holds();
    expect(misdated).not.toEqual(before);
    await client.query(await readFile(MIGRATION, 'utf8'));
    // An empty hold is dated when it is filled.
    expect(await holds()).toEqual([before[0], misdated[1], before[2]]);
    await client.query('ROLLBACK');
  });
});
