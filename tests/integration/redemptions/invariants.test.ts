/** Every redemption invariant is violated when rows break it, and holds for what the service has written. */
import { beforeAll, expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { updatePostings } from '@tests/support/entry-rows';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { shop } from '@tests/support/redemptions';
import { withConnection } from '../../../prisma/connect';

// No other test may find the broken rows.
await useOwnDatabase();

beforeAll(async () => {
  const club = await shop({ inventory_mode: 'LOT', listening: true });
  const reward = await club.reward({ max_total: 9 });
  await club.redeemed();
  await club.reserved();
  const done = await club.ordered(reward, { quantity: 3 });
  await club.reverse(done, { quantity: 1 });
  await club.act('cancel', await club.ordered(reward, { mode: 'PENDING' }), { idempotency_key: 'cancel-1' });
});

/** Breaks rows with triggers disabled, returns the violated invariants, and rolls back. */
async function brokenBy(statement: string): Promise<string[]> {
  return withConnection(databaseUrl(), async (client) => {
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows as never;
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const { rowCount } = await client.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    const broken = await brokenInvariants(query);
    await client.query('ROLLBACK');
    return broken.map((sentence) => sentence.split(':')[0]!);
  });
}

test('all hold for what the service itself has written', async () => {
  expect(await brokenBy('UPDATE organizations SET name = name')).toEqual([]);
});

test.each([
  [
    'what a pending redemption reserves is held for it, but for what has expired; nothing is held for any other',
    `UPDATE holds SET amount = amount - 1 WHERE amount > 0`,
  ],
  [
    'what a pending redemption reserves is held for it, but for what has expired; nothing is held for any other',
    `UPDATE holds SET amount = 1 WHERE amount = 0`,
  ],
  [
    'what lies under a reference of the service lies there for a redemption or a decision',
    `UPDATE holds SET reference_id = 'service:elsewhere' WHERE amount > 0`,
  ],
  [
    'a redemption that stands has spent its amount less what was reversed, any other nothing',
    updatePostings({ account_type: `'SYSTEM_ISSUANCE'` }, `account_type = 'SYSTEM_REDEMPTION'`),
  ],
  [
    'a redemption that stands has spent its amount less what was reversed, any other nothing',
    `UPDATE redemptions SET amount = amount + 1 WHERE status = 'COMPLETED'`,
  ],
  [
    'what a reservation released and what expired in it is what it reserved',
    `UPDATE redemptions SET released_amount = 1 WHERE status = 'CANCELLED'`,
  ],
  ['reversals make up what is reversed of a redemption, in amount and in units', `DELETE FROM redemption_reversals`],
  ['a reward counts the units of the redemptions that stand', `UPDATE rewards SET redeemed_count = redeemed_count + 1`],
  ['an active reward has stock left', `UPDATE rewards SET max_total = redeemed_count`],
  [
    'a redemption is announced once when it has spent, and never otherwise',
    `INSERT INTO webhook_events (organization_id, id, type, api_version, data)
     SELECT organization_id, gen_random_uuid(), type, api_version, data FROM webhook_events WHERE type = 'redemption.completed' LIMIT 1`,
  ],
  [
    'a redemption is announced once when it has spent, and never otherwise',
    `INSERT INTO webhook_events (organization_id, id, type, api_version, data)
     SELECT organization_id, gen_random_uuid(), 'redemption.completed', '2026-03-01', json_build_object('redemption_id', id) FROM redemptions WHERE status = 'PENDING'`,
  ],
])('%s (case %#)', async (invariant, statement) => {
  expect(await brokenBy(statement)).toContain(invariant);
});
