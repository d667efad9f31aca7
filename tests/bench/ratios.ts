/**
 * Compares the service with the best that Postgres and Node can do, on one machine, in turns:
 * `npm run bench -- [--only a,b] [--quick] [--out bench.json] [--minutes 60] [--data folder]`. Needs a build.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backtests } from './ratios/backtests';
import { decisions } from './ratios/decisions';
import { growth } from './ratios/growth';
import { latency } from './ratios/latency';
import { lists } from './ratios/lists';
import { isReached, tableOf, type Ratio } from './ratios/pairs';
import { contention, processing } from './ratios/processing';
import { adjustments, balanceReads, ingestion } from './ratios/requests';
import { adjustmentsBySize, ingestionBySize, processingBySize, readsBySize } from './ratios/size';
import { withStage, type Scale, type Stage } from './ratios/stage';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: join(tmpdir(), 'rewards-bench.json') },
    minutes: { type: 'string', default: '10' },
    data: { type: 'string' },
  },
});

const RATIOS: Readonly<Record<string, (stage: Stage) => Promise<Ratio[]>>> = {
  a: processing,
  b: ingestion,
  c: balanceReads,
  d: adjustments,
  e: contention,
  f: latency,
  ga: processingBySize,
  gb: ingestionBySize,
  gc: readsBySize,
  gd: adjustmentsBySize,
  h: backtests,
  i: lists,
  j: growth,
  k: decisions,
};

/** The ratios whose names match --only; (g) needs a large database. */
function chosen({ only, data }: { only?: string | undefined; data?: string | undefined }): string[] {
  const names = Object.keys(RATIOS);
  if (only === undefined) return names.filter((name) => data !== undefined || !name.startsWith('g'));
  return only.split(',').flatMap((asked) => {
    const found = names.filter((name) => name.startsWith(asked));
    if (found.length === 0) throw new Error(`There is no ratio called ${asked}: there are ${names.join(', ')}.`);
    return found;
  });
}

const minutes = Number(values.minutes);
const scale: Scale = values.quick
  ? { pairs: 2, seconds: 3, events: 10_000, memoryMinutes: Math.min(minutes, 1) }
  : { pairs: 5, seconds: 5, events: 20_000, memoryMinutes: minutes };
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const ratios: Ratio[] = [];
await withStage(
  scale,
  tell,
  async (stage) => {
    for (const name of chosen(values)) {
      tell(name);
      ratios.push(...(await RATIOS[name]!(stage)));
      // Written as it goes, so that an aborted run leaves results.
      await writeFile(values.out, JSON.stringify({ at: new Date(), cores: availableParallelism(), scale, ratios }, null, 2));
    }
  },
  values.data,
);
for (const { name, remarks = [] } of ratios) for (const remark of remarks) tell(`${name}: ${remark}`);
tell(tableOf(ratios));
const missed = ratios.filter((ratio) => !isReached(ratio));
tell(
  missed.length === 0
    ? 'Every goal is reached.'
    : `Not reached (!): ${missed.map(({ name }) => name).join(', ')}. The figures are in ${values.out}`,
);
