/** Cuts the database connection at a chosen step: before a statement is sent, or after it ran but before its result arrives. */
import pg from 'pg';

export type Moment = 'BEFORE' | 'AFTER';

type Callback = (error: Error | null, result?: unknown) => void;
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

interface Wire {
  readonly connection: { readonly stream: { destroy(): void } };
}

let left = 0;
let moment: Moment = 'BEFORE';
const prototype = pg.Client.prototype as unknown as { query: Query };
const original = prototype.query;

const cut = (client: pg.Client): void => (client as unknown as Wire).connection.stream.destroy();
const lost = (): Error => new Error('Connection terminated unexpectedly');

/** Counts statements from now on, across all connections, and cuts at the `step`th. */
export function cutAt(step: number, at: Moment): void {
  left = step;
  moment = at;
  prototype.query = counted;
}

/** Stops cutting. @returns whether the cut was reached. */
export function endOfCut(): boolean {
  prototype.query = original;
  return left <= 0;
}

const counted: Query = function (...args) {
  left -= 1;
  if (left !== 0) return original.apply(this, args);
  if (moment === 'BEFORE') {
    cut(this);
    return original.apply(this, args);
  }
  const last = args.at(-1);
  if (typeof last === 'function') {
    const told: Callback = () => (cut(this), (last as Callback)(lost()));
    return original.apply(this, [...args.slice(0, -1), told]);
  }
  return (original.apply(this, args) as Promise<unknown>).then(() => {
    cut(this);
    throw lost();
  });
};
