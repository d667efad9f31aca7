/** Ends a command that failed with one line that says why, and the exit code that says so. */
import { messageOf } from '../domain/thrown';
export function fail(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
