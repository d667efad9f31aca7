/** What `npm run migrate` makes of a Citus, seen on its nodes. */
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { databaseUrl } from '@/env';
import { statement } from '@/server/db/transaction';
import { keepPartitions } from '@/server/db/partitions';
import { OUTCOME_PARTITIONS } from '@/server/db/repositories/events/event-queue';
import { brokenInvariants } from '@tests/support/invariants';
import { organization } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';
import { withConnection } from '../../prisma/connect';
import { LOCAL, REFERENCE } from '../../prisma/distribute';
import { migrate } from '../../prisma/migrate';

test('every table is spread by organization with all others, is whole on every node, or is one of those that stay on one', async () => {
  const rows = await statement<{ name: string; kind: string; groups: number }>(
    `SELECT c.relname AS name, CASE WHEN d.partmethod = 'h' THEN 'SPREAD' WHEN d.repmodel = 't' THEN 'REFERENCE' ELSE 'LOCAL' END AS kind,
       (SELECT count(DISTINCT colocationid)::int FROM pg_dist_partition WHERE partmethod = 'h') AS groups
     FROM pg_class c LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e')`,
  );
  const expected = (name: string): string => (LOCAL.has(name) ? 'LOCAL' : REFERENCE.has(name) ? 'REFERENCE' : 'SPREAD');
  expect(rows.filter(({ name, kind }) => kind !== expected(name))).toEqual([]);
  expect(rows[0]!.groups).toBe(1);
});

test('a database that is spread already is left as it is', async () => {
  expect(await migrate(databaseUrl())).toEqual({ migrations: [], routines: [], spread: [] });
});

test('organizations live on both workers, and each of them has its first audit entry and its place in the counts of days', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => organization()));
  const nodes = await statement<{ nodes: number }>(
    `SELECT count(DISTINCT p.groupid)::int AS nodes FROM unnest($1::uuid[]) AS o (id)
     JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('journal_entries', o.id)`,
    [made.map(({ id }) => id)],
  );
  expect(nodes).toEqual([{ nodes: 2 }]);
  for (const { id } of made) {
    const [row] = await statement(
      `SELECT (SELECT count(*)::int FROM audit_log WHERE organization_id = $1 AND resource_type = 'ORGANIZATION') AS audited,
         (SELECT count(*)::int FROM activity_progress WHERE organization_id = $1) AS days, (SELECT count(*)::int FROM hour_progress WHERE organization_id = $1) AS hours`,
      [id],
    );
    expect(row).toEqual({ audited: 1, days: 1, hours: 1 });
  }
});

test('an entry that does not balance is refused on the shard, as it is by one Postgres', async () => {
  const { id, program, asset } = await programWithAsset();
  await expect(
    withConnection(databaseUrl(), (client) =>
      client.query(
        `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts)
         SELECT first_id_at(at), $1, $2, 'CREDIT', at, '{SYSTEM_ISSUANCE}', ARRAY[$2::uuid], ARRAY[$3::uuid], '{NULL}', '{1}'
         FROM (SELECT '2026-01-01T00:00:00Z'::timestamptz AS at) AS given`,
        [id, program.id, asset.id],
      ),
    ),
  ).rejects.toThrow('are refused');
});

test('partitions that the job makes are spread with their table, hold what waited for them, and events go on in them', async () => {
  const made = await programWithAsset();
  await made.addRule({});
  const early = await made.sendAndProcess({});
  await keepPartitions(OUTCOME_PARTITIONS, new Date(), new Date(0));
  const [row] = await statement<{ local: number; spread: number; here: number }>(
    `SELECT count(*) FILTER (WHERE d.partmethod IS NULL)::int AS local, count(*) FILTER (WHERE d.partmethod = 'h')::int AS spread,
       sum(pg_relation_size(i.inhrelid))::int AS here
     FROM pg_inherits i LEFT JOIN pg_dist_partition d ON d.logicalrelid = i.inhrelid WHERE i.inhparent = 'event_outcomes'::regclass`,
  );
  expect(row).toMatchObject({ local: 0, here: 0 });
  expect(row!.spread).toBeGreaterThan(2);
  expect((await made.api.get<EventDetail>(`/events/${early.id}`)).body.status).toBe('COMPLETED');
  expect((await made.sendAndProcess({})).status).toBe('COMPLETED');
  expect(await made.available('ada')).toBe('20.00');
  expect(await brokenInvariants(statement, made.id)).toEqual([]);
});
