/**
 * Intercepts everything that code can wait for: inside `under`, each database statement and each pause goes to a
 * keeper, who decides when it runs, and whether, and how much time has passed. Outside, nothing changes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import pg from 'pg';
import { AutoResetEvent } from '@/server/platform/auto-reset-event';
import { keepLost } from './losses';

export interface Keeper {
  /** @param perform sends the statement. */
  statement(client: pg.Client, text: string, perform: () => Promise<unknown>): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  /** What `performance.now()` says. */
  elapsedMs(): number;
}

const keepers = new AsyncLocalStorage<Keeper>();

export const under = <T>(keeper: Keeper, work: () => Promise<T>): Promise<T> => keepers.run(keeper, work);

type Callback = (error: unknown, result?: unknown) => void;
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query; connect: Query };
const { query, connect } = prototype;
const { setTimeout: pause } = timers;
const { wait } = AutoResetEvent.prototype;
const elapsed = performance.now.bind(performance);
/** Only being set ends a held wait: real time decides nothing here. */
const UNTIL_IT_IS_SET_MS = 2 ** 31 - 1;

/** Number of connections being opened; how long that takes must decide nothing. */
export let connecting = 0;

type Edit = (statement: string) => string;

/** Rewrites statements; null: leaves them as they are. */
let edit: Edit | null = null;

/** Installs the gate until it is disposed. @param fault edit applied to every statement that passes. */
export function raiseGate(fault: Edit | null = null): Disposable {
  edit = fault;
  prototype.query = heldQuery;
  prototype.connect = countedConnect;
  replacePause(heldPause as typeof pause);
  AutoResetEvent.prototype.wait = heldWait;
  performance.now = () => keepers.getStore()?.elapsedMs() ?? elapsed();
  const keeping = keepLost();
  return {
    [Symbol.dispose]: () => {
      keeping[Symbol.dispose]();
      prototype.query = query;
      prototype.connect = connect;
      replacePause(pause);
      AutoResetEvent.prototype.wait = wait;
      performance.now = elapsed;
    },
  };
}

function replacePause(by: typeof pause): void {
  timers.setTimeout = by;
  syncBuiltinESMExports();
}

const heldQuery: Query = function (...args) {
  const keeper = keepers.getStore();
  if (!keeper) return query.apply(this, args);
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : null;
  const sent = edit ? [edited(args[0], edit), ...args.slice(1)] : args;
  const perform = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const told: Callback = (error, result) => (error ? reject(error as Error) : resolve(result));
      query.apply(this, [...sent, told]);
    });
  const answer = keeper.statement(this, textOf(args[0]), perform);
  if (!callback) return answer;
  answer.then((result) => callback(null, result), callback);
  return undefined;
};

const countedConnect: Query = function (...args) {
  connecting += 1;
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const connected: Callback = (error, result) => ((connecting -= 1), (callback as Callback)(error, result));
    return connect.apply(this, [...args.slice(0, -1), connected]);
  }
  return (connect.apply(this, args) as Promise<unknown>).finally(() => (connecting -= 1));
};

function heldPause(milliseconds = 0, value?: unknown, options?: Parameters<typeof pause>[2]): Promise<unknown> {
  const keeper = keepers.getStore();
  return keeper ? keeper.pause(milliseconds).then(() => value) : pause(milliseconds, value, options);
}

function heldWait(this: AutoResetEvent, milliseconds: number): Promise<void> {
  return wait.call(this, keepers.getStore() ? UNTIL_IT_IS_SET_MS : milliseconds);
}

const textOf = (statement: unknown): string => (typeof statement === 'string' ? statement : (statement as { text: string }).text);

/** Renames an edited prepared statement, since each name has one text. */
function edited(statement: unknown, edit: Edit): unknown {
  if (typeof statement === 'string') return edit(statement);
  const { text, name } = statement as { text: string; name?: string };
  const instead = edit(text);
  return instead === text ? statement : { ...(statement as object), text: instead, name: name && `${name} with a fault` };
}
