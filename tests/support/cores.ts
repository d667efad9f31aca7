/** Lists the CPU cores this process may use, and pins commands to one of them. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Core numbers where the system reports them; otherwise one null per core. */
export function availableCores(): readonly (number | null)[] {
  const unnamed = Array.from({ length: availableParallelism() }, () => null);
  if (process.platform !== 'linux') return unnamed;
  const [, list] = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (!list) return unnamed;
  const named = list.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, index) => from! + index);
  });
  return named.slice(0, unnamed.length);
}

/** A process that alternates with its child is faster when neither must be woken on another core. */
export const onOneCore = (core: number | null, command: readonly string[]): readonly string[] =>
  core === null ? command : ['taskset', '--cpu-list', String(core), ...command];
