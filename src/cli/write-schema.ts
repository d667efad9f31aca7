/** Writes prisma/schema.sql, the schema on one page, from a database that is made for it and removed again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '../../prisma/connect';
import { describeSchema } from '../../prisma/describe';
import { migrate } from '../../prisma/migrate';
import { startPostgres } from './postgres';

const folder = await mkdtemp(join(tmpdir(), 'rewards-schema-'));
const server = await startPostgres(join(folder, 'postgres'));
try {
  await migrate(server.url);
  await writeFile(join('prisma', 'schema.sql'), await withConnection(server.url, describeSchema));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
