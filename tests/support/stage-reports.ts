/** Reads the report of a test stage: how many tests passed and failed, and the message of each failure. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  readonly test: string;
  /** With its stack; a property test includes its seed here. */
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

/** @param code exit code: a run can also fail outside its tests, in its setup or by an unhandled rejection. */
export function vitestOutcome(path: string, code: number): Outcome {
  const report = readReport<VitestReport>(path);
  if (!report) return withoutReport(code);
  // A file that failed to load contains no test to fail.
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

/** @param code exit code, as for `vitestOutcome`. A flaky test counts as failed. */
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

/** Strips colours and stack frames inside the test packages. */
function plain(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.filter((line) => !/^\s+at .*node_modules|^\s+at new Promise/.test(line)).join('\n');
}

function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}
