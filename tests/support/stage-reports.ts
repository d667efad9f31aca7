/** Reads what a stage of a test run reported: how many tests passed and failed, and what each failed one said. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  readonly test: string;
  /** With its stack; a property test tells its seed here. */
  readonly message: string;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly Failure[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly status: string; readonly error?: { readonly message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}

/** @param code the exit code: a run can fail beside its tests, in its setup or an unhandled rejection. */
export function vitestOutcome(path: string, code: number): Outcome {
  const report = readReport<VitestReport>(path);
  if (!report) return withoutReport(code);
  // A file that could not even be loaded holds no test that could fail.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ test: `${file.name} › ${fullName}`, message: plain(failureMessages.join('\n')) })),
  );
  return atLeastOneFailure(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures: [...failures, ...unloaded.map(({ name, message }) => ({ test: name, message: plain(message) }))],
  });
}

/** @param code the exit code, as for `vitestOutcome`. A flaky test has failed. */
export function playwrightOutcome(path: string, code: number): Outcome {
  const report = readReport<PlaywrightReport>(path);
  if (!report) return withoutReport(code);
  const { expected, unexpected, flaky } = report.stats;
  return atLeastOneFailure(code, { passed: expected, failed: unexpected + flaky, failures: report.suites.flatMap(failuresOf) });
}

function failuresOf(suite: PlaywrightSuite): Failure[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .filter(({ status }) => status !== 'passed' && status !== 'skipped')
      .map(({ status, error }) => ({ test: `${suite.file} › ${title}`, message: plain(error?.message ?? status) })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

const withoutReport = (code: number): Outcome => ({ passed: 0, failed: code === 0 ? 0 : 1 });

function atLeastOneFailure(code: number, outcome: Outcome): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/** Without colours, and without the steps through the packages that ran the test. */
function plain(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.filter((line) => !/^\s+at .*node_modules|^\s+at new Promise/.test(line)).join('\n');
}

function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}
