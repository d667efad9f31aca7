/** No statement goes past what is checked of a table by naming one of its partitions. */
import { expect, test } from 'vitest';
import { firstIdAt } from '@/server/platform/ids';
import { keepPartitions } from '@/server/db/partitions';
import { OUTCOME_PARTITIONS } from '@/server/db/repositories/events/event-queue';
import { REQUEST_LOG_PARTITIONS } from '@/server/db/repositories/organizations/request-logs';
import { statement } from '@/server/db/transaction';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';

await useOwnDatabase();

const RESTRICTED = '23001';

const partitions = () =>
  statement<{ table: string; name: string; key: string }>(
    `SELECT i.inhparent::regclass::text AS table, i.inhrelid::regclass::text AS name, pg_get_partkeydef(i.inhparent) AS key
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent
     WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );

test('no row is put into a partition by its name, and none is emptied, whether it was there first or made by the job', async () => {
  const made = await programWithAsset();
  await made.addRule({});
  const { id: event } = await made.sendAndProcess({});
  for (const kept of [OUTCOME_PARTITIONS, REQUEST_LOG_PARTITIONS]) await keepPartitions(kept, new Date(), new Date(0));
  const found = await partitions();
  expect(new Set(found.map(({ table }) => table)).size).toBe(4);
  expect(found.length).toBeGreaterThan(8);
  for (const { name } of found) {
    await expect(statement(`INSERT INTO ${name} SELECT * FROM ${name}`), name).rejects.toMatchObject({ code: RESTRICTED });
    await expect(statement(`TRUNCATE ${name}`), name).rejects.toMatchObject({ code: RESTRICTED });
  }
  const [outcome] = await statement<{ name: string }>(
    `SELECT regexp_replace(tableoid::regclass::text, '_[0-9]{6}$', '') AS name FROM event_outcomes WHERE event_id = $1`,
    [event],
  );
  expect(outcome!.name).not.toBe('event_outcomes_default');
  const forged = `INSERT INTO ${outcome!.name} (organization_id, event_id, status, processed_at, rule_configuration_version, evaluations)
    VALUES ($1, $2, 'COMPLETED', now(), 1, '[]')`;
  await expect(statement(forged, [made.id, firstIdAt(new Date())])).rejects.toMatchObject({ code: RESTRICTED });
});

test('what a partitioned table checks once a statement, each of its partitions refuses', async () => {
  const rows = await statement<{ name: string }>(
    `SELECT p.tgrelid::regclass || ': ' || p.tgname AS name FROM pg_trigger p JOIN pg_class c ON c.oid = p.tgrelid
     WHERE c.relkind = 'p' AND NOT p.tgisinternal AND p.tgtype & 1 = 0 AND EXISTS (
       SELECT 1 FROM pg_inherits i CROSS JOIN generate_series(2, 5) AS event WHERE i.inhparent = c.oid AND p.tgtype & (1 << event) <> 0 AND NOT EXISTS (
         SELECT 1 FROM pg_trigger t WHERE t.tgrelid = i.inhrelid AND t.tgtype & 1 = 0 AND t.tgtype & 2 = 2 AND t.tgtype & (1 << event) <> 0
           AND t.tgfoid IN ('refuse_change'::regproc, 'refuse_named_partition'::regproc)))`,
  );
  expect(rows).toEqual([]);
});
