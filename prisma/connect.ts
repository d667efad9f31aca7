/**
 * Opens connections for what runs before the service does (migrations, checks): each is closed again, and
 * a server that cannot be used is explained in one sentence without its password.
 */
import pg from 'pg';

/** The database cannot be used; the message is one sentence fit to print alone. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Runs `work` on one connection and closes it.
 * @throws DatabaseUnavailableError when no connection can be made.
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks also rejects the query in flight; without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // The driver throws errors, some with a code.
    throw new DatabaseUnavailableError(explain(url, error as { code?: string; message?: string }));
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the database `name` on the server of `url` unless it exists. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

function explain(url: string, error: { code?: string; message?: string }): string {
  const target = describe(url);
  switch (error.code) {
    case '28P01':
    case '28000':
      return `The database at ${target} refuses the user or password in DATABASE_URL.`;
    case '3D000':
      return `The database named in DATABASE_URL (${target}) does not exist: create it, or name another.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host in DATABASE_URL (${target}) is not known: correct the name.`;
    case '53300':
      return `The database at ${target} has no connection left: raise max_connections or stop other clients.`;
    default:
      return `The database at ${target} cannot be reached (${error.code ?? error.message ?? 'no answer'}): check DATABASE_URL and that the server runs.`;
  }
}

function describe(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'the given address';
  }
}
