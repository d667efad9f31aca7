/** Tells Prisma's own tools where the schema and migrations are; the service itself never reads this. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  // `prisma generate` needs no database, and a missing address must not stop it.
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
