/**
 * Runs a transaction that commits as a whole or not at all, retried when Postgres asks for it. Locks are taken in one global order
 * (programs, groups, participants, then balances by account, program and asset, wallets after all others), so that deadlocks stay rare.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient, QueryResultRow } from 'pg';
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import { singleton } from '@/server/platform/singleton';
import { isActing, namingStatement } from './audit-scope';
import { isOfAll, ofAllOrganizations, withOrganization } from './spread';
import { isSpread, knowDatabase, lookupPool, pool } from './client';
import { ask, connected } from './driver';
import { IN_FAILED_TRANSACTION, PipelinedStatement } from './pipelined-statement';

export interface Tx {
  /** Runs one parameterised statement and returns its rows. Statements that are awaited together travel together. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Sends a statement that nothing waits for but the commit, with which it travels: if it fails, so does the transaction. */
  send<Row extends QueryResultRow>(text: string, values: readonly unknown[], then?: SentHandlers<Row>): void;
  /** The same for a statement that will not come again, and is not prepared. */
  queryOnce<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs once the transaction has committed: for wake-ups, never for effects. */
  afterCommit(action: () => void): void;
}

/** What to do with the outcome of a statement that was only sent. */
export interface SentHandlers<Row> {
  /** Runs before the commit. */
  readonly done?: (rows: Row[]) => void;
  /** What the caller of the transaction is told of its failure. */
  readonly failed?: (error: unknown) => unknown;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
export const LOCK_NOT_AVAILABLE = '55P03';
const CONFLICTS = new Set([SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE]);
/**
 * Constraints that stand in for locks that a decision could not take: an account that never held anything has no row, and an asset's
 * link is only read; so are the terms by which a challenge measures progress. The second transaction violates one of them, and sees the first one's
 * work when it is retried.
 */
const CHANGED_MEANWHILE = new Set(['balances_pkey', 'balances_not_overdrawn', 'balances_linked', 'challenge_progress_terms']);
const CHECK_VIOLATION = '23514';
const MAX_ATTEMPTS = 6;

export interface TransactionOptions {
  /**
   * Plans each statement once for whatever values it is given: for transactions of few rows that are all found by their keys, since
   * planning for their values takes longer than reading them.
   */
  readonly genericPlans?: boolean;
}

/** @throws DomainError retryable_conflict when the conflict outlives the retries. */
export const withTransaction = <T>(work: (tx: Tx) => Promise<T> | T, options: TransactionOptions = {}): Promise<T> =>
  repeated(() => attemptTransaction(work, options));

async function repeated<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      const conflict = CONFLICTS.has(sqlState(error) ?? '');
      if (!conflict && !CHANGED_MEANWHILE.has(violatedConstraint(error) ?? '') && !isOfNewPartition(error)) throw error;
      if (attempt >= MAX_ATTEMPTS) {
        throw conflict ? new DomainError('retryable_conflict', 'Another request is changing the same rows; send this one again.') : error;
      }
      await delay(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Whether the partition that a row belongs to was made while the row was on its way to the default one: the only check without a name. */
const isOfNewPartition = (error: unknown): boolean => sqlState(error) === CHECK_VIOLATION && violatedConstraint(error) === undefined;

/**
 * The connection sends without waiting for answers: the first statement leaves with the BEGIN, and the COMMIT with whatever was only
 * sent. Postgres refuses every statement after one that failed, and so the COMMIT; the first failure is the reason.
 */
async function attemptTransaction<T>(work: (tx: Tx) => Promise<T> | T, options: TransactionOptions = {}): Promise<T> {
  const client = await connected(pool());
  const afterCommit: (() => void)[] = [];
  const sent = new Sent();
  let broken = false;
  try {
    for (const opening of openingOf(options)) sent.add(ask(client, opening));
    const result = await work({
      query: (text, values) => run(client, text, values),
      send: <Row extends QueryResultRow>(text: string, values: readonly unknown[], { done, failed }: SentHandlers<Row> = {}) =>
        sent.add(
          run<Row>(client, text, values).then(done, (error: unknown) =>
            Promise.reject(failed && !isRefused(error) ? failed(error) : error),
          ),
        ),
      queryOnce: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) =>
        ask<Row>(client, new PipelinedStatement(asTaken(text), values)),
      afterCommit: (action) => void afterCommit.push(action),
    });
    sent.add(run(client, 'COMMIT'));
    await sent.all();
    for (const action of afterCommit) action();
    return result;
  } catch (error) {
    await run(client, 'ROLLBACK').catch(() => (broken = true));
    throw sent.firstFailure(error);
  } finally {
    client.release(broken);
  }
}

/** Begins a transaction in the current actor's name. */
function openingOf({ genericPlans }: TransactionOptions): PipelinedStatement[] {
  const naming = namingStatement();
  return [
    prepared('BEGIN'),
    ...(naming === null ? [] : [new PipelinedStatement(naming)]),
    ...(genericPlans && !isSpread() ? [prepared('SET LOCAL plan_cache_mode = force_generic_plan')] : []),
  ];
}

/** The statements of a transaction that nothing has waited for yet. */
class Sent {
  private readonly outcomes: Promise<unknown>[] = [];
  /** Why some failed, in the order in which they were sent. */
  private readonly reasons: unknown[] = [];

  add(outcome: Promise<unknown>): void {
    const place = this.outcomes.length;
    this.outcomes.push(outcome.catch((reason: unknown) => void (this.reasons[place] = reason)));
  }

  /** Waits for all of them. @throws the reason of the first that failed. */
  async all(): Promise<void> {
    await Promise.all(this.outcomes);
    const first = this.reasons.find((reason) => reason !== undefined);
    if (first !== undefined) throw first;
  }

  /** What a failed transaction failed for: a statement after one that failed only says that there was one. */
  firstFailure(error: unknown): unknown {
    return [...this.reasons, error].find((reason) => reason !== undefined && !isRefused(reason)) ?? error;
  }
}

const isRefused = (error: unknown): boolean => sqlState(error) === IN_FAILED_TRANSACTION;

const WRITES = /^\s*(INSERT|UPDATE|DELETE|WITH[^]*\b(INSERT|UPDATE|DELETE)\b)/;

/** One statement outside any transaction: it commits by itself, in the current actor's name. */
export async function statement<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  if (isActing() && WRITES.test(text)) return attemptTransaction((tx) => tx.query<Row>(text, values));
  await knowDatabase();
  if (isSpread() && isOfAll(text)) return ofAllOrganizations<Row>(text, values);
  return ask<Row>(pool(), prepared(text, values));
}

/** One statement that is planned for its actual values every time: the best plan depends on how wide a window they span. */
export function statementForValues<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return withTransaction(async (tx) => {
    await tx.query('SET LOCAL plan_cache_mode = force_custom_plan');
    return tx.query<Row>(text, values);
  });
}

/** For code that works the same inside and outside a transaction: here each statement commits by itself. */
export const autocommit: Pick<Tx, 'query'> = { query: statement };

/** Lookups of a few rows by their keys, outside any transaction: statements that are awaited together travel together. */
export async function lookingUp<T>(work: (tx: Pick<Tx, 'query'>) => Promise<T>): Promise<T> {
  const client = await connected(lookupPool());
  try {
    return await work({ query: (text, values) => run(client, text, values) });
  } finally {
    client.release();
  }
}

/** A transaction of one statement, in one round trip, retried like any other. @throws DomainError retryable_conflict. */
export const oneStatement: Pick<Tx, 'query'> = { query: (text, values) => repeated(() => statement(text, values)) };

const run = <Row extends QueryResultRow>(client: PoolClient, text: string, values?: readonly unknown[]): Promise<Row[]> =>
  ask<Row>(client, prepared(text, values));

const MAX_PREPARED = 400;
/** One list per process, as there is one pool: a name means the same statement in every bundle. */
const preparedNames = () => singleton('prepared-statements', () => new Map<string, string>());

/** A statement as the database takes it. */
const asTaken = (text: string): string => (isSpread() ? withOrganization(text) : text);

/** Fixed statements are prepared once per connection; any beyond the limit are planned each time. */
function prepared(text: string, values?: readonly unknown[]): PipelinedStatement {
  const names = preparedNames();
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) names.set(text, (name = `s${names.size + 1}`));
  return new PipelinedStatement(asTaken(text), values, name);
}

/** The SQLSTATE of a database error, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

export const UNIQUE_VIOLATION = '23505';

/** A constraint of a shard is named as the table's, with the number of the shard. */
const OF_SHARD = /_\d{6,}$/;

/** An error that comes from another node names it in its text alone. */
const NAMED_IN_TEXT = /\bconstraint "([^"]+)"/;

/** The constraint that a database error names, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || sqlState(error) === undefined) return undefined;
  const { constraint, message, detail } = fieldsOf(error);
  const named = typeof constraint === 'string' ? constraint : NAMED_IN_TEXT.exec(`${String(message)}\n${String(detail)}`)?.[1];
  return named?.replace(OF_SHARD, '');
}
