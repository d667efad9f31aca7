/** Runs one Citus for a whole test run, with a migrated database spread over its nodes. */
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate';
import { citusPrograms, startCitus } from './citus';
import { FASTER_FOR_TESTS } from './postgres';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await citusPrograms();
  if (programs === null) throw new Error('Citus is not installed on this machine.');
  const citus = await startCitus(programs, FASTER_FOR_TESTS);
  const url = await citus.createDatabase('rewards');
  await migrate(url);
  project.provide('databaseUrl', url);
  return citus.stop;
}
