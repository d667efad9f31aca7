/** Bundles the service once for a run that starts it many times over, as loading its modules one by one is most of what a start takes. */
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import type { TestProject } from 'vitest/node';
import type * as bundle from '@/cli/bundle';

const FOLDER = 'node_modules/.cache/service-under-test';
export const BUNDLED = join(FOLDER, 'main.mjs');

/** Called once per run, before any worker starts. */
export default async function setup(project: TestProject): Promise<void> {
  if (!project.vitest.projects.some(({ name }) => name === 'faults')) return;
  // By Node itself, since bundling resolves packages as Node does, which modules that Vite runs cannot.
  const { bundleService } = (await tsImport('../../src/cli/bundle.ts', import.meta.url)) as typeof bundle; // what that file exports
  await bundleService(FOLDER);
}
