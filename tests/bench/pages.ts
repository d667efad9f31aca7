/**
 * Calls every list and detail of the dashboard on a loaded database and prints how long each takes:
 * `DATA_DIR=.bench npm run bench:pages -- --out pages.json [--only participants] [--calls 5]`. Needs a build.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withBenchDatabase } from './database';
import { casesOf } from './pages/cases';
import { BUDGET_MS, measure, type Measured } from './pages/measure';
import { largestOrganization, samplesOf } from './pages/samples';
import { signIn } from './pages/session';
import { withService } from './service';

/** Number of slowest cases printed even if all are fast; the file has all. */
const SLOWEST = 10;
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'bench-pages.json' },
    only: { type: 'string', default: '' },
    calls: { type: 'string', default: '5' },
  },
});

async function run(): Promise<Measured[]> {
  const organizationId = await largestOrganization();
  if (organizationId === null) throw new Error('The database is empty: load it with tests/bench/load.ts first.');
  const { cases, missed } = casesOf(await samplesOf(organizationId, new Date()));
  return withService(async ({ address }) => {
    const session = await signIn(address.replace('127.0.0.1', 'localhost'), organizationId);
    const measured: Measured[] = [];
    for (const item of cases.filter(({ procedure }) => procedure.startsWith(values.only))) {
      measured.push(...(await measure(session, item, Number(values.calls))));
      // Written as it goes, so that an aborted run leaves results.
      await writeFile(values.out, JSON.stringify(measured, null, 2));
    }
    if (missed.length > 0) process.stdout.write(`Not measured, for want of a sample: ${missed.join(', ')}\n`);
    return measured;
  });
}

const describe = ({ procedure, input, page, p50, p95, cold, refusal }: Measured): string => {
  const mark = refusal !== null ? '?' : p95 > BUDGET_MS ? '!' : ' ';
  const times = [p50, p95, cold].map((ms) => ms.toFixed(0).padStart(8)).join('');
  return `${mark}${times}  ${procedure} ${page === 'deep' ? '(deep) ' : ''}${JSON.stringify(input)}${refusal ? ` — ${refusal}` : ''}`;
};

const measured = (await withBenchDatabase([], run)).sort((a, b) => b.p50 - a.p50);
await writeFile(values.out, JSON.stringify(measured, null, 2));
const answered = measured.filter(({ refusal }) => refusal === null);
const over = (share: 'p50' | 'p95' | 'cold'): number => answered.filter((item) => item[share] > BUDGET_MS).length;
const shown = measured.filter((item) => answered.indexOf(item) < SLOWEST || Math.max(item.p95, item.cold) > BUDGET_MS);
process.stdout.write(
  `      p50     p95    cold  in milliseconds; ! is over ${BUDGET_MS}, ? was refused\n${shown.map(describe).join('\n')}\n` +
    `${measured.length} cases, ${measured.length - answered.length} refused; the median of those answered takes ${answered[answered.length >> 1]?.p50.toFixed(0)} ms; ` +
    `over ${BUDGET_MS} ms are ${over('p50')} at p50, ${over('p95')} at p95 and ${over('cold')} first calls\n`,
);
process.exitCode = over('p50') === 0 ? 0 : 1;
