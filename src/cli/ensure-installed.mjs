/**
 * Runs a program of this project with the packages and the Node that its lock file names, from
 * whatever state the checkout is in. Plain JavaScript with built-in modules only, because it is
 * what runs, on the machine's own Node, before anything is installed.
 *
 * Usage: node src/cli/ensure-installed.mjs [--development | --production] <program> [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const NODE = join(ROOT, 'node_modules', '.bin', 'node');
const NODE_MAJOR = 24;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_POLL_MS = 1_000;
/**
 * On a machine with much memory V8 keeps 192 MiB for what was just made and lets the rest double before it looks for
 * what is dead: a service that works through a long file would seem to grow with it. With half of these 32 MiB, a busy
 * service takes a tenth more processor time. One thread looks for what is dead beside the program: on all cores at once
 * it holds up the requests of that moment, and Postgres with them.
 */
const LEAN_HEAP = ['--max-semi-space-size=32', '--heap-growing-percent=25', '--concurrent-marking-max-worker-num=1'];

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** npm writes its own copy of the lock file into node_modules last, so a broken-off install does not match either. */
function isInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages;
  if (!wanted) fail('package-lock.json is missing or damaged: restore it from the repository.');
  const present = readJson(join(ROOT, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional, dev, link }]) => {
    if (path === '' || link || present[path]?.version === version) return true;
    return !present[path] && (optional || (dev && process.env.NODE_ENV === 'production'));
  });
}

/** Starts a program in the foreground; resolves when it has ended, and hands it every signal meanwhile. */
function foreground(command, args, options) {
  const child = spawn(command, args, { cwd: ROOT, ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || forward('SIGTERM'), PARENT_POLL_MS);
  return new Promise((done) => {
    const end = (outcome) => {
      clearInterval(watch);
      for (const signal of FORWARDED) process.off(signal, forward);
      done(outcome);
    };
    child.once('error', (error) => end({ error }));
    child.once('exit', (code, signal) => end({ code, signal }));
  });
}

/** npm itself, run by the Node that runs this file; `npm` on the PATH when not started by npm. */
function npm(args) {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  return foreground(command, [...first, ...args], { stdio: ['ignore', 2, 2] });
}

async function install() {
  process.stderr.write('Installing packages (npm ci), about a minute the first time …\n');
  const begun = Date.now();
  const { code, signal } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (signal) process.exit(1);
  if (code !== 0) fail('The packages could not be installed: see the messages of npm above, then run the command again.');
  process.stderr.write(`Packages installed in ${Math.round((Date.now() - begun) / 1000)} s.\n`);
}

function assertNode() {
  const { stdout } = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (!stdout?.startsWith(`v${NODE_MAJOR}.`)) {
    fail(`Node ${NODE_MAJOR} is missing from node_modules: run \`npm ci\` with install scripts allowed.`);
  }
}

/** The database client is generated code; its stamp says from which schema. */
function generateClient() {
  const schema = readFileSync(join(ROOT, 'prisma', 'schema.prisma'));
  const version = readJson(join(ROOT, 'node_modules', 'prisma', 'package.json'))?.version;
  const output = join(ROOT, 'src', 'server', 'db', 'generated');
  const stamp = join(output, '.stamp');
  const wanted = createHash('sha256').update(schema).update(String(version)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { status, stderr, stdout } = spawnSync(
    NODE,
    [join(ROOT, 'node_modules', 'prisma', 'build', 'index.js'), 'generate', '--config', join('prisma', 'prisma.config.ts')],
    // Generating needs no schema engine, but Prisma would download one unless it is told of a file.
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...childEnvironment(), PRISMA_SCHEMA_ENGINE_BINARY: NODE, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    },
  );
  if (status !== 0) fail(`The database client could not be generated from prisma/schema.prisma:\n${stderr || stdout}`);
  writeFileSync(stamp, wanted);
}

function childEnvironment() {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: '1' };
}

/** Runs the program to its end; it is also told, by the channel that closes, when this process is killed. */
async function run(program, args) {
  if (!existsSync(join(ROOT, program))) fail(`${program} is missing: run \`npm run build\` first.`);
  const loader = program.endsWith('.ts')
    ? ['--import', pathToFileURL(join(ROOT, 'node_modules', 'tsx', 'dist', 'loader.mjs')).href]
    : ['--enable-source-maps', ...LEAN_HEAP];
  const { code, signal, error } = await foreground(NODE, [...loader, program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(),
  });
  if (error) fail(`${program} could not be started: ${error.message}.`);
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
}

/** A flag rather than a variable before the command: a shell that only runs one program makes way for it, and signals reach it. */
function takeMode(args) {
  const mode = /^--(development|production)$/.exec(args[0] ?? '')?.[1];
  if (!mode) return args;
  process.env.NODE_ENV = mode;
  return args.slice(1);
}

// Nothing about how this is used leaves the machine.
process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const [program, ...args] = takeMode(process.argv.slice(2));
if (!program) fail('Usage: node src/cli/ensure-installed.mjs [--development | --production] <program> [arguments]');
if (!isInstalled()) await install();
assertNode();
if (existsSync(join(ROOT, 'prisma', 'schema.prisma'))) generateClient();
await run(program, args);
