/** Runs the real command as a person would: in a process with its own data folder and port, capturing its output. */
import { spawn, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { childEnvironment } from '@/env';
import { freePort } from '@/cli/free-port';
import { runningPostgres } from '@/cli/postgres';
import { signal, waitUntil } from '@/cli/postmaster';
import { temporaryFolder } from './temporary-folder';

/** What `npm run dev` runs, without npm, so that the exit code is the service's own. */
export const DEV_LAUNCHER = ['node', 'src/cli/ensure-installed.mjs', '--development', 'src/cli/main.ts'];
const READY = 'The rewards service is ready at';
const PATIENCE_MS = 60_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningService {
  readonly address: string;
  /** Pid of the service itself, below the launcher. */
  pid(): number;
  signal(signal: NodeJS.Signals): void;
  /** Signals the whole process group, as the terminal does on Ctrl-C. */
  signalGroup(signal: NodeJS.Signals): void;
  stderr(): string;
  ready(): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** A test's data folder and port, and the commands run on them. */
export class Installation {
  private readonly children: ChildProcess[] = [];
  readonly folder: string;
  readonly port: number;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  static async create(): Promise<Installation> {
    return new Installation(await temporaryFolder('service'), await freePort());
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  /** Runs `npm run dev`, or another command, on this place. @param cwd a checkout other than this one. */
  run(settings: Readonly<Record<string, string>> = {}, command: readonly string[] = ['npm', 'run', 'dev'], cwd?: string): RunningService {
    const inherited = childEnvironment({
      NODE_ENV: '',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SEED_DEMO: 'false',
      SERVE_DASHBOARD: 'false',
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
    });
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd, env: { ...inherited, ...settings }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.children.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, ...withoutNpm(output) })));
    return {
      address: `http://127.0.0.1:${settings.PORT ?? this.port}`,
      pid: () => this.servicePid(),
      signal: (name) => void child.kill(name),
      signalGroup: (name) => void signal(-child.pid!, name),
      stderr: () => output.stderr,
      ready: async () => {
        await waitUntil(() => output.stdout.includes(READY) || child.exitCode !== null, PATIENCE_MS);
        if (!output.stdout.includes(READY)) throw new Error(`the service did not start: ${output.stderr}`);
      },
      ended,
    };
  }

  /** Pid of the process that holds the data folder. */
  private servicePid(): number {
    return (JSON.parse(readFileSync(join(this.dataDir, 'service.lock'), 'utf8')) as { pid: number }).pid;
  }

  /** Pid and URL of this place's embedded Postgres. */
  async postgres(): Promise<{ pid: number; url: string }> {
    const server = await runningPostgres(join(this.dataDir, 'postgres'));
    if (!server) throw new Error(`no Postgres runs in ${this.dataDir}`);
    return server;
  }

  /**
   * Every live process started on this place, whatever its parent is now. The processes of Postgres write their title
   * over their environment and lead sessions of their own: what tells them is the data folder that they work in.
   */
  processes(): number[] {
    return globSync('/proc/[0-9]*')
      .filter((path) => read(join(path, 'environ')).includes(this.folder) || workingFolder(path).startsWith(this.folder))
      .map((path) => Number(basename(path)));
  }

  /** Kills what a failed test left behind and removes the folder, once nothing is left that could still write to it. */
  async remove(): Promise<void> {
    for (const { pid } of this.children) if (pid) signal(-pid, 'SIGKILL');
    const gone = await waitUntil(() => {
      const left = this.processes();
      for (const pid of left) signal(pid, 'SIGKILL');
      return left.length === 0;
    }, PATIENCE_MS);
    if (!gone) throw new Error(`processes of ${this.folder} outlive SIGKILL: ${this.processes().join(', ')}`);
    for (const child of this.children) {
      if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Drops npm's own output, such as the echoed script and configuration warnings. */
function withoutNpm({ stdout, stderr }: { stdout: string; stderr: string }): { stdout: string; stderr: string } {
  const own = (text: string): string =>
    text
      .split('\n')
      .filter((line) => !/^(> |npm (warn|error|notice))/.test(line))
      .join('\n')
      .trim();
  return { stdout: own(stdout), stderr: own(stderr) };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function workingFolder(process: string): string {
  try {
    return readlinkSync(join(process, 'cwd'));
  } catch {
    return '';
  }
}
