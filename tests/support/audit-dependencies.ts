/**
 * Asks the package registry for known vulnerabilities in the service's runtime dependencies. Exits with 1 when one is
 * high or critical, and with 3 and a message when the registry does not answer, since nothing is known then.
 */
import { spawnSync } from 'node:child_process';

const GRAVE = ['high', 'critical'];
const ASK = ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=20000'];
const NOT_ASKED = 3;

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
  readonly metadata?: { readonly dependencies: { readonly prod: number } };
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

const tell = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

function answerOf(text: string): Audit {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return {};
  }
}

const { stdout, error } = spawnSync('npm', ASK, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { vulnerabilities, metadata, ...failure } = answerOf(stdout);

if (!vulnerabilities || !metadata) {
  const reason = [error?.message, failure.error?.summary, failure.message].find(Boolean) ?? 'no answer';
  tell(`The package registry does not tell what is known against the packages (${reason.trim()}): nothing was checked.`);
  process.exitCode = NOT_ASKED;
} else {
  const known = Object.entries(vulnerabilities);
  for (const [name, { severity, range }] of known) tell(`${name} ${range}: ${severity}`);
  const grave = known.filter(([, { severity }]) => GRAVE.includes(severity));
  tell(
    `${metadata.dependencies.prod} packages were checked: ${known.length} with a known fault, ${grave.length} of them high or critical.`,
  );
  process.exitCode = grave.length > 0 ? 1 : 0;
}
