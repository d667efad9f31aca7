/** Runs one Citus for a whole test run, with a migrated database spread over its nodes. */
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate';
import { citusPrograms, createSpreadDatabase, startCitus } from './citus';
import { FASTER_FOR_TESTS } from './postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The ports of the nodes, the coordinator's first, of a run on a database that is spread. */
    nodePorts?: readonly number[];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await citusPrograms();
  if (programs === null) throw new Error('Citus is not installed on this machine.');
  const citus = await startCitus(programs, FASTER_FOR_TESTS);
  const url = await createSpreadDatabase(citus.ports, 'rewards');
  await migrate(url);
  project.provide('databaseUrl', url);
  project.provide('nodePorts', citus.ports);
  return citus.stop;
}
