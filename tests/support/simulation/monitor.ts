/** A connection of its own that watches the others: who waits for a lock, and who is gone for good. */
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Query } from '../invariants';

interface Wire {
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

const GONE_WITHIN_MS = 5_000;
/**
 * Postgres looks for a deadlock when somebody has waited this long, and only then: who comes last to one then always
 * finds it, and nobody counts as waiting before.
 */
const DEADLOCK_TIMEOUT_MS = 1;
const LOOKED_FOR_DEADLOCK_MS = 3;

export class Monitor implements AsyncDisposable {
  private constructor(private readonly client: pg.Client) {}

  /** To be called before anybody else connects. */
  static async connect(url: string): Promise<Monitor> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(client.database!)} SET deadlock_timeout = ${DEADLOCK_TIMEOUT_MS}`);
    return new Monitor(client);
  }

  /** Plans each statement for its values, however large the tables have grown. */
  readonly query: Query = async (sql, values = []) => (await this.client.query(sql, [...values])).rows as never;

  processOf(client: pg.Client): number {
    return (client as unknown as Wire).processID;
  }

  /** The processes whose statement waits for a lock; one that was granted is no longer among them. */
  async waitingForLocks(): Promise<ReadonlySet<number>> {
    const rows = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE NOT granted AND clock_timestamp() - waitstart > $1 * interval '1 millisecond'`,
      [LOOKED_FOR_DEADLOCK_MS],
    );
    return new Set(rows.map(({ pid }) => pid).filter(isAsleep));
  }

  /** Stops the process behind a connection wherever it stands, until `thaw`. */
  freeze(client: pg.Client): void {
    process.kill(this.processOf(client), 'SIGSTOP');
  }

  thaw(client: pg.Client): void {
    process.kill(this.processOf(client), 'SIGCONT');
  }

  /** Resolves when the server has rolled back and released what the connection held. */
  async endConnection(client: pg.Client): Promise<void> {
    await this.query('SELECT pg_terminate_backend($1, $2)', [this.processOf(client), GONE_WITHIN_MS]);
    (client as unknown as Wire).connection.stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}

/** Whether a process has nothing to do at the moment, nor a signal to see to. */
function isAsleep(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return !existsSync(path) || readFileSync(path, 'utf8').includes(') S ');
}
