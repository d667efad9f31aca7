/**
 * Reads the rows of one statement as of a single moment, however many there are: in batches, from a cursor in a read-only transaction
 * of its own. Each reader uses a connection outside the pool, so that no long read keeps one from requests; readers are limited in number.
 */
import { Client, type QueryResultRow } from 'pg';
import { DomainError } from '@/domain/errors';
import { singleton } from '@/server/platform/singleton';
import { connectionOptions, pool } from './client';
import type { BoundStatement } from './keyset';

const AT_ONCE = 8;
const AT_ONCE_FOR_ONE = 2;
const BATCH = 100;
/** A reader idle for this long is aborted: its snapshot keeps the database from vacuuming. */
const PATIENCE = '120s';
const RETRY_AFTER_SECONDS = 30;

/**
 * Opens its connection when the first row is requested, and closes it at the end, on failure or on `return`.
 * @param owner whose reader slot it takes.
 */
export function snapshotRows<Row extends QueryResultRow>(owner: string, statement: BoundStatement): AsyncIterable<Row[]> {
  return { [Symbol.asyncIterator]: () => new Reading<Row>(owner, statement) };
}

class Reading<Row extends QueryResultRow> implements AsyncIterator<Row[], undefined> {
  private client: Client | null = null;
  private busy = false;
  private ended = false;
  private release: (() => void) | null = null;

  constructor(
    private readonly owner: string,
    private readonly statement: BoundStatement,
  ) {}

  /** @throws DomainError too_many_requests when the maximum number of readers is active. */
  async next(): Promise<IteratorResult<Row[], undefined>> {
    if (this.ended) return { done: true, value: undefined };
    this.busy = true;
    try {
      this.client ??= await this.open();
      const { rows } = await this.client.query<Row>(`FETCH ${BATCH} FROM rows_of_snapshot`);
      this.busy = false;
      if (rows.length > 0) return { done: false, value: rows };
      await this.end();
      return { done: true, value: undefined };
    } catch (error) {
      this.busy = false;
      await this.end();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Row[], undefined>> {
    await this.end();
    return { done: true, value: undefined };
  }

  private async open(): Promise<Client> {
    this.release = takeTurn(this.owner);
    const client = new Client(connectionOptions());
    client.on('error', () => undefined);
    await client.connect();
    if (this.ended) {
      await client.end();
      throw new Error('the reader has gone');
    }
    this.client = client;
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = '${PATIENCE}'`);
    await client.query(`DECLARE rows_of_snapshot NO SCROLL CURSOR FOR ${this.statement.text}`, [...this.statement.values]);
    return client;
  }

  private async end(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    const { client, busy } = this;
    // The server would carry on with a statement whose connection is merely closed.
    if (client && busy)
      await pool()
        .query('SELECT pg_cancel_backend($1)', [backendOf(client)])
        .catch(() => undefined);
    await client?.end().catch(() => undefined);
    this.release?.();
  }
}

/** The driver knows it from the start of the connection; its types do not. */
const backendOf = (client: Client): number => (client as unknown as { processID: number }).processID; // set once it is connected

const turns = () => singleton('snapshot-turns', () => new Map<string, number>());

/** @returns a function that releases the slot. */
function takeTurn(owner: string): () => void {
  const taken = turns();
  const mine = taken.get(owner) ?? 0;
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
  if (mine >= AT_ONCE_FOR_ONE || all >= AT_ONCE) {
    throw new DomainError('too_many_requests', 'Too many exports are running at once; try again when one of them has ended.', {
      details: { retry_after_seconds: RETRY_AFTER_SECONDS },
    });
  }
  taken.set(owner, mine + 1);
  return () => {
    const left = (taken.get(owner) ?? 1) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
  };
}
