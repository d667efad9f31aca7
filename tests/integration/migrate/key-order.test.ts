/** What keeps a lookup by a key from being answered through another index: held by the catalog of a migrated database. */
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { withConnection } from '../../../prisma/connect';

test('the keys of a table are made after the other indexes that begin with the organization: of those that seem to cost the same the last is taken', async () => {
  const late = await withConnection(databaseUrl(), (client) =>
    client.query<{ name: string }>(
      `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
       WHERE i.relnamespace = 'public'::regnamespace AND NOT x.indisunique AND EXISTS (
         SELECT 1 FROM pg_index key WHERE key.indrelid = x.indrelid AND key.indisunique AND key.indnkeyatts > 1 AND key.indexrelid < x.indexrelid)
         AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = x.indrelid AND a.attnum = x.indkey[0] AND a.attname = 'organization_id')
       ORDER BY 1`,
    ),
  );
  expect(late.rows.map(({ name }) => name)).toEqual([]);
});
