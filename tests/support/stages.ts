/** Defines the stages of a whole test run: how each is started and how its outcome is counted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '@/env';
import { citusPrograms } from './citus';
import { playwrightOutcome, vitestOutcome, type Outcome } from './stage-reports';

export interface Stage {
  readonly name: string;
  /** Starts with the whole run, in parallel to earlier stages, and is awaited before this stage. */
  prepare?(session: Session): Promise<unknown>;
  run(session: Session): Promise<Outcome>;
}

/** Starts the programs of a run, each in its own process group, so that Ctrl-C reaches them once and in order. */
export class Session {
  private readonly running = new Set<ChildProcess>();
  readonly folder: string;

  /** @param folder holds the stages' reports. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs a script with this Node, TypeScript with this process's loader; resolves with its exit code. */
  async run(script: string, args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<number> {
    const loader = script.endsWith('.ts') ? process.execArgv : [];
    const child = spawn(process.execPath, [...loader, script, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: childEnvironment(extra),
    });
    this.running.add(child);
    const code = await new Promise<number>((done) => {
      child.once('exit', (status) => done(status ?? 1));
      child.once('error', () => done(1));
    });
    this.running.delete(child);
    return code;
  }

  /** Asks running programs to exit; `force` kills them with everything they started. */
  interrupt(force: boolean): void {
    for (const child of this.running) {
      if (!child.pid) continue;
      if (force) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGINT');
    }
  }
}

/** A stage whose program passes or fails as a whole. */
function whole(name: string, script: string, args: readonly string[]): Stage {
  return {
    name,
    run: async (session) => ((await session.run(script, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}

/** Counts as nothing when the registry does not answer: a run must not depend on the network. */
function audit(): Stage {
  const AUDIT_OUTCOMES: Readonly<Record<number, Outcome>> = { 0: { passed: 1, failed: 0 }, 3: { passed: 0, failed: 0 } };
  return {
    name: 'audit',
    run: async (session) => AUDIT_OUTCOMES[await session.run('tests/support/audit-dependencies.ts', [])] ?? { passed: 0, failed: 1 },
  };
}

async function runVitest(session: Session, name: string, config: string, extra: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const report = join(session.folder, `${name}.json`);
  const code = await session.run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--config',
      config,
      '--project',
      name,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    extra,
  );
  return vitestOutcome(report, code);
}

const vitest = (name: string): Stage => ({ name, run: (session) => runVitest(session, name, 'tests/vitest.config.ts') });

/** Counts as nothing where no Citus is installed. */
const citus = (): Stage => ({
  name: 'citus',
  run: async (session) => {
    if ((await citusPrograms()) !== null) return runVitest(session, 'citus', 'tests/citus.config.ts', { LEDGER_STEPS: '2000' });
    process.stdout.write('Skipped: no Postgres of this machine has Citus installed.\n');
    return { passed: 0, failed: 0 };
  },
});

function playwright(): Stage {
  return {
    name: 'e2e',
    prepare: (session) => session.run('tests/support/install-chromium.ts', []),
    run: async (session) => {
      const report = join(session.folder, 'e2e.json');
      const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', '--pass-with-no-tests'];
      const code = await session.run('node_modules/@playwright/test/cli.js', args, {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_DATA_DIR: join(session.folder, 'e2e'),
      });
      return playwrightOutcome(report, code);
    },
  };
}

/** In execution order. Stages in one list run in parallel: each keeps one core busy, and they share nothing. */
export const STAGES: readonly (readonly Stage[])[] = [
  [
    whole('typecheck', 'node_modules/typescript-native/bin/tsc', ['--noEmit']),
    whole('format', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', 'src', 'tests', 'prisma']),
    whole('lint', 'node_modules/eslint/bin/eslint.js', ['--config', 'tests/architecture/eslint.config.mjs', '.']),
    audit(),
  ],
  ...['architecture', 'unit', 'integration', 'api', 'faults'].map((name) => [vitest(name)]),
  [citus()],
  [whole('build', 'src/cli/build.ts', [])],
  [playwright()],
];
