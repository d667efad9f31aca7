/** Runs a service that tests crash: starts it, kills it without warning, and waits for a restart to recover. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@/cli/postmaster';
import { BUNDLED } from './bundled-service';
import { CAMPAIGN_SETTINGS } from './campaign';
import { queryAt, unfinished, type Query, type Unfinished } from './invariants';
import { type Installation, type RunningService } from './service';

/** The same service as `DEV_LAUNCHER` starts, in half of its time. */
export const LAUNCHER = ['node', 'src/cli/ensure-installed.mjs', '--development', BUNDLED];
const LOG_SHOWN = 2_000;
const PATIENCE_MS = 60_000;

export class CrashableService {
  private constructor(
    readonly place: Installation,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly command: readonly string[],
    private running: RunningService,
  ) {}

  /** Resolves when the service is ready. */
  static async start(place: Installation, settings: Readonly<Record<string, string>> = {}, command = LAUNCHER): Promise<CrashableService> {
    const all = { ...CAMPAIGN_SETTINGS, ...settings };
    const started = new CrashableService(place, all, command, place.run(all, command));
    await started.ready();
    return started;
  }

  get address(): string {
    return this.running.address;
  }

  /** What the service has written to stderr. */
  get stderr(): string {
    return this.running.stderr();
  }

  get ended(): RunningService['ended'] {
    return this.running.ended;
  }

  /** Waits for a condition; fails with the service's output. */
  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    if (await waitUntil(condition, PATIENCE_MS)) return;
    throw new Error(`${what}: not within ${PATIENCE_MS} ms. The service said: ${this.stderr}`);
  }

  /** Sends SIGKILL. Resolves when the process is gone; its Postgres keeps running. */
  async kill(): Promise<void> {
    process.kill(this.running.pid(), 'SIGKILL');
    await this.running.ended;
  }

  /** Starts again on the same data. Resolves when the service is ready. */
  async restart(): Promise<void> {
    this.running = this.place.run(this.settings, this.command);
    await this.ready();
  }

  /** Adds the database log to a failed start: the database is usually the cause, and its log is removed with the test. */
  private async ready(): Promise<void> {
    try {
      await this.running.ready();
    } catch (error) {
      const log = await readFile(join(this.place.dataDir, 'postgres', 'server.log'), 'utf8').catch(() => 'nothing');
      throw new Error(`${(error as Error).message}\nPostgres said: ${log.slice(-LOG_SHOWN)}`, { cause: error });
    }
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.address}/readyz`).then(
      async (answer) => (await answer.text(), answer.status === 200),
      () => false,
    );
  }

  /** Queries the embedded Postgres of this service. */
  async query(): Promise<Query> {
    return queryAt((await this.place.postgres()).url);
  }
}

/** Waits until no work of a kind is left; on timeout fails with what is left. */
export async function untilDone(
  query: Query,
  kind: keyof Unfinished,
  organizationId: string | null = null,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const isDone = async (): Promise<boolean> => (await unfinished(query, organizationId))[kind] === 0;
  if (await waitUntil(isDone, patienceMs)) return;
  throw new Error(`after ${patienceMs} ms there are still unfinished ${kind}: ${JSON.stringify(await unfinished(query, organizationId))}`);
}
