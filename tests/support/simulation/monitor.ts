/** Watches the other connections from one of its own: which wait for a lock, and which are gone for good. */
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Query } from '../invariants';

interface Wire {
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

const GONE_WITHIN_MS = 5_000;
/**
 * How long a lock wait lasts before Postgres checks for a deadlock: at this length the last to enter a deadlock
 * always detects it. A wait counts only once that check is over.
 */
const DEADLOCK_TIMEOUT_MS = 1;
const LOOKED_FOR_DEADLOCK_MS = 3;

export class Monitor implements AsyncDisposable {
  private constructor(private readonly client: pg.Client) {}

  /** Call before anything else connects. */
  static async connect(url: string): Promise<Monitor> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(client.database!)} SET deadlock_timeout = ${DEADLOCK_TIMEOUT_MS}`);
    return new Monitor(client);
  }

  /** Unnamed statements, planned for their values however large the tables have grown. */
  readonly query: Query = async (sql, values = []) => (await this.client.query(sql, [...values])).rows as never;

  processOf(client: pg.Client): number {
    return (client as unknown as Wire).processID;
  }

  /** Backend pids whose statement waits for a lock; one whose lock was granted is no longer included. */
  async waitingForLocks(): Promise<ReadonlySet<number>> {
    const rows = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE NOT granted AND clock_timestamp() - waitstart > $1 * interval '1 millisecond'`,
      [LOOKED_FOR_DEADLOCK_MS],
    );
    return new Set(rows.map(({ pid }) => pid).filter(isAsleep));
  }

  /** Suspends a connection's backend wherever it is, until `thaw`. */
  freeze(client: pg.Client): void {
    process.kill(this.processOf(client), 'SIGSTOP');
  }

  thaw(client: pg.Client): void {
    process.kill(this.processOf(client), 'SIGCONT');
  }

  /** Terminates the backend; resolves when everything it held is rolled back and released. */
  async endConnection(client: pg.Client): Promise<void> {
    await this.query('SELECT pg_terminate_backend($1, $2)', [this.processOf(client), GONE_WITHIN_MS]);
    (client as unknown as Wire).connection.stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}

/** Whether a process is sleeping with no signal pending. */
function isAsleep(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return !existsSync(path) || readFileSync(path, 'utf8').includes(') S ');
}
