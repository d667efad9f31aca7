/** The cores of the machine that this process may use, and commands that use but one of them. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Their numbers, where the system tells them; else as many nulls as there are cores. */
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

/** What takes turns with what it has started is quicker when neither has to be woken on another core. */
export const onOneCore = (core: number | null, command: readonly string[]): readonly string[] =>
  core === null ? command : ['taskset', '--cpu-list', String(core), ...command];
