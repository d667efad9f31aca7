/** A partition that is made while rows are on their way to the default one gets them, and nobody hears of it. */
import { expect, test } from 'vitest';
import { pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { firstIdAt } from '@/server/platform/ids';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';

await useOwnDatabase();

const DAY_MS = 86_400_000;

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await statement(waiting)).length === 0);
}

test('an operation whose webhook waits for a partition to be made is done once it is made, and the webhook lies in it', async () => {
  const { api, program, asset } = await programWithAsset();
  await api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['balance.credited'] });
  await api.post('/participants', { external_id: 'ada', program_id: program.id });
  const credit = { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '1', description: 'Once' };
  for (const { name } of await statement<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'webhook_events'::regclass AND inhrelid::regclass::text !~ 'default'`,
  ))
    await statement(`ALTER TABLE webhook_events DETACH PARTITION ${name}`);
  const maker = await pool().connect();
  try {
    await maker.query('BEGIN');
    const [first, beyond] = [firstIdAt(new Date(Date.now() - DAY_MS)), firstIdAt(new Date(Date.now() + DAY_MS))];
    await maker.query('SELECT make_partition($1, $2, $3, $4, $5)', ['webhook_events', 'id', 'webhook_events_of_now', first, beyond]);
    const adjusted = api.post('/participants/ext:ada/balances/adjust', credit);
    await untilSomebodyWaits();
    await maker.query('COMMIT');
    expect(await adjusted).toMatchObject({ status: 200 });
  } finally {
    maker.release();
  }
  const rows = await statement<{ name: string }>(
    `SELECT tableoid::regclass::text AS name FROM webhook_events WHERE organization_id = (SELECT organization_id FROM programs WHERE id = $1)`,
    [program.id],
  );
  expect(rows).toEqual([{ name: 'webhook_events_of_now' }]);
});
