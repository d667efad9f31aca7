/** Measures the growth of another process while it works, by sampling its resident memory. */
import { readFileSync } from 'node:fs';

const EVERY_MS = 25;
const KIB_IN_MIB = 1_024;
/** The most memory that a million rows may cost. */
export const MOST_MIB = 100;

export interface Growth<T> {
  readonly result: T;
  readonly seconds: number;
  /** Resident memory in MiB. */
  readonly before: number;
  readonly peak: number;
}

/** Resident memory of any process on Linux, in MiB. */
export const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / KIB_IN_MIB;

/** @param pid the process that does the work. */
export async function growthOf<T>(pid: number, work: () => Promise<T>): Promise<Growth<T>> {
  const before = residentMemory(pid);
  let peak = before;
  const timer = setInterval(() => void (peak = Math.max(peak, residentMemory(pid))), EVERY_MS);
  const since = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - since) / 1_000, before, peak };
  } finally {
    clearInterval(timer);
  }
}

export function report(name: string, rows: number, { seconds, before, peak }: Growth<unknown>): void {
  const grown = peak - before;
  if (grown >= MOST_MIB) process.exitCode = 1;
  process.stdout.write(
    `${grown >= MOST_MIB ? '!' : ' '} ${name.padEnd(18)}${String(rows).padStart(10)} rows${seconds.toFixed(1).padStart(8)} s` +
      `  ${before.toFixed(0).padStart(5)} MiB before, at most ${peak.toFixed(0)}: ${grown.toFixed(0)} more, ${(rows / seconds).toFixed(0)} rows a second\n`,
  );
}
