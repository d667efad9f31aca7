/**
 * `npm run verify-ledger -- ledger.ndjson [--public-key key.pem]…`: verifies an exported ledger with no
 * database, no network and no running service. Exits 0 when it is whole, 1 when a check fails, 2 when it
 * cannot be read.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { messageOf } from '../domain/thrown';
import { keyIdOf } from '../domain/ledger/checkpoint';
import { proveExport, type ExportViolation, type ExportReport } from './ledger-export';

const USAGE = 'Usage: npm run verify-ledger -- <ledger.ndjson> [--public-key <key.pem>]…';

class UsageError extends Error {}

interface Request {
  readonly file: string;
  readonly trusted: readonly string[];
}

function readRequest(): Request {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'public-key': { type: 'string', multiple: true } } });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError('Name one exported file.');
    return { file, trusted: (values['public-key'] ?? []).map(readKey) };
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n${USAGE}`);
  }
}

function readKey(path: string): string {
  const key = readFileSync(path, 'utf8');
  try {
    keyIdOf(key);
  } catch {
    throw new UsageError(`${path} holds no public key in PEM.`);
  }
  return key;
}

function describe({ line, entryId, position, message, expected, actual }: ExportViolation): string {
  const place = entryId
    ? `entry ${entryId}${position === null ? '' : ` (position ${position})`}`
    : position === null
      ? `line ${line}`
      : `position ${position}`;
  const values = expected === null && actual === null ? '' : `\n    expected ${expected ?? 'nothing'}\n    found    ${actual ?? 'nothing'}`;
  return `${place}: ${message}${values}`;
}

function tell(report: ExportReport, trusted: boolean): string {
  const { organizationId, entries, checkpoints, signedThrough, keyIds, violations, violationCount } = report;
  if (violationCount > 0) {
    const more = violationCount > violations.length ? `\n… and ${violationCount - violations.length} more.` : '';
    return `BROKEN: the ledger of organization ${organizationId ?? '(unknown)'} is not what was sealed.\nFirst at ${violations.map(describe).join('\n')}${more}\n`;
  }
  const signed =
    checkpoints === 0
      ? 'No checkpoint is signed.'
      : `Signed through position ${signedThrough} by ${keyIds.join(', ')} (checkpoints: ${checkpoints}).`;
  const whose =
    trusted || checkpoints === 0
      ? ''
      : '\nThe keys were taken from the file; name your own copy with --public-key to be sure of who signed.';
  return `WHOLE: ${entries} entries of organization ${organizationId ?? ''} balance and form one chain.\n${signed}${whose}\n`;
}

try {
  const { file, trusted } = readRequest();
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const report = await proveExport(lines, trusted);
  process.stdout.write(tell(report, trusted.length > 0));
  process.exitCode = report.violationCount === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
