/** Checks what must work before this process should receive traffic. Any module that runs something essential adds a check. */
import { statement } from '@/server/db/transaction';
import { singleton } from '@/server/platform/singleton';

/** Resolves when all is well and rejects otherwise. */
type ReadinessCheck = () => Promise<void> | void;

const PATIENCE_MS = 2_000;

const checks = () => singleton('readiness', () => new Map<string, ReadinessCheck>([['database', reachDatabase]]));

async function reachDatabase(): Promise<void> {
  await statement('SELECT 1');
}

/** Adds a check under a name, replacing any of the same name. */
export function addReadinessCheck(name: string, check: ReadinessCheck): void {
  checks().set(name, check);
}

/** The outcome of every check, by name; one that takes over two seconds has failed. */
export async function readiness(): Promise<Record<string, 'ok' | 'failed'>> {
  const outcomes = [...checks()].map(async ([name, check]) => [name, await passes(check)] as const);
  return Object.fromEntries(await Promise.all(outcomes));
}

async function passes(check: ReadinessCheck): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'failed'>((resolve) => (timer = setTimeout(() => resolve('failed'), PATIENCE_MS)));
  const done = Promise.resolve()
    .then(check)
    .then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
