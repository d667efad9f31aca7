/**
 * Measures what an event, a request and a statement cost Postgres, here and, in turns, at another revision:
 * `npm run bench:storage -- [--against revision] [--only webhook,log] [--rounds 3] [--events 20000] [--tables] [--json file]`.
 * It bundles what it measures itself. Needs Linux.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { thisCheckout, withRevision, type Checkout } from './storage/checkout';
import { distance } from './storage/distance';
import { announcedEvents, silentEvents, waitingEvents } from './storage/events';
import type { Amounts, Measure, Turn } from './storage/measure';
import { lanes } from './storage/lanes';
import { figure } from './ratios/pairs';
import { isMet, lineOf, tableOfLines, tablesOf, type Line, type Taken } from './storage/report';
import { adjustments, loggedRequests } from './storage/requests';
import { statements } from './storage/statement';
import { startSubject, type Subject } from './storage/subject';
import { linesOfTables } from './storage/tables';

const MEASURES: readonly Measure[] = [
  announcedEvents,
  waitingEvents,
  silentEvents,
  loggedRequests,
  adjustments,
  statements,
  distance,
  lanes,
];
const TABLES_SHOWN = 15;

const { values: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '20000' },
    tables: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const rounds = multipleOf(1, 'rounds');
/** Half of them are sent in some measures, in whole batches. */
const events = multipleOf(200, 'events');
const amounts: Amounts = { events, entries: events, requests: 5_000, seconds: 2 };

const progress = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function multipleOf(unit: number, name: 'rounds' | 'events'): number {
  const value = Number(asked[name]);
  if (Number.isInteger(value / unit) && value > 0) return value;
  throw new Error(`--${name} must be a multiple of ${unit}.`);
}

function chosen(): readonly Measure[] {
  const names = asked.only?.split(',') ?? MEASURES.map(({ name }) => name);
  return names.map((name) => {
    const found = MEASURES.find((measure) => measure.name === name);
    if (!found) throw new Error(`There is no measure called ${name}: there are ${MEASURES.map((measure) => measure.name).join(', ')}.`);
    return found;
  });
}

/** Takes one measure of every subject, in turns, so that disturbances of the machine affect all alike. */
async function take(measure: Measure, subjects: readonly Subject[]): Promise<Taken[]> {
  await using stack = new AsyncDisposableStack();
  const sides: { subject: Subject; turn: () => Promise<Turn>; turns: Turn[] }[] = [];
  for (const subject of subjects) {
    const trial = stack.use(await measure.prepare(subject, amounts));
    sides.push({ subject, turn: () => trial.turn(), turns: [] });
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const { subject, turn, turns } of sides) {
      const taken = await turn();
      turns.push(taken);
      const told = measure.figures.map(({ name }) => `${name} ${figure(taken.values[name]!)}`);
      progress(`  round ${round}, ${subject.checkout.revision}: ${told.join(', ')}`);
    }
  }
  return sides.map(({ subject, turns }) => ({ measure: measure.name, revision: subject.checkout.revision, turns }));
}

async function run(checkouts: readonly Checkout[]): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  for (const checkout of checkouts) {
    progress(`starting ${checkout.revision}`);
    subjects.push(stack.use(await startSubject(checkout)));
  }
  const lines: Line[] = [];
  const tables: { measure: string; revision: string; tables: ReturnType<typeof tablesOf> }[] = [];
  for (const measure of chosen()) {
    progress(measure.name);
    const [now, before] = await take(measure, subjects);
    lines.push(...measure.figures.map((about) => lineOf(about, now!, before)));
    for (const taken of [now!, ...(before ? [before] : [])]) tables.push({ ...taken, tables: tablesOf(taken) });
    // Written as it goes, so that an aborted run leaves results.
    const result = { at: new Date(), cores: availableParallelism(), revisions: checkouts.map(({ revision }) => revision), rounds, amounts };
    if (asked.json) await writeFile(asked.json, JSON.stringify({ ...result, lines, tables }, null, 2));
  }
  print(tableOfLines(lines));
  if (asked.tables) tables.forEach(printTables);
  const missed = lines.filter((line) => !isMet(line));
  if (missed.length > 0) print(`Not reached (!): ${missed.map(({ name }) => name).join(', ')}.`);
}

function printTables({ measure, revision, tables }: { measure: string; revision: string; tables: ReturnType<typeof tablesOf> }): void {
  if (tables.length === 0) return;
  print(`\n${measure}, ${revision}: for each event, by table`);
  linesOfTables(tables, TABLES_SHOWN).forEach(print);
}

const here = await thisCheckout();
await (asked.against === undefined ? run([here]) : withRevision(asked.against, (before) => run([here, before])));
