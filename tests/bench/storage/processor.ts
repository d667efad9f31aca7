/** Reads how much processor time a Postgres cluster has used, from what Linux keeps about its processes. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the name, which may itself have spaces. */
const [PARENT, OWN, OF_REAPED] = [1, 11, 13] as const;

let ticks: number | undefined;
const ticksInSecond = (): number => (ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));

/** Null when the process has ended meanwhile. */
function statOf(pid: number): readonly number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

const sumAt = (stat: readonly number[], field: number): number => stat[field]! + stat[field + 1]!;

/** That of all living children of a process. */
const ofChildren = (parent: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.[PARENT] === parent)
    .reduce((sum, stat) => sum + sumAt(stat!, OWN), 0);

/**
 * Seconds of user and system time of the server: the postmaster, its living children, and those that it has reaped.
 * @param postmaster its pid.
 * @throws Error when it has ended.
 */
export function processorSeconds(postmaster: number): number {
  for (;;) {
    const before = statOf(postmaster);
    const living = ofChildren(postmaster);
    const after = statOf(postmaster);
    if (before === null || after === null) throw new Error(`The Postgres ${postmaster} has ended.`);
    // A child reaped in between would be counted twice, or not at all.
    if (sumAt(before, OF_REAPED) === sumAt(after, OF_REAPED))
      return (living + sumAt(after, OWN) + sumAt(after, OF_REAPED)) / ticksInSecond();
  }
}
