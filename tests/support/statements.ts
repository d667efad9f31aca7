/** Records the statements that are sent to the database while something runs, by any connection of this process. */
import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };

const READS = /^\s*(SELECT|WITH)/i;

/** Every statement but those that begin and end transactions. */
export const ALL_STATEMENTS = /^\s*(?!BEGIN|COMMIT|ROLLBACK)/i;

/** The texts of the statements that read, or of all `kinds`, in order; those of transactions and of the request log are left out. */
export async function statementsOf(work: () => Promise<unknown>, kinds = READS): Promise<string[]> {
  const texts = await allStatementsOf(work);
  return texts.filter((text) => kinds.test(text) && !text.includes('request_logs'));
}

/** How many statements are sent, whatever they do. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> => (await allStatementsOf(work)).length;

async function allStatementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const original = prototype.query;
  const texts: string[] = [];
  prototype.query = function (...args) {
    texts.push(textOf(args[0]));
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return texts;
}

/** The text of what the driver is given to send. */
export function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}
