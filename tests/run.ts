/**
 * Runs every test of the project, stage by stage, and ends with one line: N passed, N failed.
 * `npm test -- --only unit,api` runs those stages alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session, STAGES, type Outcome, type Stage } from './support/stages';

/** Ctrl-C arrives from the terminal and through npm; what comes this soon after the first is the same key. */
const SAME_REQUEST_MS = 1_000;

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

function chosenStages(args: readonly string[]): readonly Stage[] {
  const at = args.indexOf('--only');
  if (at < 0) return STAGES;
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no stage ${unknown.join(', ')}: choose from ${STAGES.map(({ name }) => name).join(', ')}.\n`);
    process.exit(2);
  }
  return STAGES.filter(({ name }) => names.includes(name));
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const total: { passed: number; failed: number } = { passed: 0, failed: 0 };
const lines: string[] = [];
const begun = performance.now();

for (const stage of chosenStages(process.argv.slice(2))) {
  process.stdout.write(`\n── ${stage.name} ──\n`);
  const since = performance.now();
  const outcome: Outcome = await stage.run(session);
  if (interruptedAt !== null) {
    process.stderr.write(`Interrupted during ${stage.name}.\n`);
    process.exit(130);
  }
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  lines.push(
    `${stage.name.padEnd(14)}${String(outcome.passed).padStart(6)} passed${String(outcome.failed).padStart(6)} failed${seconds(since).padStart(12)}`,
  );
}

process.stdout.write(`\n${lines.join('\n')}\n\nin ${seconds(begun)}\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
