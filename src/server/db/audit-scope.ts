/**
 * Tracks on whose behalf the database is changed: whatever runs inside `actingAs`, however deep, changes rows in that actor's name,
 * and the audit log's triggers record it. Outside of it, the service acts for itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral, type PoolClient, type QueryResult } from 'pg';
import type { AuditActor } from '@/domain/audit';
import { singleton } from '@/server/platform/singleton';
import { pool } from './client';
import type { Tx } from './transaction';

export interface AuditScope {
  readonly type: Exclude<AuditActor, 'SYSTEM'>;
  /** The id of the key or the person; a token's subject. */
  readonly id: string | null;
  /** The name that a token gives its holder; keys and people are named by their rows. */
  readonly name?: string | null;
  /** Whom a trusted key claims to act for. */
  readonly on_behalf_of?: string | null;
  readonly request_id: string;
  readonly ip: string | null;
  /** The procedure, such as `rules.update`. */
  readonly operation: string;
}

const SETTING = 'rewards.actor';
const scopes = () => singleton('audit-scope', () => new AsyncLocalStorage<AuditScope | null>());

export const actingAs = <T>(scope: AuditScope, work: () => T): T => scopes().run(scope, work);

/** For due work that runs inside somebody's request without being their doing. */
export const actingAsService = <T>(work: () => T): T => scopes().run(null, work);

/** The current actor; null when it is the service itself. */
export const actor = (): AuditScope | null => scopes().getStore() ?? null;

export const isActing = (): boolean => actor() !== null;

/** In a transaction shared by several requests: sets on whose behalf each journal entry is posted, by entry id. */
export function nameActors(tx: Pick<Tx, 'send'>, organizationId: string, actors: ReadonlyMap<string, AuditScope>): void {
  if (actors.size > 0) tx.send('SELECT name_actors($1::uuid, $2::text)', [organizationId, JSON.stringify(Object.fromEntries(actors))]);
}

/** What names the current actor in the transaction that has just begun; null when the service acts for itself. */
export const namingStatement = (): string | null => {
  const scope = actor();
  return scope === null ? null : `SET LOCAL ${SETTING} = ${escapeLiteral(JSON.stringify(scope))}`;
};

/** Opens a transaction in the current actor's name, in one round trip. */
const beginStatement = (): string => ['BEGIN', namingStatement() ?? []].flat().join('; ');

const WRITES = /^\s*(insert|update|delete)\b/i;

/** Runs a statement as a transaction of its own, in the current actor's name. */
async function commitAlone(client: PoolClient, text: string, values?: unknown[]): Promise<QueryResult> {
  await client.query(beginStatement());
  try {
    const result = await client.query(text, values);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

interface Lent {
  query(text: string, values?: unknown[]): Promise<QueryResult>;
  release(fault?: Error | boolean): void;
}

/** Names the actor in each transaction that changes rows: a name that outlives the transaction does not reach other nodes of a spread database. */
function inActorsName(client: PoolClient): Lent {
  let isOpen = false;
  return {
    query: (text, values) => {
      if (/^begin$/i.test(text)) {
        isOpen = true;
        return client.query(beginStatement());
      }
      if (/^(commit|rollback)$/i.test(text)) isOpen = false;
      return WRITES.test(text) && !isOpen ? commitAlone(client, text, values) : client.query(text, values);
    },
    release: (fault) => client.release(fault),
  };
}

/** The process's connection pool for a library that opens its own transactions: what it changes is changed in the current actor's name. */
export const actorsPool = {
  connect: async (): Promise<Lent> => {
    const client = await pool().connect();
    return isActing() ? inActorsName(client) : client;
  },
  end: (): Promise<void> => Promise.resolve(),
};
