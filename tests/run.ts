/**
 * Runs every test of the project, stage by stage, and ends with one line: N passed, N failed.
 * `npm test -- --only unit,api` runs those stages alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure, Outcome } from './support/stage-reports';
import { Session, STAGES, type Stage } from './support/stages';

/** Ctrl-C arrives both from the terminal and through npm; a second signal this soon is the same keypress. */
const SAME_REQUEST_MS = 1_000;
/** Lines shown per failure at the end of the run; its stage prints it in full. */
const FAILURE_LINES = 12;

const folder = mkdtempSync(join(tmpdir(), 'rewards-run-'));
const session = new Session(folder);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let interruptedAt: number | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const now = performance.now();
    if (interruptedAt === null) session.interrupt(false);
    else if (now - interruptedAt > SAME_REQUEST_MS) session.interrupt(true);
    interruptedAt ??= now;
  });
}

function chosenStages(args: readonly string[]): readonly (readonly Stage[])[] {
  const at = args.indexOf('--only');
  if (at < 0) return STAGES;
  const names = (args[at + 1] ?? '').split(',');
  const known = STAGES.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no stage ${unknown.join(', ')}: choose from ${known.join(', ')}.\n`);
    process.exit(2);
  }
  return STAGES.map((together) => together.filter(({ name }) => names.includes(name))).filter(({ length }) => length > 0);
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const total: { passed: number; failed: number } = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: Failure[] = [];
const begun = performance.now();

const chosen = chosenStages(process.argv.slice(2));
const prepared = new Map(chosen.flat().map((stage) => [stage, stage.prepare?.(session)]));

async function perform(stage: Stage): Promise<string> {
  await prepared.get(stage);
  const since = performance.now();
  const outcome: Outcome = await stage.run(session);
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...(outcome.failures ?? []));
  const counts = `${String(outcome.passed).padStart(6)} passed${String(outcome.failed).padStart(6)} failed`;
  return `${stage.name.padEnd(14)}${counts}${seconds(since).padStart(12)}`;
}

for (const together of chosen) {
  const names = together.map(({ name }) => name).join(', ');
  process.stdout.write(`\n── ${names} ──\n`);
  lines.push(...(await Promise.all(together.map(perform))));
  if (interruptedAt !== null) {
    process.stderr.write(`Interrupted during ${names}.\n`);
    process.exit(130);
  }
}

// Last, because that is what people read of a long run.
for (const { test, message } of failures) {
  const shown = message.split('\n').slice(0, FAILURE_LINES).join('\n    ');
  process.stdout.write(`\n✗ ${test}\n    ${shown}\n`);
}
process.stdout.write(`\n${lines.join('\n')}\n\nin ${seconds(begun)}\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
